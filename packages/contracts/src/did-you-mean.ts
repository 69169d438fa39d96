/** Longer names are not compared: the cost is quadratic, and no field name is that long. */
const maxLength = 64;

/** Damerau-Levenshtein distance: the number of insertions, deletions, substitutions and transpositions of adjacent characters. */
function editDistance(from: string, to: string): number {
  let secondLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = from[row - 1] === to[column - 1] ? 0 : 1;
      const isTransposed = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + substitution,
        isTransposed ? (secondLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [secondLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}

const normalize = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

/**
 * A hint with the most similar name, to append to an error message: `` ; did you mean `limit`? ``. Empty if no name is
 * similar: the edit distance must be at most a third of the length of the shorter name.
 */
export function didYouMean(name: string, names: readonly string[]): string {
  if (name.length > maxLength) return "";
  const given = normalize(name);
  const [best] = names
    .map((candidate) => ({ candidate, distance: editDistance(given, normalize(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.ceil(Math.min(given.length, normalize(candidate).length) / 3))
    .toSorted((left, right) => left.distance - right.distance);
  return best === undefined ? "" : `; did you mean \`${best.candidate}\`?`;
}
