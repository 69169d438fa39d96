/**
 * Gathers what is done in one turn of the event loop and hands it over at the turn's end, so that many small writes to
 * a socket become one. Alone in its turn nothing waits for anything: the end of the turn is at once.
 * @param handOver gets what was gathered, in order; must not throw
 */
export function byTurn<T>(handOver: (gathered: readonly T[]) => void): { add(item: T): void; flush(): void } {
  let gathered: T[] = [];
  const flush = (): void => {
    if (gathered.length === 0) return;
    const all = gathered;
    gathered = [];
    handOver(all);
  };
  return {
    add(item) {
      if (gathered.push(item) === 1) setImmediate(flush);
    },
    flush,
  };
}
