/** Runs a generator that yields between steps (see `runYielding`) to its end, without giving up control. */
export function runSync<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Items that are sorted or merged between two yields. */
const chunkSize = 256;

/** Stable merge sort that yields after every `chunkSize` items. */
export function* sortYielding<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  if (items.length <= chunkSize) return items.toSorted(compare);
  const middle = items.length >> 1;
  const left = yield* sortYielding(items.slice(0, middle), compare);
  const right = yield* sortYielding(items.slice(middle), compare);
  const merged: T[] = [];
  let [at, other] = [0, 0];
  while (at < left.length && other < right.length) {
    if (merged.length % chunkSize === 0) yield;
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
