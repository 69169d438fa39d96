import { expect } from "chai";
import { createLease, type Lease, LeaseLost, type LeaseStore, leaseStore } from "../src/indexing/lease.ts";
import { startWorld } from "./support/world.ts";

const periodMs = 1_000;
const lookMs = 100;
const yearMs = 365 * 86_400_000;

/** Instances on one note, whose clocks differ as they like; time passes when it is told to. */
function surroundings() {
  let time = 0;
  let there: Awaited<ReturnType<LeaseStore["read"]>>;
  const store: LeaseStore = {
    read: async () => there,
    async write(note, over) {
      if (there?.mark.seqNo !== over?.seqNo) return undefined;
      there = { note, mark: { seqNo: (there?.mark.seqNo ?? 0) + 1, primaryTerm: 1 } };
      return there.mark;
    },
  };
  return {
    /** @param offMs by which its date is wrong */
    instance: (offMs = 0): Lease => {
      const started = Math.abs(offMs % 977);
      return createLease({
        store,
        holder: "an instance",
        periodMs,
        now: () => time + started,
        date: () => Date.parse("2026-01-01") + time + offMs,
      });
    },
    forget: () => void (there = undefined),
    pass: (ms: number) => void (time += ms),
    time: () => time,
  };
}

describe("a lease", () => {
  it("lets one of several at a time do the job, once a period from the end of the last one", async () => {
    const { instance, pass, time } = surroundings();
    const instances = [instance(), instance(7), instance(-3)];
    const begun: number[] = [];
    for (let look = 0; look < 60; look++) {
      const took = await Promise.all(instances.map((each) => each.take()));
      expect(took.filter(Boolean).length).to.be.at.most(1);
      const holder = instances[took.indexOf(true)];
      if (holder !== undefined) {
        begun.push(time());
        // A long job: half a period.
        for (let page = 0; page < 5; page++) {
          pass(lookMs);
          await holder.keep();
          const others = instances.filter((each) => each !== holder);
          expect(await Promise.all(others.map((each) => each.take()))).to.deep.equal([false, false]);
        }
        await holder.end(begun.length);
      }
      pass(lookMs);
    }
    expect(begun).to.deep.equal([0, 1_500, 3_000, 4_500, 6_000, 7_500]);
    expect(instances.map((each) => each.found())).to.deep.equal([6, 6, 6]);
  });

  it("goes to another when nothing was heard of its holder for a period, and not before", async () => {
    const { instance, pass, time } = surroundings();
    const [dying, other] = [instance(), instance()];
    expect(await dying.take()).to.equal(true);
    pass(500);
    await dying.keep();
    const at = time();
    while (!(await other.take())) pass(lookMs);
    expect(time() - at).to.equal(periodMs);
    // It was only slow, and hears that it is late.
    pass(lookMs);
    const late = await dying.keep().catch((error: unknown) => error);
    expect(late).to.be.instanceOf(LeaseLost);
    expect(await dying.end(1).catch((error: unknown) => error)).to.be.instanceOf(LeaseLost);
    await other.keep();
  });

  for (const offMs of [yearMs, -yearMs])
    it(`goes on when the clock of its last holder was ${offMs > 0 ? "ahead" : "behind"} by a year, after one period at most`, async () => {
      const { instance, pass, time } = surroundings();
      const wrong = instance(offMs);
      expect(await wrong.take()).to.equal(true);
      await wrong.end(0);
      pass(lookMs);
      const right = instance();
      const at = time();
      while (!(await right.take())) pass(lookMs);
      expect(time() - at).to.be.at.most(periodMs);
      await right.end(0);
      // Both go on together.
      let jobs = 0;
      for (let look = 0; look < 40; look++) {
        pass(lookMs);
        for (const each of [wrong, right]) {
          if (!(await each.take())) continue;
          jobs++;
          await each.end(0);
        }
      }
      expect(jobs).to.equal(4);
    });

  it("goes on after a period when what was written of it is gone", async () => {
    const { instance, forget, pass, time } = surroundings();
    const [one, other] = [instance(), instance()];
    expect(await one.take()).to.equal(true);
    expect(await other.take()).to.equal(false);
    await one.end(0);
    forget();
    const at = time();
    while (!(await other.take()) && !(await one.take())) pass(lookMs);
    expect(time() - at).to.equal(periodMs);
  });

  it("is not taken by who starts a moment after the job was done", async () => {
    const { instance, pass, time } = surroundings();
    const first = instance();
    expect(await first.take()).to.equal(true);
    await first.end(0);
    const at = time();
    pass(300);
    const restarted = instance();
    while (!(await restarted.take())) pass(lookMs);
    expect(time() - at).to.equal(periodMs);
  });

  it("is had by one of all that reach for it at the same time", async () => {
    const world = await startWorld();
    const stores = Array.from({ length: 8 }, () => leaseStore(world.engine, world.config.ELASTICSEARCH_INDEX, "test"));
    const note = (found: number) => ({ holder: `${found}`, at: new Date().toISOString(), found });
    const [store] = stores;
    expect(await store?.read()).to.equal(undefined);
    for (let round = 0; round < 3; round++) {
      const before = await store?.read();
      const marks = await Promise.all(stores.map((each, at) => each.write(note(at), before?.mark)));
      const winner = marks.findIndex((mark) => mark !== undefined);
      expect(marks.filter((mark) => mark !== undefined)).to.have.length(1);
      const after = await store?.read();
      expect(after?.note.found).to.equal(winner);
      expect(after?.mark).to.deep.equal(marks[winner]);
    }
    await world.stop();
  });
});
