import { setTimeout as delay } from "node:timers/promises";
import type { BackingServiceDefinition, LaunchPlan } from "./definition.ts";
import type { ChildProcessHandle } from "./process.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";

/** Waits until the process serves. @throws BackingServiceError with its last log lines if it exits or the timeout passes */
export async function untilReady(
  definition: Pick<BackingServiceDefinition, "title" | "startTimeoutMs" | "check">,
  plan: LaunchPlan,
  installation: Installation,
  started: ChildProcessHandle,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = Date.now() + definition.startTimeoutMs;
  let last = "";
  while (started.running) {
    if (signal?.aborted === true) {
      await started.stop();
      signal.throwIfAborted();
    }
    try {
      await definition.check(plan, started.pid, installation);
      if (started.running) return;
    } catch (error) {
      last = reasonOf(error);
    }
    if (Date.now() > deadline) {
      await started.stop();
      throw new BackingServiceError(
        `${definition.title} was not ready within ${definition.startTimeoutMs / 1000} s: ${last}\n${await started.exitReport()}`,
      );
    }
    await Promise.race([delay(50), started.exited]);
  }
  throw new BackingServiceError(`Start failed. ${await started.exitReport()}`);
}
