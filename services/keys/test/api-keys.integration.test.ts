import { AppError, isApiKey, keysContract, redisKeys, recordField } from "@plat/contracts";
import { createLogger, newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import { hashKey } from "../src/domain/key.ts";
import { apiKeyHandlers } from "../src/handlers/api-keys.ts";
import { openCredentialCache } from "../src/store/credential-cache.ts";
import {
  type Account,
  codeOf,
  createDependencies,
  handlerCall,
  type KeysUnderTest,
  signUp,
  startKeysUnderTest,
} from "./support.ts";

describe("API key endpoints", () => {
  let plat: KeysUnderTest;
  let account: Account;
  let redis: Redis;
  const names = redisKeys("plat:");
  before(async () => {
    plat = await startKeysUnderTest({ KEY_LIMIT: "5" });
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
    plat.request(
      keysContract.createKey,
      { body: { name: "one", scopes: ["read", "write"], ...body } },
      options(idempotencyKey),
    ) as Promise<Created>;
  const rotate = (id: string, graceHours: number, idempotencyKey?: string) =>
    plat.request(
      keysContract.rotateKey,
      { params: { id }, body: { graceHours } },
      options(idempotencyKey),
    ) as Promise<Created>;
  const revoke = (id: string) => plat.rpc.call(keysContract.revokeKey, { params: { id } }, options());
  const list = () => plat.rpc.call(keysContract.listKeys, {}, options());
  const recordOf = (key: string) => redis.hgetall(names.key(hashKey(key)));

  it("createKey returns a well-formed key, and listKeys lists all keys without it, newest first", async () => {
    const created = await create();
    expect(isApiKey(created.key)).to.equal(true);
    const second = await create({ name: "two", scopes: ["read"], expiresInDays: 0.25 });
    const [newer, older] = await list();
    expect(older).to.include({ id: created.id, name: "one", status: "active", usageCount: 0, lastUsedAt: null });
    expect(older).to.include({ createdBy: account.userId, revokedAt: null, expiresAt: null });
    expect(newer).to.deep.include({ id: second.id, scopes: ["read"], hint: `svc_pk_…${second.key.slice(-4)}` });
    const lifetime = Date.parse(newer?.expiresAt ?? "") - Date.parse(newer?.createdAt ?? "");
    expect(lifetime).to.equal(6 * 3_600_000);
    expect(JSON.stringify(await list())).not.to.include(created.key);
  });

  it("createKey never exceeds the key limit under concurrency", async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => create()));
    const rejected = results.flatMap((one) => (one.status === "rejected" ? [(one.reason as AppError).code] : []));
    expect(rejected).to.deep.equal(Array.from({ length: 7 }, () => "key_limit_reached"));
    expect(await list()).to.have.length(5);
  });

  it("createKey does not count expired and revoked keys against the limit", async () => {
    const [first] = await Promise.all(Array.from({ length: 4 }, () => create()));
    const short = await create({ expiresInDays: 1e-9 });
    await eventually(async () => expect((await list()).find(({ id }) => id === short.id)?.status).to.equal("expired"));
    await create();
    expect(await codeOf(create())).to.equal("key_limit_reached");
    await revoke(first?.id ?? "");
    await create();
    expect(await codeOf(create())).to.equal("key_limit_reached");
  });

  it("revokeKey returns the same response when repeated, and 404 for unknown and other organizations' keys", async () => {
    const created = await create();
    for (let times = 0; times < 2; times++) expect(await revoke(created.id)).to.deep.equal({ success: true });
    expect((await list())[0]).to.include({ status: "revoked" });
    account = await signUp(plat.rpc);
    expect(await codeOf(revoke(created.id))).to.equal("not_found");
    expect(await codeOf(revoke(newId()))).to.equal("not_found");
  });

  it("createKey and revokeKey update the record in Redis before they respond", async () => {
    const { id, key } = await create({ scopes: ["read"] });
    expect(await recordOf(key)).to.include({ id, org: account.organizationId, sc: "read", v: "1" });
    await revoke(id);
    expect(await recordOf(key))
      .to.include({ v: "2" })
      .and.to.have.property(recordField.revokedAt);
  });

  it("revokeKey returns 503 while Redis is unavailable, and the revocation reaches Redis after its restart", async () => {
    const { id, key } = await create();
    await plat.backingServices.service("redis").kill();
    expect(await codeOf(revoke(id))).to.equal("unavailable");
    await plat.backingServices.service("redis").restart();
    await eventually(async () => expect(await recordOf(key)).to.have.property(recordField.revokedAt));
    expect(await revoke(id)).to.deep.equal({ success: true });
  });

  it("lookUpKey restores a record that Redis has lost, and returns null for an unknown key", async () => {
    const { id, key } = await create();
    await redis.del(names.key(hashKey(key)));
    const lookUp = (hash: string) => plat.rpc.call(keysContract.lookUpKey, { body: { hash } }, { requestId: newId() });
    expect((await lookUp(hashKey(key))).record).to.include({ id, version: 1 });
    expect(await recordOf(key)).to.include({ id });
    expect((await lookUp(hashKey(`${key}x`))).record).to.equal(null);
  });

  it("putKey replaces no newer version of a record and lowers no total", async () => {
    const log = createLogger({ service: "test", level: "silent" });
    const url = plat.backingServices.url("redis");
    const cache = openCredentialCache({ url, prefix: "versions:", replicas: 0, log });
    await eventually(() => cache.check());
    const name = redisKeys("versions:").key("h");
    const record = { id: newId(), organizationId: newId(), scopes: ["read" as const], expiresAt: null };
    await cache.putKey("h", { ...record, revokedAt: 5, version: 2 }, { usageCount: 7, lastUsedAt: 9 });
    await cache.putKey("h", { ...record, revokedAt: null, version: 1 }, { usageCount: 3, lastUsedAt: 4 });
    expect(await redis.hgetall(name)).to.include({ v: "2", rev: "5", n: "7", u: "9" });
    await cache.putKey("h", { ...record, revokedAt: null, expiresAt: 8, version: 3 }, { usageCount: 9, lastUsedAt: 1 });
    expect(await redis.hgetall(name))
      .to.include({ v: "3", exp: "8", n: "9", u: "9" })
      .and.not.to.have.property("rev");
    cache.close();
  });

  it("usage totals are flushed to MongoDB, never decrease there, and are restored to Redis from it", async () => {
    const { id, key } = await create();
    const use = async (count: number): Promise<void> => {
      await redis.hincrby(names.key(hashKey(key)), recordField.usageCount, count);
      await redis.hset(names.key(hashKey(key)), recordField.lastUsedAt, Date.now());
      await redis.sadd(names.used(hashKey(key)), hashKey(key));
    };
    const flushed = () => eventually(async () => expect(await redis.scard(names.used(hashKey(key)))).to.equal(0));
    await use(41);
    await flushed();
    await redis.flushall();
    const listed = async () => (await list()).find((one) => one.id === id);
    expect((await listed())?.usageCount).to.equal(41);
    // After a data loss, Redis counts from zero; the lower total has no effect.
    await use(3);
    await flushed();
    expect((await listed())?.usageCount).to.equal(41);
    await plat.rpc.call(keysContract.lookUpKey, { body: { hash: hashKey(key) } }, { requestId: newId() });
    await use(1);
    expect((await listed())?.usageCount).to.equal(42);
    expect((await listed())?.lastUsedAt).to.match(/Z$/);
  });

  it("keyUsage returns the usage per day, including what was counted before Redis lost its data", async () => {
    const { id, key } = await create();
    const today = new Date().toISOString().slice(0, 10);
    const count = async (epoch: string, endpoint: string, times: number): Promise<void> => {
      const day = names.day(hashKey(key), today);
      await redis.hset(day, { epoch, all: times, [endpoint]: times });
      await redis.sadd(names.usedDays(hashKey(key)), `${today}:${hashKey(key)}`);
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

  describe("rotateKey", () => {
    it("without a grace period revokes the old key immediately and creates one with the same name and scopes", async () => {
      const old = await create({ name: "rotating", scopes: ["read"] });
      const created = await rotate(old.id, 0);
      expect(created).to.deep.include({ name: "rotating", scopes: ["read"], status: "active" });
      expect(created.key).not.to.equal(old.key);
      expect(await recordOf(old.key)).to.have.property(recordField.revokedAt);
      expect((await list()).map(({ id, status }) => [id, status])).to.deep.equal([
        [created.id, "active"],
        [old.id, "revoked"],
      ]);
    });

    it("with a grace period leaves the old key active until its end, which Redis has to the millisecond", async () => {
      const old = await create();
      const before = Date.now();
      await rotate(old.id, 0.5);
      const listed = (await list()).find(({ id }) => id === old.id);
      const expiresAt = Date.parse(listed?.expiresAt ?? "");
      expect(listed?.status).to.equal("active");
      expect(expiresAt).to.be.within(before + 1_800_000, Date.now() + 1_800_000);
      expect(await recordOf(old.key)).to.include({ exp: String(expiresAt) });
    });

    it("without a grace period works at the key limit; with one it counts as an additional key; revoked keys are rejected", async () => {
      const [old, ...others] = await Promise.all(Array.from({ length: 5 }, () => create()));
      expect(await codeOf(rotate(old?.id ?? "", 1))).to.equal("key_limit_reached");
      await rotate(old?.id ?? "", 0);
      expect(await codeOf(create())).to.equal("key_limit_reached");
      expect(await codeOf(rotate(old?.id ?? "", 0))).to.equal("conflict");
      await revoke(others[0]?.id ?? "");
      const results = await Promise.allSettled([create(), create()]);
      expect(results.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    });

    it("gives the new key the lifetime of the old one, and rejects a second rotation within the grace period", async () => {
      const [forever, short] = [await create(), await create({ expiresInDays: 2 })];
      const created = await rotate(forever.id, 0.5);
      expect(created.expiresAt).to.equal(null);
      const repeated = await rotate(forever.id, 0.5).catch((error: unknown) => error as Error);
      expect(repeated).to.include({ code: "conflict" }).and.to.have.property("message").which.includes(created.id);
      const successor = await rotate(short.id, 0.5);
      const { createdAt = "" } = (await list()).find(({ id }) => id === successor.id) ?? {};
      expect(Date.parse(successor.expiresAt ?? "") - Date.parse(createdAt)).to.equal(2 * 86_400_000);
    });

    it("with a grace period creates one key under concurrency", async () => {
      const old = await create();
      const codes = await Promise.all([codeOf(rotate(old.id, 1)), codeOf(rotate(old.id, 1))]);
      expect(codes.toSorted()).to.deep.equal(["conflict", "no error"]);
      expect((await list()).filter(({ status }) => status === "active")).to.have.length(2);
    });

    it("returns the new key even if Redis fails before it has the end of the old one", async () => {
      const old = await create();
      const { dependencies, close } = await createDependencies(plat);
      const cache: typeof dependencies.cache = {
        ...dependencies.cache,
        putKey: (hash, record, totals) =>
          hash === hashKey(old.key)
            ? Promise.reject(new AppError("unavailable", "Redis is unavailable."))
            : dependencies.cache.putKey(hash, record, totals),
      };
      const input = { params: { id: old.id }, body: { graceHours: 0 } };
      const { body } = (await apiKeyHandlers({ ...dependencies, cache }).rotateKey(
        handlerCall(plat, account.caller, input),
      )) as {
        body: Created;
      };
      await close();
      expect((await recordOf(body.key))[recordField.id]).to.equal(body.id);
      await eventually(async () => expect(await recordOf(old.key)).to.have.property(recordField.revokedAt));
    });

    it("without a grace period creates one key under concurrency", async () => {
      const old = await create();
      const codes = await Promise.all([codeOf(rotate(old.id, 0)), codeOf(rotate(old.id, 0))]);
      expect(codes.toSorted()).to.deep.equal(["conflict", "no error"]);
      expect((await list()).filter(({ status }) => status === "active")).to.have.length(1);
    });
  });

  describe("Idempotency-Key", () => {
    it("a repeated creation returns 409 with the id of the key, because the key itself is not stored", async () => {
      const created = await create({}, "create-1");
      const repeated = await create({}, "create-1").catch((error: unknown) => error as AppError);
      expect(repeated).to.include({ code: "conflict" });
      expect(repeated).to.have.deep.property("extensions", { keyId: created.id });
      expect((repeated as AppError).headers).to.include({ "idempotency-replayed": "true" });
      expect(await codeOf(create({ name: "other" }, "create-1"))).to.equal("idempotency_key_reused");
      expect(await list()).to.have.length(1);
    });

    it("concurrent creations create one key per organization", async () => {
      const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(create({}, "create-2"))));
      expect(codes.toSorted()).to.deep.equal([...Array.from({ length: 7 }, () => "conflict"), "no error"]);
      account = await signUp(plat.rpc);
      expect(await codeOf(create({}, "create-2"))).to.equal("no error");
    });

    it("a rotation that fails while Redis is unavailable succeeds when repeated, and creates one key", async () => {
      const old = await create();
      await plat.backingServices.service("redis").kill();
      for (const graceHours of [0, 1])
        expect(await codeOf(rotate(old.id, graceHours, `rotate-${graceHours}`))).to.equal("unavailable");
      await plat.backingServices.service("redis").restart();
      const created = await eventually(async () => {
        expect((await list()).map(({ id, status }) => [id, status])).to.deep.equal([[old.id, "active"]]);
        return rotate(old.id, 0, "rotate-0");
      });
      expect(isApiKey(created.key)).to.equal(true);
      expect((await recordOf(created.key))[recordField.id]).to.equal(created.id);
      const repeated = await rotate(old.id, 0, "rotate-0").catch((error: unknown) => error as AppError);
      expect(repeated).to.include({ code: "conflict" }).and.to.have.nested.property("extensions.keyId", created.id);
      expect((await list()).map(({ status }) => status)).to.deep.equal(["active", "revoked"]);
    });
  });
});
