import { redisKeys } from "@plat/contracts";
import { newId } from "@plat/kit";
import { uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import { createDependencies, type KeysUnderTest, startKeysUnderTest } from "./support.ts";

describe("usage report", () => {
  let plat: KeysUnderTest;
  before(async () => {
    plat = await startKeysUnderTest();
  });
  after(() => plat.stop());

  it("flushes only the counts of the requested key", async () => {
    const prefix = "usage-report:";
    const { dependencies, close } = await createDependencies(plat, { database: uniqueName("keys"), prefix });
    const redis = new Redis(plat.backingServices.url("redis"));
    const names = redisKeys(prefix);
    const today = new Date().toISOString().slice(0, 10);
    // Both hashes have the same hash tag, so that both days are in one set.
    const [one = "", other = ""] = ["a", "b"].map((digit) => digit.repeat(56) + "0".repeat(8));
    for (const hash of [one, other]) {
      await redis.hset(names.day(hash, today), { epoch: "e", all: 3, "GET /properties 2xx": 3 });
      await redis.sadd(names.usedDays(hash), `${today}:${hash}`);
    }
    const times = { createdAt: 0, expiresAt: null, revokedAt: null, lifetimeMs: null, lastUsedAt: null };
    const rest = { organizationId: newId(), name: "n", hint: "h", scopes: [], createdBy: null, replacedBy: null };
    const key = { id: newId(), hash: one, version: 1, usageCount: 0, ...times, ...rest };
    const report = await dependencies.reportUsage(key, 30);
    expect(report.data[0]).to.include({ date: today, total: 3 });
    expect(await redis.smembers(names.usedDays(one))).to.deep.equal([`${today}:${other}`]);
    redis.disconnect();
    await close();
  });
});
