import { AppError } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import {
  type IdempotencyEntry,
  type IdempotencyStore,
  type IdempotentOutcome,
  requestFingerprint,
  runIdempotent,
} from "../src/idempotency.ts";

function memoryStore(): IdempotencyStore & { entries: Map<string, IdempotencyEntry> } {
  const entries = new Map<string, IdempotencyEntry>();
  const id = (entry: IdempotencyEntry): string => `${entry.organizationId} ${entry.key}`;
  return {
    entries,
    async insert(entry) {
      const found = entries.get(id(entry));
      if (found === undefined) entries.set(id(entry), structuredClone(entry));
      return structuredClone(found);
    },
    async replace(entry, holder) {
      if (entries.get(id(entry))?.holder !== holder) return false;
      entries.set(id(entry), structuredClone(entry));
      return true;
    },
  };
}

describe("runIdempotent", () => {
  let store: ReturnType<typeof memoryStore>;
  let clock: number;
  let ids: number;
  beforeEach(() => {
    store = memoryStore();
    clock = 1_000_000;
    ids = 0;
  });
  const ask = (
    work: (id: string) => Promise<IdempotentOutcome>,
    change: { key?: string | undefined; fingerprint?: string; organizationId?: string } = {},
  ) =>
    runIdempotent(
      {
        store,
        organizationId: "o1",
        key: "k1",
        fingerprint: "f1",
        newId: () => `id${ids++}`,
        now: () => clock,
        ...change,
      },
      work,
    );
  const make = async (id: string): Promise<IdempotentOutcome> => ({
    status: 201,
    headers: { location: `/things/${id}` },
    body: { id },
  });
  const codeOf = async (promise: Promise<unknown>): Promise<string> => {
    try {
      await promise;
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
    return "no error";
  };

  it("runs the work once and replays its outcome, saying so", async () => {
    const first = await ask(make);
    const second = await ask(() => Promise.reject(new Error("ran twice")));
    expect(second).to.deep.equal({ ...first, headers: { ...first.headers, "idempotency-replayed": "true" } });
    expect(first.headers).not.to.have.property("idempotency-replayed");
  });

  it("runs every time without a key, each with an id of its own", async () => {
    const bodies = [await ask(make, { key: undefined }), await ask(make, { key: undefined })].map((one) => one.body);
    expect(bodies).to.deep.equal([{ id: "id0" }, { id: "id1" }]);
    expect(store.entries.size).to.equal(0);
  });

  it("refuses the same key with another request, also while it runs", async () => {
    await ask(async (id) => {
      expect(await codeOf(ask(make, { fingerprint: "f2" }))).to.equal("idempotency_key_reused");
      return make(id);
    });
    expect(await codeOf(ask(make, { fingerprint: "f2" }))).to.equal("idempotency_key_reused");
  });

  it("answers conflict while the same key runs", async () => {
    await ask(async (id) => {
      expect(await codeOf(ask(make))).to.equal("conflict");
      return make(id);
    });
  });

  it("asks to come back after as long as it has run, and no later than it counts as dead", async () => {
    const waits: (number | undefined)[] = [];
    void ask(() => new Promise(() => undefined));
    await new Promise(setImmediate);
    for (const ranMs of [0, 900, 7_000, 29_000, 45_000, 59_500]) {
      clock = 1_000_000 + ranMs;
      const refused: unknown = await ask(make).catch((error: unknown) => error);
      waits.push(refused instanceof AppError ? refused.retryAfter : undefined);
    }
    expect(waits).to.deep.equal([1, 1, 7, 29, 15, 1]);
  });

  /** A store that is away when it is told what an attempt came to, so many times. */
  const awayFor = (times: number): IdempotencyStore => ({
    insert: (entry) => store.insert(entry),
    replace: (entry, holder) =>
      times-- > 0 ? Promise.reject(new AppError("unavailable", "the store is away")) : store.replace(entry, holder),
  });
  const askOf = (own: IdempotencyStore, work: (id: string) => Promise<IdempotentOutcome>) =>
    runIdempotent(
      { store: own, organizationId: "o1", key: "k1", fingerprint: "f1", newId: () => `id${ids++}`, now: () => clock },
      work,
    );

  it("throws what the work threw, and lets the next run, although the store is away at the end", async () => {
    const own = awayFor(2);
    expect(await codeOf(askOf(own, () => Promise.reject(new AppError("timeout", "slow"))))).to.equal("timeout");
    const answer = await eventually(() => askOf(own, make));
    expect(answer.body).to.deep.equal({ id: "id0" });
  });

  it("keeps a refusal and an outcome later, when the store is away at the end", async () => {
    const refusal = new AppError("conflict", "externalId is taken");
    expect(await codeOf(askOf(awayFor(1), () => Promise.reject(refusal)))).to.equal("conflict");
    const replayed = { code: "conflict", message: "externalId is taken" };
    await eventually(async () => expect(await ask(make).catch((error: unknown) => error)).to.include(replayed));
    store.entries.clear();
    expect(await codeOf(askOf(awayFor(1), make))).to.equal("unavailable");
    const answer = await eventually(() => ask(() => Promise.reject(new AppError("internal", "ran twice"))));
    expect(answer.headers).to.have.property("idempotency-replayed", "true");
  });

  it("takes its own entry as such, when a driver has inserted it twice", async () => {
    const twice: IdempotencyStore = {
      async insert(entry) {
        await store.insert(entry);
        return store.insert(entry);
      },
      replace: (entry, holder) => store.replace(entry, holder),
    };
    expect((await askOf(twice, make)).body).to.deep.equal({ id: "id0" });
  });

  it("frees a key whose first word the store took, but could not confirm", async () => {
    const mute: IdempotencyStore = {
      async insert(entry) {
        await store.insert(entry);
        throw new AppError("unavailable", "the store is away");
      },
      replace: (entry, holder) => store.replace(entry, holder),
    };
    expect(await codeOf(askOf(mute, make))).to.equal("unavailable");
    expect((await eventually(() => ask(make))).status).to.equal(201);
  });

  it("lets one of many at once run and gives the others conflict", async () => {
    let runs = 0;
    const work = async (id: string) => {
      runs++;
      await new Promise(setImmediate);
      return make(id);
    };
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(ask(work))));
    expect(codes.toSorted()).to.deep.equal([...Array.from({ length: 19 }, () => "conflict"), "no error"]);
    expect(runs).to.equal(1);
  });

  it("gives an attempt after a crash the same id, once the first counts as dead", async () => {
    const seen: string[] = [];
    void ask((id) => {
      seen.push(id);
      return new Promise(() => undefined);
    });
    await new Promise(setImmediate);
    expect(await codeOf(ask(make))).to.equal("conflict");
    clock += 60_000;
    const answer = await ask((id) => {
      seen.push(id);
      return make(id);
    });
    expect(seen[1]).to.equal(seen[0]);
    expect(answer.body).to.deep.equal({ id: seen[0] });
  });

  it("keeps refusals and replays them, but lets 429, 5xx and unknown errors run again with the same id", async () => {
    const seen: string[] = [];
    const failWith = (error: Error) =>
      ask((id) => {
        seen.push(id);
        return Promise.reject(error);
      });
    expect(await codeOf(failWith(new AppError("unavailable", "away")))).to.equal("unavailable");
    expect(await codeOf(failWith(new AppError("quota_exceeded", "much")))).to.equal("quota_exceeded");
    expect(await codeOf(failWith(new Error("bug")))).to.equal("Error: bug");
    expect(await codeOf(failWith(new AppError("conflict", "externalId is taken")))).to.equal("conflict");
    expect(new Set(seen).size).to.equal(1);
    expect(seen).to.have.length(4);
    const replayed = await ask(make).catch((error: unknown) => error);
    expect(replayed).to.include({ code: "conflict", message: "externalId is taken" });
    expect(replayed).to.have.deep.property("headers", { "idempotency-replayed": "true" });
  });

  it("keeps a refusal instead of an outcome that must not be kept", async () => {
    const request = {
      store,
      organizationId: "o1",
      key: "k1",
      fingerprint: "f1",
      newId: () => `id${ids++}`,
      now: () => clock,
      storeInstead: () => ({ code: "conflict" as const, detail: "shown once", extensions: { id: "x" } }),
    };
    const first = await runIdempotent(request, async () => ({ body: { key: "secret" } }));
    expect(first.body).to.deep.equal({ key: "secret" });
    expect(JSON.stringify([...store.entries.values()])).not.to.include("secret");
    expect(await codeOf(runIdempotent(request, async () => ({ body: { key: "other" } })))).to.equal("conflict");
  });

  it("forgets after 24 hours, and keeps organizations apart", async () => {
    const first = await ask(make);
    expect((await ask(make, { organizationId: "o2" })).body).not.to.deep.equal(first.body);
    clock += 24 * 3_600_000 - 1;
    expect((await ask(make)).body).to.deep.equal(first.body);
    clock += 1;
    const later = await ask(make, { fingerprint: "f2" });
    expect(later.body).not.to.deep.equal(first.body);
  });

  it("refuses keys that are empty, too long or not visible ASCII", async () => {
    for (const key of ["", "x".repeat(256), "a b", "ü", "a\n"])
      expect(await codeOf(ask(make, { key })), JSON.stringify(key)).to.equal("validation_failed");
    expect(await codeOf(ask(make, { key: "x".repeat(255) }))).to.equal("no error");
  });

  it("prints requests alike whatever the order of members, and differently when anything differs", () => {
    const one = requestFingerprint("a.v1.b", { params: {}, query: {}, body: { a: 1, b: { c: 2, d: 3 } } });
    expect(requestFingerprint("a.v1.b", { params: {}, query: {}, body: { b: { d: 3, c: 2 }, a: 1 } })).to.equal(one);
    expect(requestFingerprint("a.v1.b", { params: {}, query: {}, body: { a: 1, b: { c: 2, d: 4 } } })).not.to.equal(
      one,
    );
    expect(requestFingerprint("a.v1.c", { params: {}, query: {}, body: { a: 1, b: { c: 2, d: 3 } } })).not.to.equal(
      one,
    );
  });
});
