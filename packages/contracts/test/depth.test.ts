import { expect } from "chai";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { jsonDepthExceeds } from "../src/index.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("the depth of JSON before parsing", () => {
  it("lets exactly the allowed depth pass", () => {
    expect(jsonDepthExceeds(bytes("[".repeat(32) + "]".repeat(32)), 32)).to.equal(false);
    expect(jsonDepthExceeds(bytes("[".repeat(33) + "]".repeat(33)), 32)).to.equal(true);
    expect(jsonDepthExceeds(bytes('{"a":'.repeat(33) + "1" + "}".repeat(33)), 32)).to.equal(true);
    expect(jsonDepthExceeds(bytes("1"), 0)).to.equal(false);
  });

  it("counts nesting, not brackets", () => {
    expect(jsonDepthExceeds(bytes(`[${"[],".repeat(1000)}{}]`), 2)).to.equal(false);
  });

  it("does not look into strings, however they are escaped", () => {
    for (const text of ["[[[[", '"[[[', "\\[[[", '\\"[[', "\\\\", '{"{', "\u{1F600}[[["]) {
      expect(jsonDepthExceeds(bytes(JSON.stringify([text, text])), 1), text).to.equal(false);
    }
    expect(jsonDepthExceeds(bytes('["\\\\",[[]]]'), 2)).to.equal(true);
  });

  it("stops at a bomb that is never closed, and at a string that is never closed", () => {
    expect(jsonDepthExceeds(bytes("[".repeat(100_000)), 32)).to.equal(true);
    expect(jsonDepthExceeds(bytes('["[[['), 1)).to.equal(false);
    expect(jsonDepthExceeds(bytes('"\\'), 1)).to.equal(false);
  });

  it("agrees with the parsed value for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 0, max: 8 }), (value, max) => {
        const text = JSON.stringify(value);
        expect(jsonDepthExceeds(bytes(text), max)).to.equal(depthOf(JSON.parse(text)) > max);
      }),
    );
  });
});
