import { expect } from "chai";
import { cpuSeconds, ticksOf } from "../src/processes.ts";

describe("CPU time of a process", () => {
  it("is parsed after a program name with spaces and parentheses", () => {
    const stat = `42 (a) b (c) S 1 42 42 0 -1 4194560 100 0 0 0 700 50 0 0 20 0 11 0 100 1000 100`;
    expect(ticksOf(stat)).to.equal(750);
  });

  it("increases while the process computes", () => {
    const before = cpuSeconds(process.pid);
    let sum = 0;
    while (cpuSeconds(process.pid) < before + 0.05) sum += Math.sqrt(sum + 1);
    const { user, system } = process.cpuUsage();
    expect(cpuSeconds(process.pid)).to.be.closeTo((user + system) / 1e6, 0.1);
  });
});
