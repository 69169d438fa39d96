import { expect } from "chai";
import { createTenantSemaphore } from "../src/concurrency/weighted-semaphore.ts";
import { pendingJob, nextTick } from "./support/pending-job.ts";

describe("tenant semaphore", () => {
  it("limits a tenant's jobs to its capacity, in order of arrival", async () => {
    const semaphore = createTenantSemaphore({ capacity: 4, timeoutMs: 10_000 });
    const jobs = [3, 1, 4, 1].map((weight) => ({ weight, ...pendingJob() }));
    const all = jobs.map(({ weight, job }) => semaphore("a", weight, job));
    const started = () => jobs.map((each) => each.started());
    await nextTick();
    expect(started()).to.deep.equal([true, true, false, false]);
    jobs[1]?.end();
    await nextTick();
    expect(started(), "the last one fits, but does not overtake").to.deep.equal([true, true, false, false]);
    jobs[0]?.end();
    await nextTick();
    expect(started()).to.deep.equal([true, true, true, false]);
    jobs[2]?.end();
    await nextTick();
    expect(started()).to.deep.equal([true, true, true, true]);
    jobs[3]?.end();
    await Promise.all(all);
  });

  it("does not let tenants wait for each other", async () => {
    const semaphore = createTenantSemaphore({ capacity: 1, timeoutMs: 10_000 });
    const [first, second] = [pendingJob(), pendingJob()];
    const all = [semaphore("a", 1, first.job), semaphore("a", 1, second.job)];
    expect(await semaphore("b", 1, () => Promise.resolve("immediately"))).to.equal("immediately");
    expect(second.started()).to.equal(false);
    first.end();
    second.end();
    await Promise.all(all);
  });

  it("runs jobs larger than the capacity, and continues after failed jobs", async () => {
    const semaphore = createTenantSemaphore({ capacity: 2, timeoutMs: 10_000 });
    expect(await semaphore("a", 50, () => Promise.resolve(1))).to.equal(1);
    const failed = await semaphore("a", 2, () => Promise.reject(new Error("broken"))).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Error).with.property("message", "broken");
    expect(await semaphore("a", 2, () => Promise.resolve(2))).to.equal(2);
  });

  it("rejects a job after the timeout with Retry-After, and admits smaller jobs behind it", async () => {
    const semaphore = createTenantSemaphore({ capacity: 2, timeoutMs: 20 });
    const [long, small] = [pendingJob(), pendingJob()];
    const all = [semaphore("a", 1, long.job)];
    const large = semaphore("a", 2, () => Promise.resolve()).catch((error: unknown) => error);
    const behind = semaphore("a", 1, small.job).catch((error: unknown) => error);
    expect(await large).to.include({ code: "quota_exceeded", retryAfter: 1 });
    expect(small.started()).to.equal(true);
    small.end();
    long.end();
    await Promise.all([...all, behind]);
    expect(await semaphore("a", 2, () => Promise.resolve("capacity again"))).to.equal("capacity again");
  });
});
