import { expect } from "chai";
import { isActive, maxSessionMs, newSession, normalizeEmail, tokenExpiry } from "../../src/domain/session.ts";

const now = Date.UTC(2026, 5, 1);

describe("session lifetime", () => {
  it("is at most thirty days, and no token outlives the session", () => {
    const user = { id: "u", organizationId: "o", email: "a@b.c", passwordHash: "x", passwordVersion: 0 };
    const session = newSession("s", user, now);
    expect(session.endsAt).to.equal(now + maxSessionMs);
    expect(isActive(session, session.endsAt - 1)).to.equal(true);
    expect(isActive(session, session.endsAt)).to.equal(false);
    expect(isActive({ ...session, endedAt: now }, now)).to.equal(false);
    expect(tokenExpiry(session, 60_000, now + 999)).to.equal(now + 60_000);
    expect(tokenExpiry(session, 60_000, session.endsAt - 1_000)).to.equal(session.endsAt);
  });
});

describe("normalizeEmail", () => {
  it("maps addresses that differ in case or Unicode composition to the same value", () => {
    expect(normalizeEmail("Zoë@Plat.Example")).to.equal(normalizeEmail("zoe\u0308@plat.example"));
  });
});
