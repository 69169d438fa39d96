/** How many single-character edits lead from one text to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + same,
      );
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

/**
 * The candidate that was most likely meant: the same but for case and separators, the last part of a dotted name, or
 * a third of its letters away at most (rounded up).
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(name);
  const last = candidates.find((candidate) => plain(candidate) === wanted || plain(candidate).endsWith(`.${wanted}`));
  if (last !== undefined) return last;
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: distance(wanted, plain(candidate)) }))
    .toSorted((left, right) => left.edits - right.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.ceil(wanted.length / 3) ? best.candidate : undefined;
}

/** ` Did you mean 'x'?`, or nothing. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const meant = nearest(name, candidates);
  return meant === undefined ? "" : ` Did you mean '${meant}'?`;
}
