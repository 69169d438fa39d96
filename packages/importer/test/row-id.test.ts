import { expect } from "chai";
import { hashRow, RowIds } from "../src/row-id.ts";

const cells = (row: Record<string, unknown>): Map<string, unknown> => new Map(Object.entries(row));

describe("RowIds", () => {
  it("hashes the content of a row independent of the order of its columns", () => {
    const hash = (row: Record<string, unknown>): string => hashRow(cells(row)).toString("hex");
    expect(hash({ a: "1", b: { c: 1, d: [2] } })).to.equal(hash({ b: { d: [2], c: 1 }, a: "1" }));
    const others = [{ a: "1" }, { a: 1 }, { a: null }, { a: "" }, { b: "1" }, { a: "1", b: null }, { a: ["1"] }];
    expect(new Set(others.map(hash))).to.have.property("size", others.length);
  });

  it("numbers equal rows deterministically in a long file", () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => cells({ n: n % 15_000 }));
    const [first, second] = [new RowIds(), new RowIds()];
    const ids = rows.map((row) => first.idOf(row));
    expect(new Set(ids)).to.have.property("size", rows.length);
    expect(ids.filter((id) => id.endsWith("-2"))).to.have.length(5000);
    expect(ids[15_000]).to.equal(`${ids[0]}-2`);
    expect(rows.map((row) => second.idOf(row))).to.deep.equal(ids);
  });
});
