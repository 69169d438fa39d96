import { keysContract, redisKeys } from "@plat/contracts";
import { newId } from "@plat/kit";
import { uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { Redis } from "ioredis";
import mongoose from "mongoose";
import { hashOf } from "../src/domain/key.ts";
import { keysUnderTest, type KeysUnderTest, partsOf, signUp } from "./support.ts";

describe("an organization that has had many keys", () => {
  let plat: KeysUnderTest;
  before(async () => {
    plat = await keysUnderTest();
  });
  after(() => plat.stop());

  it("is shown all that work and the newest 500 at least", async () => {
    const { caller, organizationId } = await signUp(plat.rpc);
    const options = { requestId: newId(), caller };
    const body = { name: "oldest", scopes: ["read" as const] };
    const oldest = await plat.rpc.call(keysContract.createKey, { body }, options);
    const mongo = await mongoose
      .createConnection(plat.env["MONGO_URL"] ?? "", { dbName: plat.env["MONGO_DATABASE"] ?? "" })
      .asPromise();
    const at = new Date();
    await mongo.collection("keys").insertMany(
      Array.from({ length: 600 }, () => {
        const id = newId();
        return {
          _id: id as unknown as mongoose.Types.ObjectId,
          organizationId,
          name: "ended",
          hash: hashOf(id),
          hint: "h",
          scopes: ["read"],
          createdAt: at,
          createdBy: null,
          expiresAt: null,
          revokedAt: at,
          version: 2,
          usageCount: 0,
          lastUsedAt: null,
          unpushed: false,
          changedAt: at,
        };
      }),
    );
    await mongo.close();
    const listed = await plat.rpc.call(keysContract.listKeys, {}, options);
    expect(listed).to.have.length(501);
    expect(listed.at(-1)).to.include({ id: oldest.id, status: "active" });
    const ids = listed.map(({ id }) => id);
    expect(ids).to.deep.equal(ids.toSorted().toReversed());
  });

  it("makes a question for the usage of one key no dearer: that of others is left where it is", async () => {
    const { deps, ...parts } = await partsOf(plat, { database: uniqueName("keys"), prefix: "alone:" });
    const redis = new Redis(plat.backingServices.url("redis"));
    const names = redisKeys("alone:");
    const today = new Date().toISOString().slice(0, 10);
    // Of one tag, so that they stand in one set.
    const [one = "", other = ""] = ["a", "b"].map((digit) => digit.repeat(56) + "0".repeat(8));
    for (const hash of [one, other]) {
      await redis.hset(names.day(hash, today), { epoch: "e", all: 3, "GET /properties 2xx": 3 });
      await redis.sadd(names.usedDays(hash), `${today}:${hash}`);
    }
    const times = { createdAt: 0, expiresAt: null, revokedAt: null, lifetimeMs: null, lastUsedAt: null };
    const rest = { organizationId: newId(), name: "n", hint: "h", scopes: [], createdBy: null, replacedBy: null };
    const report = await deps.usage({ id: newId(), hash: one, version: 1, usageCount: 0, ...times, ...rest }, 30);
    expect(report.data[0]).to.include({ date: today, total: 3 });
    expect(await redis.smembers(names.usedDays(one))).to.deep.equal([`${today}:${other}`]);
    redis.disconnect();
    await parts.close();
  });
});
