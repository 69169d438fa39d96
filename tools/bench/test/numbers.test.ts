import { expect } from "chai";
import { makeListings } from "../src/listings.ts";
import { kernel } from "../src/machine.ts";
import { readOptions } from "../src/options.ts";
import { cpuSeconds, ticksOf } from "../src/processes.ts";
import { median, ratioOf, spreadOf } from "../src/statistics.ts";

describe("statistics", () => {
  it("takes the middle, and the mean of two middles", () => {
    expect(median([5, 1, 3])).to.equal(3);
    expect(median([4, 1, 3, 2])).to.equal(2.5);
    expect(median([])).to.be.NaN;
    expect(spreadOf([2, 9, 4])).to.deep.equal({ median: 4, min: 2, max: 9 });
  });

  it("divides what was measured in the same round", () => {
    expect(ratioOf([10, 30, 20], [5, 10, 20])).to.deep.equal({ median: 2, min: 1, max: 3 });
  });
});

describe("CPU of a process", () => {
  it("is read behind a name with blanks and brackets", () => {
    const stat = `42 (a) b (c) S 1 42 42 0 -1 4194560 100 0 0 0 700 50 0 0 20 0 11 0 100 1000 100`;
    expect(ticksOf(stat)).to.equal(750);
  });

  it("grows while the process computes", () => {
    const before = cpuSeconds(process.pid);
    let sum = 0;
    while (cpuSeconds(process.pid) < before + 0.05) sum += Math.sqrt(sum + 1);
    const { user, system } = process.cpuUsage();
    expect(cpuSeconds(process.pid)).to.be.closeTo((user + system) / 1e6, 0.1);
  });
});

describe("options", () => {
  it("names the option that cannot be", () => {
    for (const [args, why] of [
      [["--only", "get,nothing"], "--only"],
      [["--contestants", "rails"], "--contestants"],
      [["--rounds", "0"], "--rounds"],
      [["--listings", "20000,x"], "--listings"],
      [["--rate-limits", "off"], "--rate-limits"],
    ] as const)
      expect(() => readOptions(args)).to.throw(why);
  });

  it("has a default for each", () => {
    const options = readOptions([]);
    expect(options).to.include({ rounds: 5, seconds: 4, connections: 48 });
  });
});

describe("where the report goes", () => {
  it("is the committed file only when everything was measured", () => {
    const outOf = (...args: string[]): unknown => {
      const options = readOptions(args);
      return options === "help" ? options : options.out;
    };
    expect(outOf()).to.equal("docs/reports/benchmarks.md");
    expect(outOf("--only", "get")).to.equal("-");
    expect(outOf("--contestants", "plat,nest")).to.equal("-");
    expect(outOf("--only", "get", "--out", "x.md")).to.equal("x.md");
  });
});

describe("the machine", () => {
  it("is told with the kernel's version, without what its builder has added", () => {
    expect(["6.8.0-45-generic", "24.6.0"].map(kernel)).to.deep.equal(["6.8.0", "24.6.0"]);
  });
});

describe("listings to measure with", () => {
  it("are the same each time, with names of their own", () => {
    const first = [...makeListings(500)];
    expect([...makeListings(500)]).to.deep.equal(first);
    expect(new Set(first.map(({ externalId }) => externalId)).size).to.equal(500);
    expect(new Set(first.map(({ address }) => address?.city)).size).to.be.greaterThan(100);
  });
});
