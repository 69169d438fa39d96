import { expect } from "chai";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { jsonExceeds } from "../src/index.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const isDeeper = (json: Uint8Array, depth: number): boolean =>
  jsonExceeds(json, { depth, values: Number.POSITIVE_INFINITY }) === "depth";
const hasMoreValues = (text: string, values: number): boolean =>
  jsonExceeds(bytes(text), { depth: Number.POSITIVE_INFINITY, values }) === "values";

/** Number of values at all levels; an empty array or object counts as two. */
function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const inner = Object.values(value);
  return (
    1 +
    Math.max(
      1,
      inner.map(countValues).reduce((a, b) => a + b, 0),
    )
  );
}

describe("jsonExceeds: depth", () => {
  it("accepts exactly the maximum depth", () => {
    expect(isDeeper(bytes("[".repeat(32) + "]".repeat(32)), 32)).to.equal(false);
    expect(isDeeper(bytes("[".repeat(33) + "]".repeat(33)), 32)).to.equal(true);
    expect(isDeeper(bytes('{"a":'.repeat(33) + "1" + "}".repeat(33)), 32)).to.equal(true);
    expect(isDeeper(bytes("1"), 0)).to.equal(false);
  });

  it("counts nesting levels, not brackets", () => {
    expect(isDeeper(bytes(`[${"[],".repeat(1000)}{}]`), 2)).to.equal(false);
  });

  it("ignores brackets in strings, including escaped ones", () => {
    for (const text of ["[[[[", '"[[[', "\\[[[", '\\"[[', "\\\\", '{"{', "\u{1F600}[[["]) {
      expect(isDeeper(bytes(JSON.stringify([text, text])), 1), text).to.equal(false);
    }
    expect(isDeeper(bytes('["\\\\",[[]]]'), 2)).to.equal(true);
  });

  it("terminates for unclosed brackets and unclosed strings", () => {
    expect(isDeeper(bytes("[".repeat(100_000)), 32)).to.equal(true);
    expect(isDeeper(bytes('["[[['), 1)).to.equal(false);
    expect(isDeeper(bytes('"\\'), 1)).to.equal(false);
  });

  it("agrees with the parsed value for random JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 0, max: 8 }), (value, max) => {
        const text = JSON.stringify(value);
        expect(isDeeper(bytes(text), max)).to.equal(depthOf(JSON.parse(text)) > max);
      }),
    );
  });
});

describe("jsonExceeds: number of values", () => {
  it("accepts exactly the maximum number and ignores the content of strings", () => {
    expect([hasMoreValues("[1,2,3]", 4), hasMoreValues("[1,2,3]", 3)]).to.deep.equal([false, true]);
    expect([hasMoreValues('{"a":{"b":1}}', 3), hasMoreValues('{"a":{"b":1}}', 2)]).to.deep.equal([false, true]);
    expect(hasMoreValues('["a,b,c,[,{","\\",",\\","]', 4)).to.equal(false);
    expect(hasMoreValues("1", 1)).to.equal(false);
  });

  it("agrees with the parsed value for random JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 30 }), (value, max) => {
        const text = JSON.stringify(value);
        expect(hasMoreValues(text, max)).to.equal(countValues(JSON.parse(text)) > max);
      }),
    );
  });
});
