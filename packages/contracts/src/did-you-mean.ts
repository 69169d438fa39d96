/** Longer names are no slip of a key. */
const lengthMax = 64;

/** Edits (a character more, less, other, or two exchanged) from one text to the other: Damerau and Levenshtein. */
function edits(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const here = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      const exchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      here[column] = Math.min(
        (above[column] ?? 0) + 1,
        (here[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + same,
        exchanged ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, above] = [above, here];
  }
  return above[to.length] ?? 0;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** `, did you mean x?` with the name that was most likely meant: a third of its letters away at most; else nothing. */
export function didYouMean(name: string, names: readonly string[]): string {
  if (name.length > lengthMax) return "";
  const wanted = plain(name);
  const [best] = names
    .map((candidate) => ({ candidate, distance: edits(wanted, plain(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.ceil(Math.min(wanted.length, plain(candidate).length) / 3))
    .toSorted((left, right) => left.distance - right.distance);
  return best === undefined ? "" : `, did you mean ${best.candidate}?`;
}
