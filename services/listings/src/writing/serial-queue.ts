/**
 * Creates a queue that runs tasks with the same key one after another, and tasks with different keys concurrently. It
 * prevents write conflicts between tasks of this process; conflicts between processes are detected by the version in the
 * store's filter.
 * @returns a function that enqueues a task and returns its result
 */
export function serialQueue(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const previous = tails.get(key);
    const result = previous === undefined ? task() : previous.then(task, task);
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
