import { expect } from "chai";
import { createLease, type Lease, LeaseLost, type LeaseStore, createLeaseStore } from "../src/indexing/lease.ts";
import { startSearchFixture } from "./support/search-fixture.ts";

const periodMs = 1_000;
const checkMs = 100;
const yearMs = 365 * 86_400_000;

/** Instances that share one record; their clocks are controlled and may differ. */
function sharedRecord() {
  let time = 0;
  let stored: Awaited<ReturnType<LeaseStore["read"]>>;
  const store: LeaseStore = {
    read: async () => stored,
    async write(record, expected) {
      if (stored?.revision.seqNo !== expected?.seqNo) return undefined;
      stored = { record, revision: { seqNo: (stored?.revision.seqNo ?? 0) + 1, primaryTerm: 1 } };
      return stored.revision;
    },
  };
  return {
    /** @param offMs error of its clock in milliseconds */
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
    removeRecord: () => void (stored = undefined),
    pass: (ms: number) => void (time += ms),
    time: () => time,
  };
}

describe("lease", () => {
  it("lets one instance at a time run the job, once per period after the end of the last run", async () => {
    const { instance, pass, time } = sharedRecord();
    const instances = [instance(), instance(7), instance(-3)];
    const startedAt: number[] = [];
    for (let check = 0; check < 60; check++) {
      const acquired = await Promise.all(instances.map((each) => each.acquire()));
      expect(acquired.filter(Boolean).length).to.be.at.most(1);
      const holder = instances[acquired.indexOf(true)];
      if (holder !== undefined) {
        startedAt.push(time());
        // A long run: half a period.
        for (let page = 0; page < 5; page++) {
          pass(checkMs);
          await holder.renew();
          const others = instances.filter((each) => each !== holder);
          expect(await Promise.all(others.map((each) => each.acquire()))).to.deep.equal([false, false]);
        }
        await holder.complete(startedAt.length);
      }
      pass(checkMs);
    }
    expect(startedAt).to.deep.equal([0, 1_500, 3_000, 4_500, 6_000, 7_500]);
    expect(instances.map((each) => each.lastFound())).to.deep.equal([6, 6, 6]);
  });

  it("moves to another instance if its holder has not renewed it for a period, and not earlier", async () => {
    const { instance, pass, time } = sharedRecord();
    const [stalled, other] = [instance(), instance()];
    expect(await stalled.acquire()).to.equal(true);
    pass(500);
    await stalled.renew();
    const at = time();
    while (!(await other.acquire())) pass(checkMs);
    expect(time() - at).to.equal(periodMs);
    // The slow former holder detects that it has lost the lease.
    pass(checkMs);
    const late = await stalled.renew().catch((error: unknown) => error);
    expect(late).to.be.instanceOf(LeaseLost);
    expect(await stalled.complete(1).catch((error: unknown) => error)).to.be.instanceOf(LeaseLost);
    await other.renew();
  });

  for (const offMs of [yearMs, -yearMs])
    it(`is acquired within one period if the clock of its last holder was a year ${offMs > 0 ? "ahead" : "behind"}`, async () => {
      const { instance, pass, time } = sharedRecord();
      const wrong = instance(offMs);
      expect(await wrong.acquire()).to.equal(true);
      await wrong.complete(0);
      pass(checkMs);
      const right = instance();
      const at = time();
      while (!(await right.acquire())) pass(checkMs);
      expect(time() - at).to.be.at.most(periodMs);
      await right.complete(0);
      // Time passes for both.
      let jobs = 0;
      for (let check = 0; check < 40; check++) {
        pass(checkMs);
        for (const each of [wrong, right]) {
          if (!(await each.acquire())) continue;
          jobs++;
          await each.complete(0);
        }
      }
      expect(jobs).to.equal(4);
    });

  it("is acquired after one period if its record was removed", async () => {
    const { instance, removeRecord, pass, time } = sharedRecord();
    const [one, other] = [instance(), instance()];
    expect(await one.acquire()).to.equal(true);
    expect(await other.acquire()).to.equal(false);
    await one.complete(0);
    removeRecord();
    const at = time();
    while (!(await other.acquire()) && !(await one.acquire())) pass(checkMs);
    expect(time() - at).to.equal(periodMs);
  });

  it("is not acquired by an instance that starts shortly after a completed run", async () => {
    const { instance, pass, time } = sharedRecord();
    const first = instance();
    expect(await first.acquire()).to.equal(true);
    await first.complete(0);
    const at = time();
    pass(300);
    const restarted = instance();
    while (!(await restarted.acquire())) pass(checkMs);
    expect(time() - at).to.equal(periodMs);
  });

  it("is acquired by exactly one of many concurrent instances", async () => {
    const fixture = await startSearchFixture();
    const stores = Array.from({ length: 8 }, () =>
      createLeaseStore(fixture.elasticsearch, fixture.config.ELASTICSEARCH_INDEX, "test"),
    );
    const record = (found: number) => ({ holder: `${found}`, at: new Date().toISOString(), found });
    const [store] = stores;
    expect(await store?.read()).to.equal(undefined);
    for (let round = 0; round < 3; round++) {
      const before = await store?.read();
      const revisions = await Promise.all(stores.map((each, at) => each.write(record(at), before?.revision)));
      const winner = revisions.findIndex((revision) => revision !== undefined);
      expect(revisions.filter((revision) => revision !== undefined)).to.have.length(1);
      const after = await store?.read();
      expect(after?.record.found).to.equal(winner);
      expect(after?.revision).to.deep.equal(revisions[winner]);
    }
    await fixture.stop();
  });
});
