import { type AppError, isApiKey, keysContract } from "@plat/contracts";
import { newId } from "@plat/kit";
import { expect } from "chai";
import { type Account, keysUnderTest, type KeysUnderTest, signUp } from "./support.ts";

describe("API keys over the bus", () => {
  let plat: KeysUnderTest;
  let account: Account;
  before(async () => {
    plat = await keysUnderTest({ KEY_LIMIT: "5" });
  });
  after(() => plat.stop());
  beforeEach(async () => {
    account = await signUp(plat.rpc);
  });
  const options = () => ({ requestId: newId(), caller: account.caller });
  const create = (name = "one") =>
    plat.rpc.call(keysContract.createKey, { body: { name, scopes: ["read", "write"] } }, options());
  const list = () => plat.rpc.call(keysContract.listKeys, {}, options());

  it("are shown once, well-formed, and listed without the key", async () => {
    const made = await create();
    expect(isApiKey(made.key)).to.equal(true);
    const [listed] = await list();
    expect(listed).to.include({ id: made.id, name: "one", status: "active", usageCount: 0, lastUsedAt: null });
    expect(JSON.stringify(listed)).not.to.include(made.key);
  });

  it("never number more than the limit, however many are made at once", async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => create()));
    const refused = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as AppError).code] : [],
    );
    expect(refused).to.deep.equal(Array.from({ length: 7 }, () => "key_limit_reached"));
    expect(await list()).to.have.length(5);
  });

  it("can be revoked again with the same answer, and make room for another", async () => {
    const made = await create();
    for (let more = 0; more < 4; more++) await create();
    for (let times = 0; times < 2; times++)
      expect(await plat.rpc.call(keysContract.revokeKey, { params: { id: made.id } }, options())).to.deep.equal({
        success: true,
      });
    await create();
  });
});
