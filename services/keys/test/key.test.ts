import { type AppError, isApiKey } from "@plat/contracts";
import { createLogger, loadConfig, newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { keysSettings } from "../src/config.ts";
import {
  type ApiKey,
  daysToMs,
  graceEnd,
  listedView,
  mintKey,
  recordOf,
  requireReplaceable,
  statusOf,
} from "../src/domain/key.ts";
import { hashPassword, verifyPassword } from "../src/domain/password.ts";
import { queueOf } from "../src/domain/bounded-queue.ts";
import { openLedger } from "../src/store/credential-cache.ts";
import { emailKey, isOpen, newSession, sessionMs, tokenExpiry } from "../src/domain/session.ts";
import { createTokens, type SigningKey, type SigningKeyStore } from "../src/domain/tokens.ts";
import { dayUsage } from "../src/jobs/usage-flush.ts";

const now = Date.UTC(2026, 5, 1);
const wanted = {
  id: "k",
  organizationId: "o",
  name: "n",
  scopes: ["write", "read"] as ("read" | "write")[],
  createdBy: "u",
};
const mint = (lifetimeMs: number | null): { key: string; stored: ApiKey } =>
  mintKey({ ...wanted, lifetimeMs }, new Uint8Array(32).fill(7), now);

describe("an API key", () => {
  it("is kept as a hash, with a hint of its last four digits", () => {
    const { key, stored } = mint(null);
    expect(isApiKey(key)).to.equal(true);
    expect(JSON.stringify([stored, recordOf(stored), listedView(stored, now)])).not.to.include(key.slice(7, -4));
    expect(stored.hint).to.equal(`svc_pk_…${key.slice(-4)}`);
    expect(stored.scopes).to.deep.equal(["read", "write"]);
  });

  it("expires in the very millisecond, also after a fraction of a day", () => {
    const { stored } = mint(daysToMs(0.5));
    expect(stored.expiresAt).to.equal(now + 12 * 3_600_000);
    expect(statusOf(stored, now + 12 * 3_600_000 - 1)).to.equal("active");
    expect(statusOf(stored, now + 12 * 3_600_000)).to.equal("expired");
    expect(statusOf({ ...stored, revokedAt: now }, now + 1)).to.equal("revoked");
    expect(mint(daysToMs(1e-12)).stored.expiresAt).to.equal(now + 1);
    expect(mint(daysToMs(null)).stored.expiresAt).to.equal(null);
  });

  it("that is replaced never lives longer for it, and its successor as long as it was meant to", () => {
    const { stored } = mint(daysToMs(1));
    expect(graceEnd(stored, 0.5, now)).to.equal(now + 1_800_000);
    expect(graceEnd(stored, 1000, now)).to.equal(stored.expiresAt);
    expect(graceEnd(mint(null).stored, 2, now)).to.equal(now + 7_200_000);
    expect(stored.lifetimeMs).to.equal(86_400_000);
    expect({ ...stored, expiresAt: graceEnd(stored, 0.5, now) }.lifetimeMs).to.equal(86_400_000);
    expect(mint(null).stored.lifetimeMs).to.equal(null);
    expect(() => requireReplaceable(stored, now)).not.to.throw();
    expect(() => requireReplaceable({ ...stored, replacedBy: "other" }, now)).to.throw(/other takes its place/);
  });
});

describe("a session", () => {
  const user = { id: "u", organizationId: "o", email: "a@b.c", passwordHash: "x", passwordVersion: 0 };
  const session = newSession("s", user, now);
  it("lasts thirty days at most, and no token of it longer", () => {
    expect(session.endsAt).to.equal(now + sessionMs);
    expect(isOpen(session, session.endsAt - 1)).to.equal(true);
    expect(isOpen(session, session.endsAt)).to.equal(false);
    expect(isOpen({ ...session, endedAt: now }, now)).to.equal(false);
    expect(tokenExpiry(session, 60_000, now + 999)).to.equal(now + 60_000);
    expect(tokenExpiry(session, 60_000, session.endsAt - 1_000)).to.equal(session.endsAt);
  });
  it("belongs to an e-mail address without regard to its case", () => {
    expect(emailKey("Zoë@Plat.Example")).to.equal(emailKey("zoe\u0308@plat.example"));
  });
});

describe("a password", () => {
  it("is kept as argon2id with its own salt, and compared by content", async () => {
    const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.to.equal(two);
    expect(await verifyPassword("correct horse", one)).to.equal(true);
    expect(await verifyPassword("correct horsE", one)).to.equal(false);
    expect(await verifyPassword("correct horse", null)).to.equal(false);
    expect(await verifyPassword("correct horse", "plain")).to.equal(false);
  });
  it("is not looked at for a caller who has gone", async () => {
    const late = await verifyPassword("a", null, AbortSignal.abort()).catch((error: unknown) => error);
    expect(late).to.include({ code: "timeout" });
    const unborn = await hashPassword("a", AbortSignal.abort()).catch((error: unknown) => error);
    expect(unborn).to.include({ code: "timeout" });
  });
  it("may be many at once", async () => {
    const hash = await hashPassword("a");
    const results = await Promise.all(Array.from({ length: 10 }, () => verifyPassword("a", hash)));
    expect(results.every(Boolean)).to.equal(true);
  });
});

describe("a queue", () => {
  it("runs two at once, lets as many wait as it may, refuses the rest, and passes over those who have gone", async () => {
    const queue = queueOf({ atOnce: 2, waitingMax: 3 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const gone = new AbortController();
    const runs = [0, 1, 2, 3, 4, 5].map((number) =>
      queue(
        async () => {
          begun.push(number);
          await new Promise<void>((resolve) => ends.push(resolve));
          return number;
        },
        number === 2 ? gone.signal : undefined,
      ).catch((error: unknown) => (error as AppError).code),
    );
    expect(await runs[5]).to.equal("unavailable");
    expect(begun).to.deep.equal([0, 1]);
    gone.abort();
    ends.shift()?.();
    expect(await runs[2]).to.equal("timeout");
    for (const end of ends.splice(0)) end();
    expect([await runs[0], await runs[1]]).to.deep.equal([0, 1]);
    await eventually(() => expect(begun).to.deep.equal([0, 1, 3, 4]));
    for (const end of ends) end();
    expect(await Promise.all(runs)).to.deep.equal([0, 1, "timeout", 3, 4, "unavailable"]);
    const failed = await queue(() => Promise.reject(new Error("no"))).catch(
      (error: unknown) => (error as Error).message,
    );
    expect(failed).to.equal("no");
    expect(await queue(async () => 7)).to.equal(7);
  });
});

describe("public keys", () => {
  it("are there two minutes before they sign, so that a copy may be used for one", async () => {
    const kept = new Map<number, SigningKey>();
    let time = 0;
    const store: SigningKeyStore = {
      keep: async (key) => {
        kept.set(key.period, kept.get(key.period) ?? key);
        return kept.get(key.period) ?? key;
      },
      of: async (period) => kept.get(period),
      publicSince: async (period) => [...kept.values()].flatMap((key) => (key.period >= period ? [key.publicJwk] : [])),
    };
    const rotationMs = 3_600_000;
    const tokens = createTokens({ store, rotationMs, ttlMs: 60_000, now: () => time });
    const session = newSession(
      newId(),
      { id: "u", organizationId: "o", email: null, passwordHash: null, passwordVersion: 0 },
      0,
    );
    time = 100 * rotationMs - 120_001;
    expect(await tokens.publicKeys()).to.have.length(1);
    time += 1;
    const published = await tokens.publicKeys();
    expect(published).to.have.length(2);
    time = 100 * rotationMs;
    const token = await tokens.sign(session, time + 60_000);
    const { kid } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as { kid: string };
    expect(published.map((key) => key.kid)).to.include(kid);
    time += 60_000;
    expect(await tokens.publicKeys(), "the old one has signed no token that still lives").to.have.length(1);
  });
});

describe("usage of a day", () => {
  it("is told by endpoint and status class, the most used first", () => {
    const counts = new Map([
      ["GET /a b 2xx", 1],
      ["GET /properties/:id 4xx", 5],
      ["GET /properties/:id 2xx", 5],
    ]);
    expect(dayUsage("2026-01-01", counts)).to.deep.equal({
      date: "2026-01-01",
      total: 11,
      endpoints: [
        { endpoint: "GET /properties/:id", statusClass: "2xx", count: 5 },
        { endpoint: "GET /properties/:id", statusClass: "4xx", count: 5 },
        { endpoint: "GET /a b", statusClass: "2xx", count: 1 },
      ],
    });
  });
});

describe("Redis", () => {
  it("in a cluster cannot be asked to wait for replicas: that is refused at the start, by name", () => {
    const log = createLogger({ service: "test", level: "silent" });
    const open = () => openLedger({ url: "redis://127.0.0.1:1,redis://127.0.0.1:2", prefix: "p:", replicas: 1, log });
    expect(open).to.throw(/REDIS_REPLICAS cannot be used .*Cluster/);
  });
});

describe("settings of the keys service", () => {
  it("name every bad one at once, without showing secrets", () => {
    const env = { MONGO_URL: "http://u:secret@x", KEY_LIMIT: "0", SIGN_UP: "yes", REDIS_URL: "x" };
    expect(() => loadConfig(keysSettings, env)).to.throw(
      /MONGO_URL: .*\n.*REDIS_URL: .*\n.*SIGN_UP: .*\n.*KEY_LIMIT: /,
    );
    expect(() => loadConfig(keysSettings, env)).not.to.throw(/secret/);
  });
});
