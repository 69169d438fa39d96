import { isApiKey } from "@plat/contracts";
import { expect } from "chai";
import {
  type ApiKey,
  daysToMs,
  generateKey,
  gracePeriodEnd,
  keyStatus,
  requireRotatable,
  toKeyRecord,
  toListedKey,
} from "../../src/domain/key.ts";

const now = Date.UTC(2026, 5, 1);
const request = {
  id: "k",
  organizationId: "o",
  name: "n",
  scopes: ["write", "read"] as ("read" | "write")[],
  createdBy: "u",
};
const generate = (lifetimeMs: number | null): { key: string; stored: ApiKey } =>
  generateKey({ ...request, lifetimeMs }, new Uint8Array(32).fill(7), now);

describe("API key", () => {
  it("is stored as a hash, with a hint that contains its last four characters", () => {
    const { key, stored } = generate(null);
    expect(isApiKey(key)).to.equal(true);
    expect(JSON.stringify([stored, toKeyRecord(stored), toListedKey(stored, now)])).not.to.include(key.slice(7, -4));
    expect(stored.hint).to.equal(`svc_pk_…${key.slice(-4)}`);
    expect(stored.scopes).to.deep.equal(["read", "write"]);
  });

  it("is expired from the millisecond of its expiry on, including lifetimes of a fraction of a day", () => {
    const { stored } = generate(daysToMs(0.5));
    expect(stored.expiresAt).to.equal(now + 12 * 3_600_000);
    expect(keyStatus(stored, now + 12 * 3_600_000 - 1)).to.equal("active");
    expect(keyStatus(stored, now + 12 * 3_600_000)).to.equal("expired");
    expect(keyStatus({ ...stored, revokedAt: now }, now + 1)).to.equal("revoked");
    expect(generate(daysToMs(1e-12)).stored.expiresAt).to.equal(now + 1);
    expect(generate(daysToMs(null)).stored.expiresAt).to.equal(null);
  });

  it("never outlives its own expiry by a grace period, and keeps its lifetime for the replacement", () => {
    const { stored } = generate(daysToMs(1));
    expect(gracePeriodEnd(stored, 0.5, now)).to.equal(now + 1_800_000);
    expect(gracePeriodEnd(stored, 1000, now)).to.equal(stored.expiresAt);
    expect(gracePeriodEnd(generate(null).stored, 2, now)).to.equal(now + 7_200_000);
    expect(stored.lifetimeMs).to.equal(86_400_000);
    expect({ ...stored, expiresAt: gracePeriodEnd(stored, 0.5, now) }.lifetimeMs).to.equal(86_400_000);
    expect(generate(null).stored.lifetimeMs).to.equal(null);
    expect(() => requireRotatable(stored, now)).not.to.throw();
    expect(() => requireRotatable({ ...stored, replacedBy: "other" }, now)).to.throw(/replacement is other/);
  });
});
