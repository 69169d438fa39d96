import { AppError, isApiKey, keysContract, redisKeys, recordField } from "@plat/contracts";
import { createLogger, newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import { hashOf } from "../src/domain/key.ts";
import { openLedger } from "../src/store/credential-cache.ts";
import { keyHandlers } from "../src/handlers/api-keys.ts";
import { type Account, callOf, codeOf, keysUnderTest, type KeysUnderTest, partsOf, signUp } from "./support.ts";

describe("API keys over the bus", () => {
  let plat: KeysUnderTest;
  let account: Account;
  let redis: Redis;
  const names = redisKeys("plat:");
  before(async () => {
    plat = await keysUnderTest({ KEY_LIMIT: "5" });
    redis = new Redis(plat.backingServices.url("redis"), { retryStrategy: () => 50, connectTimeout: 1_000 });
    redis.on("error", () => undefined);
  });
  after(async () => {
    redis.disconnect();
    await plat.stop();
  });
  beforeEach(async () => {
    account = await signUp(plat.rpc);
  });
  const options = (idempotencyKey?: string) => ({
    requestId: newId(),
    caller: account.caller,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  type Created = { id: string; key: string; status: string; expiresAt: string | null; name: string };
  const create = (body: Record<string, unknown> = {}, idempotencyKey?: string) =>
    plat.ask(
      keysContract.createKey,
      { body: { name: "one", scopes: ["read", "write"], ...body } },
      options(idempotencyKey),
    ) as Promise<Created>;
  const rotate = (id: string, graceHours: number, idempotencyKey?: string) =>
    plat.ask(
      keysContract.rotateKey,
      { params: { id }, body: { graceHours } },
      options(idempotencyKey),
    ) as Promise<Created>;
  const revoke = (id: string) => plat.rpc.call(keysContract.revokeKey, { params: { id } }, options());
  const list = () => plat.rpc.call(keysContract.listKeys, {}, options());
  const recordOf = (key: string) => redis.hgetall(names.key(hashOf(key)));

  it("are shown once, well-formed, and listed without the key, newest first", async () => {
    const made = await create();
    expect(isApiKey(made.key)).to.equal(true);
    const second = await create({ name: "two", scopes: ["read"], expiresInDays: 0.25 });
    const [newer, older] = await list();
    expect(older).to.include({ id: made.id, name: "one", status: "active", usageCount: 0, lastUsedAt: null });
    expect(older).to.include({ createdBy: account.userId, revokedAt: null, expiresAt: null });
    expect(newer).to.deep.include({ id: second.id, scopes: ["read"], hint: `svc_pk_…${second.key.slice(-4)}` });
    const lifetime = Date.parse(newer?.expiresAt ?? "") - Date.parse(newer?.createdAt ?? "");
    expect(lifetime).to.equal(6 * 3_600_000);
    expect(JSON.stringify(await list())).not.to.include(made.key);
  });

  it("never number more than the limit, however many are made at once", async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => create()));
    const refused = results.flatMap((one) => (one.status === "rejected" ? [(one.reason as AppError).code] : []));
    expect(refused).to.deep.equal(Array.from({ length: 7 }, () => "key_limit_reached"));
    expect(await list()).to.have.length(5);
  });

  it("that expired or were revoked make room for others", async () => {
    const [first] = await Promise.all(Array.from({ length: 4 }, () => create()));
    const short = await create({ expiresInDays: 1e-9 });
    await eventually(async () => expect((await list()).find(({ id }) => id === short.id)?.status).to.equal("expired"));
    await create();
    expect(await codeOf(create())).to.equal("key_limit_reached");
    await revoke(first?.id ?? "");
    await create();
    expect(await codeOf(create())).to.equal("key_limit_reached");
  });

  it("can be revoked again with the same answer; another organization's and unknown ones are not found", async () => {
    const made = await create();
    for (let times = 0; times < 2; times++) expect(await revoke(made.id)).to.deep.equal({ success: true });
    expect((await list())[0]).to.include({ status: "revoked" });
    account = await signUp(plat.rpc);
    expect(await codeOf(revoke(made.id))).to.equal("not_found");
    expect(await codeOf(revoke(newId()))).to.equal("not_found");
  });

  it("stand in Redis as soon as they are made, and revoked before the answer", async () => {
    const { id, key } = await create({ scopes: ["read"] });
    expect(await recordOf(key)).to.include({ id, org: account.organizationId, sc: "read", v: "1" });
    await revoke(id);
    expect(await recordOf(key))
      .to.include({ v: "2" })
      .and.to.have.property(recordField.revokedAt);
  });

  it("are revoked with 503 while Redis is away, and the marker follows by itself", async () => {
    const { id, key } = await create();
    await plat.backingServices.service("redis").kill();
    expect(await codeOf(revoke(id))).to.equal("unavailable");
    await plat.backingServices.service("redis").restart();
    await eventually(async () => expect(await recordOf(key)).to.have.property(recordField.revokedAt));
    expect(await revoke(id)).to.deep.equal({ success: true });
  });

  it("are loaded into Redis when it has lost them, with their total; unknown ones are told apart", async () => {
    const { id, key } = await create();
    await redis.del(names.key(hashOf(key)));
    const look = (hash: string) => plat.rpc.call(keysContract.lookUpKey, { body: { hash } }, { requestId: newId() });
    expect((await look(hashOf(key))).record).to.include({ id, version: 1 });
    expect(await recordOf(key)).to.include({ id });
    expect((await look(hashOf(`${key}x`))).record).to.equal(null);
  });

  it("in Redis are never replaced by an older version, nor their totals lowered", async () => {
    const log = createLogger({ service: "test", level: "silent" });
    const ledger = openLedger({ url: plat.backingServices.url("redis"), prefix: "order:", replicas: 0, log });
    await eventually(() => ledger.check());
    const at = redisKeys("order:").key("h");
    const record = { id: newId(), organizationId: newId(), scopes: ["read" as const], expiresAt: null };
    await ledger.putKey("h", { ...record, revokedAt: 5, version: 2 }, { usageCount: 7, lastUsedAt: 9 });
    await ledger.putKey("h", { ...record, revokedAt: null, version: 1 }, { usageCount: 3, lastUsedAt: 4 });
    expect(await redis.hgetall(at)).to.include({ v: "2", rev: "5", n: "7", u: "9" });
    await ledger.putKey(
      "h",
      { ...record, revokedAt: null, expiresAt: 8, version: 3 },
      { usageCount: 9, lastUsedAt: 1 },
    );
    expect(await redis.hgetall(at))
      .to.include({ v: "3", exp: "8", n: "9", u: "9" })
      .and.not.to.have.property("rev");
    ledger.close();
  });

  it("have totals that reach the store within a moment, only ever rise there, and come back from it", async () => {
    const { id, key } = await create();
    const use = async (count: number): Promise<void> => {
      await redis.hincrby(names.key(hashOf(key)), recordField.usageCount, count);
      await redis.hset(names.key(hashOf(key)), recordField.lastUsedAt, Date.now());
      await redis.sadd(names.used(hashOf(key)), hashOf(key));
    };
    const settled = () => eventually(async () => expect(await redis.scard(names.used(hashOf(key)))).to.equal(0));
    await use(41);
    await settled();
    await redis.flushall();
    const listed = async () => (await list()).find((one) => one.id === id);
    expect((await listed())?.usageCount).to.equal(41);
    // A Redis that has forgotten counts from below; that lowers nothing.
    await use(3);
    await settled();
    expect((await listed())?.usageCount).to.equal(41);
    await plat.rpc.call(keysContract.lookUpKey, { body: { hash: hashOf(key) } }, { requestId: newId() });
    await use(1);
    expect((await listed())?.usageCount).to.equal(42);
    expect((await listed())?.lastUsedAt).to.match(/Z$/);
  });

  it("tell their usage by day, also across a loss of Redis's data", async () => {
    const { id, key } = await create();
    const today = new Date().toISOString().slice(0, 10);
    const count = async (epoch: string, endpoint: string, times: number): Promise<void> => {
      const day = names.day(hashOf(key), today);
      await redis.hset(day, { epoch, all: times, [endpoint]: times });
      await redis.sadd(names.usedDays(hashOf(key)), `${today}:${hashOf(key)}`);
    };
    const usage = () => plat.rpc.call(keysContract.keyUsage, { params: { id }, query: { days: 30 } }, options());
    await count("a", "GET /.well-known/$x 2xx", 5);
    expect((await usage()).data[0]).to.deep.include({ date: today, total: 5 });
    await redis.flushall();
    await count("b", "GET /.well-known/$x 2xx", 2);
    expect((await usage()).data).to.deep.equal([
      { date: today, total: 7, endpoints: [{ endpoint: "GET /.well-known/$x", statusClass: "2xx", count: 7 }] },
    ]);
  });

  describe("that are rotated", () => {
    it("without grace are revoked at once; the new one has the same name and scopes", async () => {
      const old = await create({ name: "rotating", scopes: ["read"] });
      const made = await rotate(old.id, 0);
      expect(made).to.deep.include({ name: "rotating", scopes: ["read"], status: "active" });
      expect(made.key).not.to.equal(old.key);
      expect(await recordOf(old.key)).to.have.property(recordField.revokedAt);
      expect((await list()).map(({ id, status }) => [id, status])).to.deep.equal([
        [made.id, "active"],
        [old.id, "revoked"],
      ]);
    });

    it("with a grace work on until it ends, to the millisecond in Redis too", async () => {
      const old = await create();
      const before = Date.now();
      await rotate(old.id, 0.5);
      const listed = (await list()).find(({ id }) => id === old.id);
      const expiresAt = Date.parse(listed?.expiresAt ?? "");
      expect(listed?.status).to.equal("active");
      expect(expiresAt).to.be.within(before + 1_800_000, Date.now() + 1_800_000);
      expect(await recordOf(old.key)).to.include({ exp: String(expiresAt) });
    });

    it("can be at the limit, where only a grace needs room; ended ones cannot", async () => {
      const [old, ...others] = await Promise.all(Array.from({ length: 5 }, () => create()));
      expect(await codeOf(rotate(old?.id ?? "", 1))).to.equal("key_limit_reached");
      await rotate(old?.id ?? "", 0);
      expect(await codeOf(create())).to.equal("key_limit_reached");
      expect(await codeOf(rotate(old?.id ?? "", 0))).to.equal("conflict");
      await revoke(others[0]?.id ?? "");
      const results = await Promise.allSettled([create(), create()]);
      expect(results.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    });

    it("have a successor that lives as long as they were meant to, and only one while the grace runs", async () => {
      const [forever, short] = [await create(), await create({ expiresInDays: 2 })];
      const made = await rotate(forever.id, 0.5);
      expect(made.expiresAt).to.equal(null);
      const again = await rotate(forever.id, 0.5).catch((error: unknown) => error as Error);
      expect(again).to.include({ code: "conflict" }).and.to.have.property("message").which.includes(made.id);
      const successor = await rotate(short.id, 0.5);
      const { createdAt = "" } = (await list()).find(({ id }) => id === successor.id) ?? {};
      expect(Date.parse(successor.expiresAt ?? "") - Date.parse(createdAt)).to.equal(2 * 86_400_000);
    });

    it("by two at once, with a grace, have one successor", async () => {
      const old = await create();
      const codes = await Promise.all([codeOf(rotate(old.id, 1)), codeOf(rotate(old.id, 1))]);
      expect(codes.toSorted()).to.deep.equal(["conflict", "no error"]);
      expect((await list()).filter(({ status }) => status === "active")).to.have.length(2);
    });

    it("are answered with the new key though Redis goes away before it has seen the end of the old one", async () => {
      const old = await create();
      const { deps, ...parts } = await partsOf(plat);
      const ledger: typeof deps.ledger = {
        ...deps.ledger,
        putKey: (hash, record, totals) =>
          hash === hashOf(old.key)
            ? Promise.reject(new AppError("unavailable", "Redis is away."))
            : deps.ledger.putKey(hash, record, totals),
      };
      const input = { params: { id: old.id }, body: { graceHours: 0 } };
      const { body } = (await keyHandlers({ ...deps, ledger }).rotateKey(callOf(plat, account.caller, input))) as {
        body: Created;
      };
      await parts.close();
      expect((await recordOf(body.key))[recordField.id]).to.equal(body.id);
      await eventually(async () => expect(await recordOf(old.key)).to.have.property(recordField.revokedAt));
    });

    it("by two at once have one successor", async () => {
      const old = await create();
      const codes = await Promise.all([codeOf(rotate(old.id, 0)), codeOf(rotate(old.id, 0))]);
      expect(codes.toSorted()).to.deep.equal(["conflict", "no error"]);
      expect((await list()).filter(({ status }) => status === "active")).to.have.length(1);
    });
  });

  describe("with an Idempotency-Key", () => {
    it("are made once; the same request again is told which one, for a key is never kept", async () => {
      const made = await create({}, "create-1");
      const again = await create({}, "create-1").catch((error: unknown) => error as AppError);
      expect(again).to.include({ code: "conflict" });
      expect(again).to.have.deep.property("extensions", { keyId: made.id });
      expect((again as AppError).headers).to.include({ "idempotency-replayed": "true" });
      expect(await codeOf(create({ name: "other" }, "create-1"))).to.equal("idempotency_key_reused");
      expect(await list()).to.have.length(1);
    });

    it("are made once by many at once, and for each organization", async () => {
      const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(create({}, "create-2"))));
      expect(codes.toSorted()).to.deep.equal([...Array.from({ length: 7 }, () => "conflict"), "no error"]);
      account = await signUp(plat.rpc);
      expect(await codeOf(create({}, "create-2"))).to.equal("no error");
    });

    it("are not rotated while Redis is away; the same request then does it, with one successor", async () => {
      const old = await create();
      await plat.backingServices.service("redis").kill();
      for (const graceHours of [0, 1])
        expect(await codeOf(rotate(old.id, graceHours, `rotate-${graceHours}`))).to.equal("unavailable");
      await plat.backingServices.service("redis").restart();
      const made = await eventually(async () => {
        expect((await list()).map(({ id, status }) => [id, status])).to.deep.equal([[old.id, "active"]]);
        return rotate(old.id, 0, "rotate-0");
      });
      expect(isApiKey(made.key)).to.equal(true);
      expect((await recordOf(made.key))[recordField.id]).to.equal(made.id);
      const again = await rotate(old.id, 0, "rotate-0").catch((error: unknown) => error as AppError);
      expect(again).to.include({ code: "conflict" }).and.to.have.nested.property("extensions.keyId", made.id);
      expect((await list()).map(({ status }) => status)).to.deep.equal(["active", "revoked"]);
    });
  });
});
