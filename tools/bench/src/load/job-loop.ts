import type { LoadResult } from "./job.ts";

/** Turns this process into a load generator, which runs jobs from its parent one by one and exits with it. */
export function runJobs(run: (job: never) => Promise<LoadResult>): void {
  process.on("message", (job) => {
    // The parent declares the type of the job for this file's `run`.
    void run(job as never).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.({ ready: true });
}
