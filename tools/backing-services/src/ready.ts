import { setTimeout as delay } from "node:timers/promises";
import type { BackingServiceDefinition, LaunchPlan } from "./definition.ts";
import type { ChildProcessHandle } from "./process.ts";
import { BackingServiceError, reasonOf } from "./types.ts";
import type { Installation } from "./types.ts";

/** Waits until the engine serves; when it ends or takes too long, throws an BackingServiceError with its last words. */
export async function untilReady(
  definition: Pick<BackingServiceDefinition, "title" | "startPatienceMs" | "check">,
  plan: LaunchPlan,
  installation: Installation,
  started: ChildProcessHandle,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = Date.now() + definition.startPatienceMs;
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
        `${definition.title} did not serve within ${definition.startPatienceMs / 1000} s: ${last}\n${await started.obituary()}`,
      );
    }
    await Promise.race([delay(50), started.exited]);
  }
  throw new BackingServiceError(`It could not be started. ${await started.obituary()}`);
}
