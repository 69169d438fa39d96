import { expect } from "chai";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { applyPatch } from "../src/mutated-checkout.ts";
import { mutations } from "../src/mutations.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe("mutations", () => {
  for (const [name, { patches = [], failingChecks }] of Object.entries(mutations))
    it(`${name}: its patches apply to the current code, and it names the checks that must fail`, () => {
      for (const patch of patches) {
        expect(existsSync(`${root}${patch.file}`), patch.file).to.equal(true);
        const text = readFileSync(`${root}${patch.file}`, "utf8");
        expect(applyPatch(text, patch)).not.to.equal(text);
      }
      expect(failingChecks).not.to.deep.equal([]);
    });

  it("a patch is rejected unless its text occurs exactly once", () => {
    const patch = { file: "a.ts", find: "one", replace: "two" };
    expect(() => applyPatch("none of it", { ...patch, find: "missing" })).to.throw("a.ts contains 0 times");
    expect(() => applyPatch("one and one", patch)).to.throw("a.ts contains 2 times");
    expect(applyPatch("one", { ...patch, replace: "$&" })).to.equal("$&");
  });
});
