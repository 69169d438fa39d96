import { expect } from "chai";
import { newId } from "../src/index.ts";

describe("newId", () => {
  it("returns UUIDv7s that sort in the order of their creation", () => {
    const ids = Array.from({ length: 500 }, newId);
    expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).to.equal(
      true,
    );
    expect(ids.toSorted()).to.deep.equal(ids);
  });
});
