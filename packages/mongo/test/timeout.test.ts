import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { setImmediate } from "node:timers/promises";
import { type LivenessProbe, livenessProbe, TimeoutError, withTimeout } from "../src/timeout.ts";

const responsive: LivenessProbe = { recordHeartbeat: () => undefined, isUnresponsive: () => false };
const never = (): Promise<never> => new Promise(() => undefined);
const failure = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    return error;
  }
};

describe("livenessProbe", () => {
  it("is unresponsive when heartbeats stop, but not before the first heartbeat", () => {
    let time = 0;
    const probe = livenessProbe(1_000, () => time);
    time = 5_000;
    expect(probe.isUnresponsive()).to.equal(false);
    probe.recordHeartbeat();
    time = 6_000;
    expect(probe.isUnresponsive()).to.equal(false);
    time = 6_001;
    expect(probe.isUnresponsive()).to.equal(true);
    probe.recordHeartbeat();
    expect(probe.isUnresponsive()).to.equal(false);
  });

  it("stays responsive after the event loop was blocked, and is unresponsive if no heartbeat follows", async () => {
    const probe = livenessProbe(300);
    probe.recordHeartbeat();
    const end = performance.now() + 600;
    while (performance.now() < end);
    expect(probe.isUnresponsive()).to.equal(false);
    await setImmediate();
    expect(probe.isUnresponsive()).to.equal(false);
    await eventually(() => expect(probe.isUnresponsive()).to.equal(true));
  });
});

describe("withTimeout", () => {
  it("returns the result of the call, and throws its error", async () => {
    expect(await withTimeout(async () => 7, { timeoutMs: 60_000, liveness: responsive })).to.equal(7);
    const fails = withTimeout(() => Promise.reject(new TypeError("no")), { timeoutMs: 60_000, liveness: responsive });
    expect(await failure(fails)).to.be.instanceOf(TypeError);
  });

  it("throws TimeoutError if the receiver is unresponsive from the start", async () => {
    const liveness = { ...responsive, isUnresponsive: () => true };
    expect(await failure(withTimeout(never, { timeoutMs: 60_000, liveness }))).to.be.instanceOf(TimeoutError);
  });

  it("throws TimeoutError if the receiver becomes unresponsive during the call", async () => {
    let isUnresponsive = false;
    const liveness = { ...responsive, isUnresponsive: () => isUnresponsive };
    const work = withTimeout(never, { timeoutMs: 60_000, liveness });
    isUnresponsive = true;
    expect(await failure(work)).to.be.instanceOf(TimeoutError);
  });

  it("waits for a responsive receiver until the timeout", async () => {
    let checks = 0;
    const liveness = { ...responsive, isUnresponsive: () => checks++ < 0 };
    let respond: (value: number) => void = () => undefined;
    const slow = new Promise<number>((resolve) => (respond = resolve));
    const work = withTimeout(() => slow, { timeoutMs: 60_000, liveness });
    await eventually(() => expect(checks).to.be.above(4));
    respond(7);
    expect(await work).to.equal(7);
    expect(await failure(withTimeout(never, { timeoutMs: 10, liveness }))).to.be.instanceOf(TimeoutError);
  });
});
