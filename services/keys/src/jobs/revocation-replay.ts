import type { Logger } from "@plat/kit";
import { replayEnded, type SyncDependencies } from "./credential-sync.ts";

const retryMs = 250;
/** Milliseconds before a connection loss whose writes Redis may have lost. */
const lossWindowMs = 10 * 60_000;
/** The same at a start of the service, which does not know for how long Redis was unavailable. */
const startLossWindowMs = 24 * 3_600_000;

export interface RevocationReplay {
  /** @throws Error while a replay is pending */
  check(): void;
  stop(): Promise<void>;
}

/**
 * Writes ended keys and sessions to the credential cache again, at the start and after every connection loss: a Redis
 * that restarts, or a replica that is promoted, may lack the latest writes. Retries until it succeeds.
 * @returns after the first attempt
 */
export async function startRevocationReplay(
  dependencies: SyncDependencies,
  log: Logger,
  now: () => number,
): Promise<RevocationReplay> {
  const { keys, sessions, cache } = dependencies;
  const changes = await Promise.all([keys.lastChangedAt(), sessions.lastEndedAt()]);
  /** Start of the period to replay, in milliseconds since 1970; undefined if no replay is pending. */
  let since: number | undefined = Math.min(now(), Math.max(...changes.map((at) => at ?? 0))) - startLossWindowMs;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isFailing = false;

  const attempt = async (): Promise<void> => {
    const from = since;
    if (from === undefined) return;
    try {
      await cache.check();
      await replayEnded(dependencies, from);
      // A connection loss during the replay changes `since` and requires another one.
      if (since === from) since = undefined;
      if (isFailing) log.info("ended keys and sessions replayed to Redis");
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, "replay of ended keys and sessions to Redis failed; retrying");
      isFailing = true;
    }
  };
  const run = (): Promise<void> => {
    clearTimeout(timer);
    running ??= attempt().finally(() => {
      running = undefined;
      if (since !== undefined && !isStopped) timer = setTimeout(() => void run(), retryMs);
    });
    return running;
  };
  cache.onConnectionChange({
    lost: () => {
      // Always another value than before, so that a replay in progress notices the loss.
      since = Math.min(since ?? Number.POSITIVE_INFINITY, now() - lossWindowMs) - 1;
    },
    established: () => {
      if (!isStopped) void run();
    },
  });
  await run();
  return {
    check() {
      if (since !== undefined) throw new Error("ended keys and sessions have not been replayed to Redis yet");
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
