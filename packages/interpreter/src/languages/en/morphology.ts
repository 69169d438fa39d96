/**
 * Inflection of English words, the only rules in this folder. `singular` also applies to Spanish and French plurals. The other
 * languages list the forms of their words in the tables.
 */

/** Singular of a folded plural. Conservative; only for comparing names. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us")) return word;
  if (word.endsWith("ies") && word.length > 4) return word.slice(0, -3) + "y";
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The other number of a folded noun, as listings and queries may have it. */
export function otherNumber(word: string): string[] {
  const forms = [word.endsWith("s") && word.length > 3 ? word.slice(0, -1) : `${word}s`];
  return word.endsWith("y") ? [...forms, `${word.slice(0, -1)}ies`] : forms;
}

const ENDINGS = ["s", "es", "ed", "ing", "ly", "er", "est", "y"];

/** Words of which a folded word may be a form: "larger" of "large", "bigger" of "big", "parties" of "party". */
export function baseForms(word: string): string[] {
  const forms = ENDINGS.flatMap((ending) => {
    if (word.length <= ending.length + 2 || !word.endsWith(ending)) return [];
    const stem = word.slice(0, -ending.length);
    const doubled = stem.length > 3 && stem.at(-1) === stem.at(-2);
    return [stem, ...(ending === "ing" ? [`${stem}e`] : []), ...(doubled ? [stem.slice(0, -1)] : [])];
  });
  return word.endsWith("ies") ? [...forms, `${word.slice(0, -3)}y`] : forms;
}
