import { keysContract, redisKeys, recordField } from "@plat/contracts";
import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import mongoose, { type Connection } from "mongoose";
import { hashOf } from "../src/domain/key.ts";
import { type Account, keysUnderTest, type KeysUnderTest, signUp } from "./support.ts";

describe("ended keys and sessions", () => {
  let plat: KeysUnderTest;
  let redis: Redis;
  let mongo: Connection;
  const names = redisKeys("plat:");
  before(async () => {
    plat = await keysUnderTest();
    redis = new Redis(plat.backingServices.url("redis"), { retryStrategy: () => 50, connectTimeout: 1_000 });
    redis.on("error", () => undefined);
    mongo = await mongoose
      .createConnection(plat.env["MONGO_URL"] ?? "", { dbName: plat.env["MONGO_DATABASE"] ?? "" })
      .asPromise();
  });
  after(async () => {
    redis.disconnect();
    await mongo.close();
    await plat.stop();
  });

  interface Ended {
    key: string;
    session: string;
  }
  const end = async (account: Account): Promise<Ended> => {
    const { caller } = account;
    if (caller.kind !== "session") throw new Error("no session");
    const options = { requestId: newId(), caller };
    const body = { name: "one", scopes: ["read" as const] };
    const { id, key } = await plat.rpc.call(keysContract.createKey, { body }, options);
    await plat.rpc.call(keysContract.revokeKey, { params: { id } }, options);
    await plat.rpc.call(keysContract.signOut, {}, options);
    return { key: names.key(hashOf(key)), session: names.session(caller.userId, caller.sessionId) };
  };
  const expectShown = async ({ key, session }: Ended): Promise<void> => {
    for (const name of [key, session])
      expect(await redis.hexists(name, recordField.revokedAt), name.replace(/:.*/, "")).to.equal(1);
  };
  const forget = ({ key, session }: Ended) => Promise.all([redis.del(key), redis.del(session)]);

  it("are shown again at the start, before it is ready, though the last of them ended days ago", async () => {
    const ended = await end(await signUp(plat.rpc));
    const daysAgo = new Date(Date.now() - 3 * 86_400_000);
    await mongo.collection("keys").updateMany({}, { $set: { changedAt: daysAgo } });
    await mongo.collection("sessions").updateMany({ endedAt: { $ne: null } }, { $set: { endedAt: daysAgo } });
    await forget(ended);
    await plat.restart();
    await expectShown(ended);
  });

  it("are all shown again, however many there are, though they are read a part at a time", async () => {
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
    const at = documents.map(({ _id, userId }) => names.session(userId, String(_id)));
    const shown = await Promise.all(at.map((name) => redis.hexists(name, recordField.revokedAt)));
    expect(shown.filter((one) => one === 1)).to.have.length(450);
  });

  it("are shown again by a service that starts before Redis does", async () => {
    const ended = await end(await signUp(plat.rpc));
    await forget(ended);
    await plat.backingServices.service("redis").kill();
    await plat.restart();
    await plat.backingServices.service("redis").restart();
    await eventually(() => expectShown(ended));
  });

  it("are shown again to a Redis that comes back without the last of what it had", async () => {
    const ended = await end(await signUp(plat.rpc));
    await forget(ended);
    await plat.backingServices.service("redis").kill();
    await plat.backingServices.service("redis").restart();
    await eventually(() => expectShown(ended));
  });

  it("that gateways were not told of are shown however many keys there are, and those keys are left alone", async () => {
    const documents = Array.from({ length: 201 }, (_, number) => {
      const isRevoked = number === 200;
      const longAgo = new Date(Date.now() - 30 * 86_400_000 + number);
      return {
        _id: newId() as unknown as mongoose.Types.ObjectId,
        organizationId: newId(),
        name: "one",
        hash: hashOf(`many ${number} ${plat.env["MONGO_DATABASE"]}`),
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
