import { keysContract, redisKeys, recordField } from "@plat/contracts";
import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import type mongoose from "mongoose";
import { hashKey } from "../src/domain/key.ts";
import { type Account, type KeysUnderTest, signUp, startKeysUnderTest } from "./support.ts";

describe("replay of ended keys and sessions to Redis", () => {
  let plat: KeysUnderTest;
  let redis: Redis;
  let mongo: mongoose.Connection;
  const names = redisKeys("plat:");
  before(async () => {
    plat = await startKeysUnderTest();
    redis = new Redis(plat.backingServices.url("redis"), { retryStrategy: () => 50, connectTimeout: 1_000 });
    redis.on("error", () => undefined);
    mongo = await plat.connectToDatabase();
  });
  after(async () => {
    redis.disconnect();
    await mongo.close();
    await plat.stop();
  });

  /** Names of records in Redis. */
  interface Ended {
    key: string;
    session: string;
  }
  /** Creates and revokes a key, then ends the session. */
  const endKeyAndSession = async (account: Account): Promise<Ended> => {
    const { caller } = account;
    if (caller.kind !== "session") throw new Error("not a session");
    const options = { requestId: newId(), caller };
    const body = { name: "one", scopes: ["read" as const] };
    const { id, key } = await plat.rpc.call(keysContract.createKey, { body }, options);
    await plat.rpc.call(keysContract.revokeKey, { params: { id } }, options);
    await plat.rpc.call(keysContract.signOut, {}, options);
    return { key: names.key(hashKey(key)), session: names.session(caller.userId, caller.sessionId) };
  };
  const expectReplayed = async ({ key, session }: Ended): Promise<void> => {
    for (const name of [key, session])
      expect(await redis.hexists(name, recordField.revokedAt), name.replace(/:.*/, "")).to.equal(1);
  };
  const deleteRecords = ({ key, session }: Ended) => Promise.all([redis.del(key), redis.del(session)]);

  it("completes at start before the service is ready, even if the latest of them ended days ago", async () => {
    const ended = await endKeyAndSession(await signUp(plat.rpc));
    const daysAgo = new Date(Date.now() - 3 * 86_400_000);
    await mongo.collection("keys").updateMany({}, { $set: { changedAt: daysAgo } });
    await mongo.collection("sessions").updateMany({ endedAt: { $ne: null } }, { $set: { endedAt: daysAgo } });
    await deleteRecords(ended);
    await plat.restart();
    await plat.untilReady();
    await expectReplayed(ended);
  });

  it("includes all of them although they are read in batches", async () => {
    const now = Date.now();
    const documents = Array.from({ length: 450 }, () => ({
      _id: newId() as unknown as mongoose.Types.ObjectId,
      userId: newId(),
      organizationId: newId(),
      createdAt: new Date(now),
      endsAt: new Date(now + 3_600_000),
      endedAt: new Date(now),
      version: 2,
      unpushed: false,
    }));
    await mongo.collection("sessions").insertMany(documents);
    await plat.restart();
    await plat.untilReady();
    const at = documents.map(({ _id, userId }) => names.session(userId, String(_id)));
    const replayed = await Promise.all(at.map((name) => redis.hexists(name, recordField.revokedAt)));
    expect(replayed.filter((one) => one === 1)).to.have.length(450);
  });

  it("runs as soon as Redis is available if the service starts before Redis", async () => {
    const ended = await endKeyAndSession(await signUp(plat.rpc));
    await deleteRecords(ended);
    await plat.backingServices.service("redis").kill();
    await plat.restart();
    await plat.backingServices.service("redis").restart();
    await eventually(() => expectReplayed(ended));
  });

  it("runs after a restart of Redis that lost its latest writes", async () => {
    const ended = await endKeyAndSession(await signUp(plat.rpc));
    await deleteRecords(ended);
    await plat.backingServices.service("redis").kill();
    await plat.backingServices.service("redis").restart();
    await eventually(() => expectReplayed(ended));
  });

  it("writes ended keys that Redis never received, however many keys exist, and writes no active keys", async () => {
    const documents = Array.from({ length: 201 }, (_, number) => {
      const isRevoked = number === 200;
      const longAgo = new Date(Date.now() - 30 * 86_400_000 + number);
      return {
        _id: newId() as unknown as mongoose.Types.ObjectId,
        organizationId: newId(),
        name: "one",
        hash: hashKey(`many ${number} ${plat.env["MONGO_DATABASE"]}`),
        hint: "h",
        scopes: ["read"],
        createdAt: longAgo,
        createdBy: null,
        expiresAt: null,
        revokedAt: isRevoked ? longAgo : null,
        version: isRevoked ? 2 : 1,
        usageCount: 0,
        lastUsedAt: null,
        unpushed: isRevoked,
        changedAt: longAgo,
      };
    });
    await mongo.collection("keys").insertMany(documents);
    const at = documents.map(({ hash }) => names.key(hash));
    await eventually(async () => expect(await redis.hexists(at[200] ?? "", recordField.revokedAt)).to.equal(1));
    expect(await Promise.all(at.slice(0, 200).map((name) => redis.exists(name))))
      .to.include(0)
      .and.not.to.include(1);
  });
});
