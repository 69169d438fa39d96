import { expect } from "chai";
import { Checks } from "../src/checks.ts";
import { readOptions } from "../src/options.ts";
import { kernel, report } from "../src/report.ts";

describe("report", () => {
  it("lists failed checks with examples, and what was not tested", () => {
    const checks = new Checks(() => undefined);
    checks.recordNone("kills", "lost", "Acknowledged but missing in the store", ["w1-7 is missing"]);
    checks.recordNone("links", "no-response", "Requests without a response", []);
    checks.recordFact("kills", "Writes", "12");
    const options = readOptions(["--only", "kills,links", "--seed", "3"]);
    if (options === "help") throw new Error("no options");
    const text = report({
      date: new Date(0),
      command: "npm run chaos",
      options,
      checks,
      seconds: 60,
      backingServices: [],
    });
    expect(text).to.include("**1 of 2 checks failed.**").and.to.include("w1-7 is missing");
    expect(text).to.include("| Acknowledged but missing in the store | 0 | 1 | **failed** |");
    expect(text).to.include("seed 3").and.to.include("- Writes: 12").and.to.include("Power loss");
    expect(text).not.to.include("## Rolling restart");
  });

  it("shows the kernel's version without the builder's suffix", () => {
    expect(["6.8.0-45-generic", "6.6.87.2-microsoft-standard-WSL2", "24.6.0"].map(kernel)).to.deep.equal([
      "6.8.0",
      "6.6.87",
      "24.6.0",
    ]);
  });
});
