import { fold, type VocabularyInput } from "@plat/interpreter";

/** A name of a place or property type that type-ahead can suggest. */
export interface NameEntry {
  kind: "city" | "community" | "region" | "postalCode" | "propertyType";
  value: string;
  /** Number of active listings with this name. */
  count: number;
  /** The folded name: no case, no accents, and spaces for underscores. */
  folded: string;
  /** The folded name with a line feed for each character between words, so that every further word follows one. */
  delimited: string;
}

export function toNameEntry(kind: NameEntry["kind"], value: string, count: number): NameEntry {
  const folded = foldTyped(value);
  return { kind, value, count, folded, delimited: delimitWords(folded) };
}
const foldTyped = (text: string): string => fold(text.replaceAll(/[\s_]+/g, " "));
const delimitWords = (folded: string): string => folded.replaceAll(/[^\p{L}\p{N}]/gu, (one) => "\n".repeat(one.length));

/** Sorts by count in descending order; ties keep their order. */
export const byCount = <T extends { count: number }>(names: readonly T[]): T[] =>
  names.toSorted((a, b) => b.count - a.count);

/** Creates the entries of all names, most listings first. Yields before each name. */
export function* nameEntrySteps(input: VocabularyInput): Generator<void, NameEntry[]> {
  const entries = new Map<string, NameEntry>();
  const add = (kind: NameEntry["kind"], value: string, count: number): void => {
    const key = `${kind}\n${value}`;
    const existing = entries.get(key);
    if (existing === undefined) entries.set(key, toNameEntry(kind, value, count));
    else existing.count += count;
  };
  for (const { level, name, count } of input.places) {
    yield;
    add(level, name, count);
  }
  for (const { name, count } of input.types) {
    yield;
    add("propertyType", name, count);
  }
  return byCount([...entries.values()]);
}

/**
 * Names that start with the typed text, followed by names in which another word starts with it; each group by number
 * of listings.
 */
export function typeAhead(entries: readonly NameEntry[], typed: string, limit: number): NameEntry[] {
  const start = foldTyped(typed).trim();
  if (start === "") return [];
  const delimitedStart = `\n${delimitWords(start)}`;
  const first: NameEntry[] = [];
  const later: NameEntry[] = [];
  for (const entry of entries) {
    if (entry.folded.startsWith(start)) first.push(entry);
    else if (later.length < limit && startsAnyWord(entry, start, delimitedStart)) later.push(entry);
    if (first.length >= limit) break;
  }
  return [...first, ...later].slice(0, limit);
}

/** Word starts to check per name; real names have fewer words. */
const wordChecksMax = 16;

/** @param delimitedStart the delimited start after a line feed: does not occur inside a long word, which bounds the work */
function startsAnyWord({ folded, delimited }: NameEntry, start: string, delimitedStart: string): boolean {
  let at = delimited.indexOf(delimitedStart);
  for (let checks = 0; checks < wordChecksMax && at !== -1; checks++) {
    if (folded.startsWith(start, at + 1)) return true;
    at = delimited.indexOf(delimitedStart, at + 1);
  }
  return false;
}
