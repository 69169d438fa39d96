/**
 * Runs work of the same key one after another, work of different keys at once. Spares writers of one thing in this
 * process from overtaking each other in vain; between processes the version in the store's filter decides.
 */
export function keyedQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const previous = tails.get(key);
    const result = previous === undefined ? work() : previous.then(work, work);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return result;
  };
}
