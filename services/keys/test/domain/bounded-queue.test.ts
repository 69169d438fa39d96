import type { AppError } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { boundedQueue } from "../../src/domain/bounded-queue.ts";

describe("boundedQueue", () => {
  it("limits running and waiting tasks, rejects further ones, skips aborted ones, and survives failures", async () => {
    const enqueue = boundedQueue({ concurrency: 2, maxQueued: 3 });
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const abort = new AbortController();
    const runs = [0, 1, 2, 3, 4, 5].map((number) =>
      enqueue(
        async () => {
          started.push(number);
          await new Promise<void>((resolve) => finish.push(resolve));
          return number;
        },
        number === 2 ? abort.signal : undefined,
      ).catch((error: unknown) => (error as AppError).code),
    );
    expect(await runs[5]).to.equal("unavailable");
    expect(started).to.deep.equal([0, 1]);
    abort.abort();
    finish.shift()?.();
    expect(await runs[2]).to.equal("timeout");
    for (const end of finish.splice(0)) end();
    expect([await runs[0], await runs[1]]).to.deep.equal([0, 1]);
    await eventually(() => expect(started).to.deep.equal([0, 1, 3, 4]));
    for (const end of finish) end();
    expect(await Promise.all(runs)).to.deep.equal([0, 1, "timeout", 3, 4, "unavailable"]);
    const failed = await enqueue(() => Promise.reject(new Error("no"))).catch(
      (error: unknown) => (error as Error).message,
    );
    expect(failed).to.equal("no");
    expect(await enqueue(async () => 7)).to.equal(7);
  });
});
