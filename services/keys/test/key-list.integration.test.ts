import { keysContract } from "@plat/contracts";
import { newId } from "@plat/kit";
import { expect } from "chai";
import type mongoose from "mongoose";
import { hashKey } from "../src/domain/key.ts";
import { type KeysUnderTest, signUp, startKeysUnderTest } from "./support.ts";

describe("key list of an organization with many ended keys", () => {
  let plat: KeysUnderTest;
  before(async () => {
    plat = await startKeysUnderTest();
  });
  after(() => plat.stop());

  it("contains all active keys and the newest 500 keys, newest first", async () => {
    const { caller, organizationId } = await signUp(plat.rpc);
    const options = { requestId: newId(), caller };
    const body = { name: "oldest", scopes: ["read" as const] };
    const oldest = await plat.rpc.call(keysContract.createKey, { body }, options);
    const mongo = await plat.connectToDatabase();
    const at = new Date();
    await mongo.collection("keys").insertMany(
      Array.from({ length: 600 }, () => {
        const id = newId();
        return {
          _id: id as unknown as mongoose.Types.ObjectId,
          organizationId,
          name: "ended",
          hash: hashKey(id),
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
});
