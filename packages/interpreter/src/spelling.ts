import { editBound, type Near } from "./distance.ts";
import { languages } from "./languages/index.ts";
import { lexicon, skeleton } from "./lexicon.ts";
import type { Scan } from "./scan.ts";

/**
 * Corrects unknown words to a word of the tables, or to a word of a place if the query then contains the whole name of
 * that place. Never changes ordinary words and well-known places.
 */
export function correctSpelling(scan: Scan): void {
  let changed = -1;
  scan.tokens.forEach((token, i) => {
    const word = token.norm;
    if (token.kind !== "word" || word.length < 4 || word.length > 24 || !/^\p{L}+$/u.test(word)) return;
    if (lexicon.knows(word) || scan.vocabulary.words.has(word) || scan.vocabulary.places.step(word)) return;
    const located = inContext(scan, i);
    const place = placeFor(scan, i, word, located);
    const keyword = token.capital && i > 0 && (located || inName(scan, i)) ? undefined : keywordFor(scan, word);
    const best =
      place && (!keyword || place.distance < keyword.distance || (located && place.distance === keyword.distance))
        ? place
        : keyword;
    if (!best) return;
    token.norm = best.word;
    scan.corrected.set(i, best.word);
    if (changed < 0) changed = i;
  });
  if (changed < 0) return;
  scan.lookUp(0);
  // "Whonung in München": of a query in which nothing else tells its language, a type that was misspelt does.
  const types = [...scan.corrected.values()].filter((word) =>
    lexicon.tree.at([word]).some(({ cls }) => cls === "type"),
  );
  const told = scan.tokens.some((_, i) => scan.has(i, "type", "bed", "feature", "listing", "status"));
  if (!told && scan.length > 1 && types.some((word) => lexicon.foreign.has(word))) scan.hear();
}

function inContext(scan: Scan, i: number): boolean {
  return (
    scan.before(i, "in") !== undefined || scan.before(i, "near") !== undefined || scan.before(i, "from") !== undefined
  );
}

/** "in Rose Vale": whether the words before, written as names and read as nothing, begin where a place is expected. */
function inName(scan: Scan, i: number): boolean {
  let from = i;
  while (scan.token(from - 1)?.capital && !scan.place(from - 1) && !scan.reads(from - 1)) from--;
  return from < i && inContext(scan, from);
}

/** "grge", "prkng": written without its vowels, all but one at most. */
function skeletal(word: string): Near | undefined {
  if (word.length < 4 || word.slice(1).replace(/[^aeiou]/g, "").length > 1) return undefined;
  const whole = lexicon.skeletons.get(skeleton(word));
  return whole !== undefined && whole.length > word.length && whole.length <= word.length + 3
    ? { word: whole, distance: 1, weight: 0 }
    : undefined;
}

/** "hauss", "flatt": a letter doubled in a short word. */
function doubled(word: string): Near | undefined {
  for (let i = 0; i + 1 < word.length; i++) {
    const other = word.slice(0, i) + word.slice(i + 1);
    if (word.charAt(i) === word.charAt(i + 1) && lexicon.short.has(other))
      return { word: other, distance: 1, weight: 0 };
  }
  return undefined;
}

/** "flta", "falt": two letters swapped. */
function swapped(word: string): Near | undefined {
  for (let i = 0; i + 1 < word.length; i++) {
    const other = word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2);
    if (lexicon.short.has(other)) return { word: other, distance: 1, weight: 0 };
  }
  return undefined;
}

function keywordFor(scan: Scan, word: string): Near | undefined {
  if (word.length === 4) {
    const short = swapped(word);
    if (short) return short;
  }
  const known = word.length === 5 ? doubled(word) : undefined;
  if (known) return known;
  // A short word has too many neighbours: one letter may be missing, none wrong; and of another language it may be whole.
  const foreign = word.length < 5 && languages.some(({ code }) => code !== "en" && scan.speaks(code));
  const found = foreign ? undefined : lexicon.fuzzy.find(word, editBound(word.length))[0];
  if (found && (word.length > 4 || found.word.length > word.length)) return found;
  return skeletal(word);
}

function placeFor(scan: Scan, i: number, word: string, located: boolean): Near | undefined {
  const bound = located ? editBound(word.length) : word.length > 8 ? 2 : word.length > 4 ? 1 : 0;
  if (bound === 0) return undefined;
  const token = scan.token(i);
  if (!token) return undefined;
  for (const candidate of scan.vocabulary.placeWords.find(word, bound).slice(0, 8)) {
    token.norm = candidate.word;
    for (let from = Math.max(0, i - 4); from <= i; from++) {
      const match = scan.place(from);
      if (match && match.end > i) {
        token.norm = word;
        return candidate;
      }
    }
  }
  token.norm = word;
  return undefined;
}
