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
  const run = (
    work: (id: string) => Promise<IdempotentOutcome>,
    overrides: { key?: string | undefined; fingerprint?: string; organizationId?: string } = {},
  ) =>
    runIdempotent(
      {
        store,
        organizationId: "o1",
        key: "k1",
        fingerprint: "f1",
        newId: () => `id${ids++}`,
        now: () => clock,
        ...overrides,
      },
      work,
    );
  const create = async (id: string): Promise<IdempotentOutcome> => ({
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

  it("runs the work once, and replays the outcome with the header idempotency-replayed", async () => {
    const first = await run(create);
    const second = await run(() => Promise.reject(new Error("ran again")));
    expect(second).to.deep.equal({ ...first, headers: { ...first.headers, "idempotency-replayed": "true" } });
    expect(first.headers).not.to.have.property("idempotency-replayed");
  });

  it("runs the work each time with a new id if there is no key", async () => {
    const bodies = [await run(create, { key: undefined }), await run(create, { key: undefined })].map(
      (outcome) => outcome.body,
    );
    expect(bodies).to.deep.equal([{ id: "id0" }, { id: "id1" }]);
    expect(store.entries.size).to.equal(0);
  });

  it("throws idempotency_key_reused for another request with the same key, also while the first is running", async () => {
    await run(async (id) => {
      expect(await codeOf(run(create, { fingerprint: "f2" }))).to.equal("idempotency_key_reused");
      return create(id);
    });
    expect(await codeOf(run(create, { fingerprint: "f2" }))).to.equal("idempotency_key_reused");
  });

  it("throws conflict while a request with the same key is running", async () => {
    await run(async (id) => {
      expect(await codeOf(run(create))).to.equal("conflict");
      return create(id);
    });
  });

  it("sets Retry-After of a conflict to the time that the request has run, at most to the end of its lease", async () => {
    const retryAfters: (number | undefined)[] = [];
    void run(() => new Promise(() => undefined));
    await new Promise(setImmediate);
    for (const ranMs of [0, 900, 7_000, 29_000, 45_000, 59_500]) {
      clock = 1_000_000 + ranMs;
      const error: unknown = await run(create).catch((cause: unknown) => cause);
      retryAfters.push(error instanceof AppError ? error.retryAfter : undefined);
    }
    expect(retryAfters).to.deep.equal([1, 1, 7, 29, 15, 1]);
  });

  /** A store whose first writes of results fail. */
  const failingStore = (failures: number): IdempotencyStore => ({
    insert: (entry) => store.insert(entry),
    replace: (entry, holder) =>
      failures-- > 0
        ? Promise.reject(new AppError("unavailable", "the store is unavailable"))
        : store.replace(entry, holder),
  });
  const runWith = (customStore: IdempotencyStore, work: (id: string) => Promise<IdempotentOutcome>) =>
    runIdempotent(
      {
        store: customStore,
        organizationId: "o1",
        key: "k1",
        fingerprint: "f1",
        newId: () => `id${ids++}`,
        now: () => clock,
      },
      work,
    );

  it("throws the error of the work and releases the lease later if the store is unavailable when the work fails", async () => {
    const customStore = failingStore(2);
    expect(await codeOf(runWith(customStore, () => Promise.reject(new AppError("timeout", "slow"))))).to.equal(
      "timeout",
    );
    const outcome = await eventually(() => runWith(customStore, create));
    expect(outcome.body).to.deep.equal({ id: "id0" });
  });

  it("stores a final error and an outcome later if the store is unavailable when the work ends", async () => {
    const finalError = new AppError("conflict", "externalId is taken");
    expect(await codeOf(runWith(failingStore(1), () => Promise.reject(finalError)))).to.equal("conflict");
    const replayed = { code: "conflict", message: "externalId is taken" };
    await eventually(async () => expect(await run(create).catch((error: unknown) => error)).to.include(replayed));
    store.entries.clear();
    expect(await codeOf(runWith(failingStore(1), create))).to.equal("unavailable");
    const outcome = await eventually(() => run(() => Promise.reject(new AppError("internal", "ran again"))));
    expect(outcome.headers).to.have.property("idempotency-replayed", "true");
  });

  it("recognizes its own entry if the driver has retried the insert", async () => {
    const retryingStore: IdempotencyStore = {
      async insert(entry) {
        await store.insert(entry);
        return store.insert(entry);
      },
      replace: (entry, holder) => store.replace(entry, holder),
    };
    expect((await runWith(retryingStore, create)).body).to.deep.equal({ id: "id0" });
  });

  it("releases the lease if the store has inserted the entry without acknowledging it", async () => {
    const unacknowledgedStore: IdempotencyStore = {
      async insert(entry) {
        await store.insert(entry);
        throw new AppError("unavailable", "the store is unavailable");
      },
      replace: (entry, holder) => store.replace(entry, holder),
    };
    expect(await codeOf(runWith(unacknowledgedStore, create))).to.equal("unavailable");
    expect((await eventually(() => run(create))).status).to.equal(201);
  });

  it("runs one of 20 concurrent requests and throws conflict for the others", async () => {
    let runs = 0;
    const work = async (id: string) => {
      runs++;
      await new Promise(setImmediate);
      return create(id);
    };
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(run(work))));
    expect(codes.toSorted()).to.deep.equal([...Array.from({ length: 19 }, () => "conflict"), "no error"]);
    expect(runs).to.equal(1);
  });

  it("runs the work with the same id after the lease of a crashed attempt has expired", async () => {
    const seen: string[] = [];
    void run((id) => {
      seen.push(id);
      return new Promise(() => undefined);
    });
    await new Promise(setImmediate);
    expect(await codeOf(run(create))).to.equal("conflict");
    clock += 60_000;
    const outcome = await run((id) => {
      seen.push(id);
      return create(id);
    });
    expect(seen[1]).to.equal(seen[0]);
    expect(outcome.body).to.deep.equal({ id: seen[0] });
  });

  it("replays 4xx errors, and runs the work again with the same id after 429, 5xx and unexpected errors", async () => {
    const seen: string[] = [];
    const failWith = (error: Error) =>
      run((id) => {
        seen.push(id);
        return Promise.reject(error);
      });
    expect(await codeOf(failWith(new AppError("unavailable", "unavailable")))).to.equal("unavailable");
    expect(await codeOf(failWith(new AppError("quota_exceeded", "too many")))).to.equal("quota_exceeded");
    expect(await codeOf(failWith(new Error("bug")))).to.equal("Error: bug");
    expect(await codeOf(failWith(new AppError("conflict", "externalId is taken")))).to.equal("conflict");
    expect(new Set(seen).size).to.equal(1);
    expect(seen).to.have.length(4);
    const replayed = await run(create).catch((error: unknown) => error);
    expect(replayed).to.include({ code: "conflict", message: "externalId is taken" });
    expect(replayed).to.have.deep.property("headers", { "idempotency-replayed": "true" });
  });

  it("stores the error of storeInstead instead of an outcome with a secret", async () => {
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

  it("expires after 24 hours, and is scoped to the organization", async () => {
    const first = await run(create);
    expect((await run(create, { organizationId: "o2" })).body).not.to.deep.equal(first.body);
    clock += 24 * 3_600_000 - 1;
    expect((await run(create)).body).to.deep.equal(first.body);
    clock += 1;
    const expired = await run(create, { fingerprint: "f2" });
    expect(expired.body).not.to.deep.equal(first.body);
  });

  it("throws validation_failed for a key that is empty, too long or not visible ASCII", async () => {
    for (const key of ["", "x".repeat(256), "a b", "ü", "a\n"])
      expect(await codeOf(run(create, { key })), JSON.stringify(key)).to.equal("validation_failed");
    expect(await codeOf(run(create, { key: "x".repeat(255) }))).to.equal("no error");
  });
});

describe("requestFingerprint", () => {
  it("ignores the order of members, and depends on everything else", () => {
    const expected = requestFingerprint("a.v1.b", { params: {}, query: {}, body: { a: 1, b: { c: 2, d: 3 } } });
    expect(requestFingerprint("a.v1.b", { params: {}, query: {}, body: { b: { d: 3, c: 2 }, a: 1 } })).to.equal(
      expected,
    );
    expect(requestFingerprint("a.v1.b", { params: {}, query: {}, body: { a: 1, b: { c: 2, d: 4 } } })).not.to.equal(
      expected,
    );
    expect(requestFingerprint("a.v1.c", { params: {}, query: {}, body: { a: 1, b: { c: 2, d: 3 } } })).not.to.equal(
      expected,
    );
  });
});
