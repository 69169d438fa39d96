/** Runs jobs one after another in the order of the calls. After a failure, all later jobs fail with the same error. */
export function serialQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const done = last.then(job);
    last = done;
    return done;
  };
}
