/** Tracks heartbeats, such as those of a database driver, to detect that their sender has become unresponsive. */
export interface LivenessProbe {
  recordHeartbeat: () => void;
  /** False until the first heartbeat, because the sender may not support them. */
  isUnresponsive: () => boolean;
}

/** Interval in milliseconds at which the clock of the event loop observes it. */
const clockTickMs = 50;

/**
 * A monotonic clock in milliseconds that stops while the event loop is blocked or this process gets no CPU time. A
 * heartbeat that arrives meanwhile cannot be processed, so that time does not count as silence of its sender.
 */
function eventLoopClock(): () => number {
  let lastTickAt = performance.now();
  let activeMs = 0;
  const elapsedMs = (): number => Math.min(performance.now() - lastTickAt, clockTickMs);
  setInterval(() => {
    activeMs += elapsedMs();
    lastTickAt = performance.now();
  }, clockTickMs).unref();
  return () => activeMs + elapsedMs();
}

/**
 * @param silentMs milliseconds without a heartbeat after which the sender counts as unresponsive
 * @param now monotonic clock in milliseconds
 */
export function livenessProbe(silentMs: number, now: () => number = eventLoopClock()): LivenessProbe {
  let lastHeartbeatAt: number | undefined;
  return {
    recordHeartbeat: () => {
      lastHeartbeatAt = now();
    },
    isUnresponsive: () => lastHeartbeatAt !== undefined && now() - lastHeartbeatAt > silentMs,
  };
}

/** A call has not completed in time, or its receiver has become unresponsive. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

export interface TimeoutOptions {
  /** Milliseconds after which a call fails even though the receiver is responsive. */
  timeoutMs: number;
  liveness: LivenessProbe;
}

/** Milliseconds before the first liveness check of a call. */
const firstCheckMs = 1_000;
/** Interval in milliseconds between two liveness checks. */
const checkIntervalMs = 100;
/** A single failed check may only mean that the event loop was blocked and could not process heartbeats. */
const maxFailedChecks = 3;

/**
 * Runs a call with two time limits: a long one for a busy receiver, and a short one for an unresponsive receiver.
 * @returns the result of the call, which is not cancelled by a timeout
 * @throws TimeoutError, and the errors of the call
 */
export async function withTimeout<T>(call: () => Promise<T>, { timeoutMs, liveness }: TimeoutOptions): Promise<T> {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    let failedChecks = 0;
    const check = (): void => {
      failedChecks = liveness.isUnresponsive() ? failedChecks + 1 : 0;
      const elapsedMs = performance.now() - started;
      if (failedChecks >= maxFailedChecks) reject(new TimeoutError("unresponsive: heartbeats are missing"));
      else if (elapsedMs >= timeoutMs) reject(new TimeoutError(`no response within ${timeoutMs} ms`));
      else schedule(Math.min(checkIntervalMs, timeoutMs - elapsedMs));
    };
    const schedule = (ms: number): void => {
      timer = setTimeout(check, ms);
    };
    // A receiver that is already unresponsive gets only a short time to recover.
    schedule(Math.min(timeoutMs, liveness.isUnresponsive() ? checkIntervalMs : firstCheckMs));
  });
  try {
    return await Promise.race([call(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
