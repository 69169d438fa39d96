import { expect } from "chai";
import { serialQueue } from "../src/concurrency/serial-queue.ts";
import { pendingJob, nextTick } from "./support/pending-job.ts";

describe("serial queue", () => {
  it("runs jobs one after another, and rejects all jobs after a failure", async () => {
    const enqueue = serialQueue();
    const started: string[] = [];
    const first = pendingJob();
    const jobs = [
      enqueue(() => {
        started.push("page");
        return first.job();
      }),
      enqueue(() => {
        started.push("facets");
        return Promise.reject(new Error("failed"));
      }),
      enqueue(() => {
        started.push("map");
        return Promise.resolve();
      }),
    ];
    const outcomes = Promise.allSettled(jobs);
    await nextTick();
    expect(started).to.deep.equal(["page"]);
    first.end();
    expect((await outcomes).map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "rejected"]);
    expect(started).to.deep.equal(["page", "facets"]);
  });
});
