import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { decodeCursor, encodeCursor } from "../src/index.ts";

describe("cursors", () => {
  const query = { status: "active", sort: "-price", limit: 20 };

  it("decodeCursor returns the encoded position for an equal query with members in another order", () => {
    const cursor = encodeCursor([12.5, null, "id"], query);
    expect(decodeCursor(cursor, { limit: 20, sort: "-price", status: "active" })).to.deep.equal([12.5, null, "id"]);
  });

  it("decodeCursor throws validation_failed for the cursor of another query", () => {
    const cursor = encodeCursor([1, "id"], query);
    expect(() => decodeCursor(cursor, { ...query, status: "sold" }))
      .to.throw(AppError)
      .with.property("code", "validation_failed");
  });

  for (const malformed of [
    "",
    "x",
    "bm9uc2Vuc2U",
    Buffer.from("[1,2]").toString("base64url"),
    Buffer.from('["a",[{}]]').toString("base64url"),
  ])
    it(`decodeCursor throws validation_failed for the malformed cursor "${malformed}"`, () => {
      expect(() => decodeCursor(malformed, query))
        .to.throw(AppError)
        .with.property("code", "validation_failed");
    });
});
