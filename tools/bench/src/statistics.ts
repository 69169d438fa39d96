/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Median, minimum and maximum of the rounds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});

/** Quotients of two frameworks' values in the same round, so that a slow phase of the machine affects both. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Spread {
  const quotients = ours.flatMap((value, round) => {
    const other = theirs[round];
    return other === undefined || other === 0 ? [] : [value / other];
  });
  return spreadOf(quotients);
}
