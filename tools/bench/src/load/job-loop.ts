import type { LoadResult } from "./job.ts";

/** Makes this process a load generator: it takes jobs from its parent, one after the other, and ends with it. */
export function work(run: (job: never) => Promise<LoadResult>): void {
  process.on("message", (job) => {
    // The parent's generator is typed with what this file's `run` takes.
    void run(job as never).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.({ ready: true });
}
