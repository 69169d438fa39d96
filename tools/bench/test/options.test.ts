import { expect } from "chai";
import { readOptions } from "../src/options.ts";

describe("readOptions", () => {
  it("rejects invalid options by name", () => {
    for (const [args, why] of [
      [["--only", "get,nothing"], "--only"],
      [["--frameworks", "rails"], "--frameworks"],
      [["--rounds", "0"], "--rounds"],
      [["--listings", "20000,x"], "--listings"],
      [["--rate-limits", "off"], "--rate-limits"],
    ] as const)
      expect(() => readOptions(args)).to.throw(why);
  });

  it("has defaults", () => {
    const options = readOptions([]);
    expect(options).to.include({ rounds: 5, seconds: 4, connections: 48 });
  });

  it("writes the committed report only in a complete run", () => {
    const outOf = (...args: string[]): unknown => {
      const options = readOptions(args);
      return options === "help" ? options : options.out;
    };
    expect(outOf()).to.equal("docs/reports/benchmarks.md");
    expect(outOf("--only", "get")).to.equal("-");
    expect(outOf("--frameworks", "plat,nest")).to.equal("-");
    expect(outOf("--only", "get", "--out", "x.md")).to.equal("x.md");
  });
});
