import { expect } from "chai";
import { createLease, type Lease, LeaseLost, type LeaseStore, createLeaseStore } from "../src/indexing/lease.ts";
import { startSearchFixture } from "./support/search-fixture.ts";

const periodMs = 1_000;
const lookMs = 100;
const yearMs = 365 * 86_400_000;

/** Instances on one note, whose clocks differ as they like; time passes when it is told to. */
function surroundings() {
  let time = 0;
  let there: Awaited<ReturnType<LeaseStore["read"]>>;
  const store: LeaseStore = {
    read: async () => there,
    async write(record, expected) {
      if (there?.revision.seqNo !== expected?.seqNo) return undefined;
      there = { record, revision: { seqNo: (there?.revision.seqNo ?? 0) + 1, primaryTerm: 1 } };
      return there.revision;
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
      const took = await Promise.all(instances.map((each) => each.acquire()));
      expect(took.filter(Boolean).length).to.be.at.most(1);
      const holder = instances[took.indexOf(true)];
      if (holder !== undefined) {
        begun.push(time());
        // A long job: half a period.
        for (let page = 0; page < 5; page++) {
          pass(lookMs);
          await holder.renew();
          const others = instances.filter((each) => each !== holder);
          expect(await Promise.all(others.map((each) => each.acquire()))).to.deep.equal([false, false]);
        }
        await holder.complete(begun.length);
      }
      pass(lookMs);
    }
    expect(begun).to.deep.equal([0, 1_500, 3_000, 4_500, 6_000, 7_500]);
    expect(instances.map((each) => each.lastFound())).to.deep.equal([6, 6, 6]);
  });

  it("goes to another when nothing was heard of its holder for a period, and not before", async () => {
    const { instance, pass, time } = surroundings();
    const [dying, other] = [instance(), instance()];
    expect(await dying.acquire()).to.equal(true);
    pass(500);
    await dying.renew();
    const at = time();
    while (!(await other.acquire())) pass(lookMs);
    expect(time() - at).to.equal(periodMs);
    // It was only slow, and hears that it is late.
    pass(lookMs);
    const late = await dying.renew().catch((error: unknown) => error);
    expect(late).to.be.instanceOf(LeaseLost);
    expect(await dying.complete(1).catch((error: unknown) => error)).to.be.instanceOf(LeaseLost);
    await other.renew();
  });

  for (const offMs of [yearMs, -yearMs])
    it(`goes on when the clock of its last holder was ${offMs > 0 ? "ahead" : "behind"} by a year, after one period at most`, async () => {
      const { instance, pass, time } = surroundings();
      const wrong = instance(offMs);
      expect(await wrong.acquire()).to.equal(true);
      await wrong.complete(0);
      pass(lookMs);
      const right = instance();
      const at = time();
      while (!(await right.acquire())) pass(lookMs);
      expect(time() - at).to.be.at.most(periodMs);
      await right.complete(0);
      // Both go on together.
      let jobs = 0;
      for (let look = 0; look < 40; look++) {
        pass(lookMs);
        for (const each of [wrong, right]) {
          if (!(await each.acquire())) continue;
          jobs++;
          await each.complete(0);
        }
      }
      expect(jobs).to.equal(4);
    });

  it("goes on after a period when what was written of it is gone", async () => {
    const { instance, forget, pass, time } = surroundings();
    const [one, other] = [instance(), instance()];
    expect(await one.acquire()).to.equal(true);
    expect(await other.acquire()).to.equal(false);
    await one.complete(0);
    forget();
    const at = time();
    while (!(await other.acquire()) && !(await one.acquire())) pass(lookMs);
    expect(time() - at).to.equal(periodMs);
  });

  it("is not taken by who starts a moment after the job was done", async () => {
    const { instance, pass, time } = surroundings();
    const first = instance();
    expect(await first.acquire()).to.equal(true);
    await first.complete(0);
    const at = time();
    pass(300);
    const restarted = instance();
    while (!(await restarted.acquire())) pass(lookMs);
    expect(time() - at).to.equal(periodMs);
  });

  it("is had by one of all that reach for it at the same time", async () => {
    const fixture = await startSearchFixture();
    const stores = Array.from({ length: 8 }, () =>
      createLeaseStore(fixture.elasticsearch, fixture.config.ELASTICSEARCH_INDEX, "test"),
    );
    const record = (found: number) => ({ holder: `${found}`, at: new Date().toISOString(), found });
    const [store] = stores;
    expect(await store?.read()).to.equal(undefined);
    for (let round = 0; round < 3; round++) {
      const before = await store?.read();
      const marks = await Promise.all(stores.map((each, at) => each.write(record(at), before?.revision)));
      const winner = marks.findIndex((revision) => revision !== undefined);
      expect(marks.filter((revision) => revision !== undefined)).to.have.length(1);
      const after = await store?.read();
      expect(after?.record.found).to.equal(winner);
      expect(after?.revision).to.deep.equal(marks[winner]);
    }
    await fixture.stop();
  });
});
