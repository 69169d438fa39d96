/** Signs of life that something gives regularly, such as a driver's heartbeats. */
export interface LivenessProbe {
  /** There was one. */
  recordHeartbeat: () => void;
  /** False before the first sign: whoever never gives one is not missed. */
  isUnresponsive: () => boolean;
}

/** @param silentMs milliseconds without a sign after which it counts as silent */
export function livenessProbe(silentMs: number, now: () => number = () => performance.now()): LivenessProbe {
  let heardAt: number | undefined;
  return {
    recordHeartbeat: () => {
      heardAt = now();
    },
    isUnresponsive: () => heardAt !== undefined && now() - heardAt > silentMs,
  };
}

/** Somebody did not answer in time. */
export class TimeoutError extends Error {
  override name = "NoAnswer";
}

export interface TimeoutOptions {
  /** Milliseconds for whoever is alive. */
  timeoutMs: number;
  liveness: LivenessProbe;
}

/** Milliseconds after which an answer that is due is doubted, and between two looks. */
const doubtMs = 1_000;
const lookMs = 100;
/** After one look alone it may be this process that was held up, and could not hear. */
const silentLooksMax = 3;

/**
 * Waits long for an answer of one who is busy, and not for one who is gone.
 * @throws NoAnswer, and whatever the work throws
 */
export async function withTimeout<T>(work: () => Promise<T>, { timeoutMs, liveness }: TimeoutOptions): Promise<T> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let silentLooks = 0;
    const look = (): void => {
      silentLooks = liveness.isUnresponsive() ? silentLooks + 1 : 0;
      const waited = performance.now() - began;
      if (silentLooks >= silentLooksMax) reject(new TimeoutError("no sign of life"));
      else if (waited >= timeoutMs) reject(new TimeoutError(`no answer within ${timeoutMs} ms`));
      else wait(Math.min(lookMs, timeoutMs - waited));
    };
    const wait = (ms: number): void => {
      timer = setTimeout(look, ms);
    };
    // Known to be gone: it gets a moment, in which it may be back.
    wait(Math.min(timeoutMs, liveness.isUnresponsive() ? lookMs : doubtMs));
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
