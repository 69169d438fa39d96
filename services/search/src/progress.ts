/** How far a queue of changes is: the newest, and up to which all are done. */
export interface Progress {
  last: number;
  settled: number;
}

/** A look at the queue is good for so many milliseconds. */
const lookMs = 250;
/** A backlog that lasts is remembered this coarsely. */
const looksMax = 2_000;

/**
 * Knows up to which moment all changes are done: what was the newest at a look is done when all up to it are settled.
 * @param read looks at the queue
 * @param now milliseconds since 1970
 */
export function progressClock(read: () => Promise<Progress>, now: () => number = Date.now): () => Promise<number> {
  let looks: { at: number; last: number }[] = [];
  let through = 0;
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const at = now();
    try {
      const { last, settled } = await read();
      looks.push({ at, last });
      const done = looks.findLastIndex((earlier) => earlier.last <= settled);
      through = Math.max(through, looks[done]?.at ?? 0);
      looks = looks.slice(done + 1);
      if (looks.length > looksMax) looks = looks.filter((_, index) => index % 2 === 0);
    } catch {
      // The queue cannot be seen: what was known stays true.
    }
    lookedAt = at;
  };

  return async () => {
    if (now() - lookedAt >= lookMs) {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      await looking;
    }
    return through;
  };
}
