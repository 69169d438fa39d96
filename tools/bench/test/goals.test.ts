import { expect } from "chai";
import { reached } from "../src/goals.ts";
import type { ContestantName } from "../src/frameworks/framework.ts";
import type { Measured, Round } from "../src/measure.ts";
import { paths } from "../src/workloads.ts";

const round = (rate: number, cpuUs: number, engineUs: number, gatewayUs?: number): Round => ({
  rate,
  p50: 1,
  p99: 1,
  cpuUs,
  gatewayUs,
  engineUs,
  residentMiB: 1,
  refused: {},
  generatorShare: 0,
});

function measuredOf(name: string, rounds: [ContestantName, Round[]][]): Measured {
  const path = paths.find((each) => each.name === name);
  if (path === undefined) throw new Error(`there is no path ${name}`);
  return {
    path,
    listings: 1,
    warmupTurns: new Map(),
    rounds: new Map(rounds),
    sameLoad: undefined,
    failures: new Map(),
  };
}

describe("aims", () => {
  it("are held against the rounds, with what an answer costs where and what the aim allows", () => {
    const [first, second] = reached([
      measuredOf("fixed", [
        ["plat", [round(4000, 200, 100, 150)]],
        ["nest", [round(2000, 450, 150, 400)]],
        ["moleculer", [round(3000, 280, 60, 200)]],
      ]),
    ]);
    expect(first).to.include({ against: "nest", aim: 3, ratio: 2, allowedUs: 200 });
    expect(first).to.include({ gatewayUs: 150, servicesUs: 50, enginesUs: 100 });
    expect(second).to.include({ against: "moleculer", aim: 1.7, allowedUs: 200 });
  });

  it("are left out where the contestant was not measured", () => {
    expect(reached([measuredOf("get", [["plat", [round(1, 1, 1)]]])])).to.deep.equal([]);
  });

  it("are set for contestants that are measured on the path", () => {
    for (const { aims = {}, contestants } of paths) expect(contestants).to.include.members(Object.keys(aims));
  });
});
