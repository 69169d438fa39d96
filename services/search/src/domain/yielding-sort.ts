/** Does work that is cut into steps, see `inSlices`, all at once. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Sorted by one step or merged between two yields. */
const sortedAtOnce = 256;

/** Sorts in steps; what compares equal stays in its order. */
export function* sortSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  if (items.length <= sortedAtOnce) return items.toSorted(compare);
  const middle = items.length >> 1;
  const left = yield* sortSteps(items.slice(0, middle), compare);
  const right = yield* sortSteps(items.slice(middle), compare);
  const merged: T[] = [];
  let [at, other] = [0, 0];
  while (at < left.length && other < right.length) {
    if (merged.length % sortedAtOnce === 0) yield;
    const [a, b] = [left[at] as T, right[other] as T];
    if (compare(a, b) <= 0) {
      merged.push(a);
      at++;
    } else {
      merged.push(b);
      other++;
    }
  }
  return merged.concat(left.slice(at), right.slice(other));
}
