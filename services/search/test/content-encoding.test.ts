import { expect } from "chai";
import { chooseEncoding } from "../src/handlers/content-encoding.ts";

describe("choice of the content encoding", () => {
  for (const [field, encoding] of [
    [undefined, "identity"],
    ["", "identity"],
    ["br", "br"],
    ["gzip, br", "br"],
    ["gzip;q=1.0, br;q=0.9", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["identity", "identity"],
    ["X-GZIP", "gzip"],
    ["deflate", "identity"],
  ] as const) {
    it(`is ${encoding} for ${JSON.stringify(field)}`, () => {
      expect(chooseEncoding(field)).to.equal(encoding);
    });
  }
});
