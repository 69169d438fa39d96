import { expect } from "chai";
import { evaluateGoals } from "../src/goals.ts";
import type { FrameworkName } from "../src/frameworks/framework.ts";
import type { Measurement, Round } from "../src/measure.ts";
import { workloads } from "../src/workloads.ts";

const round = (rate: number, cpuUs: number, backingServicesUs: number, gatewayUs?: number): Round => ({
  rate,
  p50: 1,
  p99: 1,
  cpuUs,
  gatewayUs,
  backingServicesUs,
  residentMiB: 1,
  rejected: {},
  generatorShare: 0,
});

function measuredOf(name: string, rounds: [FrameworkName, Round[]][]): Measurement {
  const workload = workloads.find((each) => each.name === name);
  if (workload === undefined) throw new Error(`unknown workload ${name}`);
  return {
    workload,
    listings: 1,
    warmupTurns: new Map(),
    rounds: new Map(rounds),
    sameLoad: undefined,
    failures: new Map(),
  };
}

describe("evaluateGoals", () => {
  it("compares goals with the rounds, and splits the CPU time per response by component", () => {
    const [first, second] = evaluateGoals([
      measuredOf("fixed", [
        ["plat", [round(4000, 200, 100, 150)]],
        ["nest", [round(2000, 450, 150, 400)]],
        ["moleculer", [round(3000, 280, 60, 200)]],
      ]),
    ]);
    expect(first).to.include({ against: "nest", goal: 3, ratio: 2, allowedUs: 200 });
    expect(first).to.include({ gatewayUs: 150, servicesUs: 50, backingServicesUs: 100 });
    expect(second).to.include({ against: "moleculer", goal: 1.7, allowedUs: 200 });
  });

  it("omits goals whose framework was not measured", () => {
    expect(evaluateGoals([measuredOf("get", [["plat", [round(1, 1, 1)]]])])).to.deep.equal([]);
  });

  it("every goal names a framework that the workload measures", () => {
    for (const { goals = {}, frameworks } of workloads) expect(frameworks).to.include.members(Object.keys(goals));
  });
});
