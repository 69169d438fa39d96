import { redisKeys } from "@plat/contracts";
import { expect } from "chai";
import { randomBytes } from "node:crypto";

describe("Redis keys", () => {
  it("share a hash tag per API key and per user, so that one request uses one cluster node", () => {
    const keys = redisKeys("p:");
    const tagOf = (name: string): string | undefined => /\{(\d+)\}/.exec(name)?.[1];
    for (const hash of ["a", "b", "c"].map((letter) => letter.repeat(64))) {
      const tags = [
        keys.key(hash),
        keys.accepted("listings", hash),
        keys.used(hash),
        keys.day(hash, "2026-01-01"),
        keys.usedDays(hash),
      ];
      expect(new Set(tags.map(tagOf)).size).to.equal(1);
      expect(keys.allUsed).to.include(keys.used(hash));
      expect(keys.allUsedDays).to.include(keys.usedDays(hash));
    }
    expect(tagOf(keys.session("u", "s"))).to.equal(tagOf(keys.accepted("listings", "u")));
    const spread = new Set(Array.from({ length: 1000 }, () => tagOf(keys.key(randomBytes(32).toString("hex")))));
    expect(spread.size).to.equal(64);
  });
});
