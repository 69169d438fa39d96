import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { type LivenessProbe, livenessProbe, TimeoutError, withTimeout } from "../src/timeout.ts";

const alive: LivenessProbe = { recordHeartbeat: () => undefined, isUnresponsive: () => false };
const never = (): Promise<never> => new Promise(() => undefined);
const failure = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    return error;
  }
};

describe("signs of liveness", () => {
  it("are not missed before the first, and missed when they stop", () => {
    let time = 0;
    const liveness = livenessProbe(1_000, () => time);
    time = 5_000;
    expect(liveness.isUnresponsive()).to.equal(false);
    liveness.recordHeartbeat();
    time = 6_000;
    expect(liveness.isUnresponsive()).to.equal(false);
    time = 6_001;
    expect(liveness.isUnresponsive()).to.equal(true);
    liveness.recordHeartbeat();
    expect(liveness.isUnresponsive()).to.equal(false);
  });
});

describe("an answer that is due", () => {
  it("is given on, and so is a failure", async () => {
    expect(await withTimeout(async () => 7, { timeoutMs: 60_000, liveness: alive })).to.equal(7);
    const fails = withTimeout(() => Promise.reject(new TypeError("no")), { timeoutMs: 60_000, liveness: alive });
    expect(await failure(fails)).to.be.instanceOf(TypeError);
  });

  it("is not waited for when who owes it is gone", async () => {
    const liveness = { ...alive, isUnresponsive: () => true };
    expect(await failure(withTimeout(never, { timeoutMs: 60_000, liveness }))).to.be.instanceOf(TimeoutError);
  });

  it("is no longer waited for when who owes it falls silent meanwhile", async () => {
    let silent = false;
    const liveness = { ...alive, isUnresponsive: () => silent };
    const work = withTimeout(never, { timeoutMs: 60_000, liveness });
    silent = true;
    expect(await failure(work)).to.be.instanceOf(TimeoutError);
  });

  it("is waited for while there are signs of liveness, up to its time", async () => {
    let looks = 0;
    const liveness = { ...alive, isUnresponsive: () => looks++ < 0 };
    let answer: (value: number) => void = () => undefined;
    const slow = new Promise<number>((resolve) => (answer = resolve));
    const work = withTimeout(() => slow, { timeoutMs: 60_000, liveness });
    await eventually(() => expect(looks).to.be.above(4));
    answer(7);
    expect(await work).to.equal(7);
    expect(await failure(withTimeout(never, { timeoutMs: 10, liveness }))).to.be.instanceOf(TimeoutError);
  });
});
