import type { Logger } from "@plat/kit";

export interface PeriodicJob {
  /** Stops scheduling and waits for the run in progress. */
  stop(): Promise<void>;
}

/**
 * Runs a job periodically, `intervalMs` after the end of the previous run. The first of several consecutive failures and
 * the recovery are logged.
 */
export function runPeriodically(name: string, intervalMs: number, log: Logger, job: () => Promise<void>): PeriodicJob {
  let isFailing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      await job();
      if (isFailing) log.info({ job: name }, "job recovered");
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error, job: name }, "job failed; retrying");
      isFailing = true;
    }
    schedule();
  };
  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run();
    }, intervalMs);
  };
  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
