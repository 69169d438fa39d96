import { expect } from "chai";
import { hashPassword, verifyPassword } from "../../src/domain/password.ts";

describe("password hashing", () => {
  it("uses argon2id with a salt per password, and verifies only the same password", async () => {
    const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.to.equal(two);
    expect(await verifyPassword("correct horse", one)).to.equal(true);
    expect(await verifyPassword("correct horsE", one)).to.equal(false);
    expect(await verifyPassword("correct horse", null)).to.equal(false);
    expect(await verifyPassword("correct horse", "plain")).to.equal(false);
  });
  it("is skipped if the request was aborted", async () => {
    const verification = await verifyPassword("a", null, AbortSignal.abort()).catch((error: unknown) => error);
    expect(verification).to.include({ code: "timeout" });
    const hashing = await hashPassword("a", AbortSignal.abort()).catch((error: unknown) => error);
    expect(hashing).to.include({ code: "timeout" });
  });
  it("accepts more concurrent calls than run at a time", async () => {
    const hash = await hashPassword("a");
    const results = await Promise.all(Array.from({ length: 10 }, () => verifyPassword("a", hash)));
    expect(results.every(Boolean)).to.equal(true);
  });
});
