/** Writes that go together: more save little, and let the other side wait. */
export const maxBatchSize = 8;

/**
 * Gathers what is done in one turn of the event loop and hands it over at the turn's end, so that many small writes to
 * a socket become one. Alone in its turn nothing waits for anything: the end of the turn is at once.
 * @param handOver gets what was gathered, in order; must not throw
 * @param most handed over at once: of a long turn the first part goes early, so that whoever it goes to works on it
 * while this process works on the rest
 */
export function tickBatcher<T>(
  handOver: (gathered: readonly T[]) => void,
  most = maxBatchSize,
): { add(item: T): void; flush(): void } {
  let gathered: T[] = [];
  const flush = (): void => {
    if (gathered.length === 0) return;
    const all = gathered;
    gathered = [];
    handOver(all);
  };
  return {
    add(item) {
      const count = gathered.push(item);
      if (count >= most) flush();
      else if (count === 1) setImmediate(flush);
    },
    flush,
  };
}
