/** Levenshtein distance. */
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
 * The most similar candidate: equal except for case and separators, or equal to the last part of a path, or within an
 * edit distance of a third of the name's length (rounded up).
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const target = plain(name);
  const exact = candidates.find((candidate) => plain(candidate) === target || plain(candidate).endsWith(`.${target}`));
  if (exact !== undefined) return exact;
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: distance(target, plain(candidate)) }))
    .toSorted((left, right) => left.edits - right.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.ceil(target.length / 3) ? best.candidate : undefined;
}

/** ` Did you mean 'x'?`, or an empty text. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const meant = nearest(name, candidates);
  return meant === undefined ? "" : ` Did you mean '${meant}'?`;
}
