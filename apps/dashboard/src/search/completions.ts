import type { Aggregations } from "@plat/client";

/** A completion of a search query: a place or a property type with its number of listings. */
export interface Completion {
  kind: string;
  value: string;
  count: number;
}

const foldAccents = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** Returns completions from market aggregations, so that one request serves all typing. */
export function completionsFromMarket(market: Aggregations): Completion[] {
  const places = (kind: string, counts: Aggregations["byCity"]): Completion[] =>
    Object.entries(counts).map(([value, { total }]) => ({ kind, value, count: total }));
  const types = Object.entries(market.byPropertyType).map(([value, count]) => ({ kind: "type", value, count }));
  return [...places("city", market.byCity), ...places("region", market.byRegion), ...types];
}

/** Returns the phrases of up to three words that end at the caret, the longest first. */
export function phrasesBefore(text: string, caret: number): { start: number; phrase: string }[] {
  const before = text.slice(0, caret);
  const starts = [...before.matchAll(/(?<=^|[\s,])\S/g)].map(({ index }) => index).slice(-3);
  return starts
    .map((start) => ({ start, phrase: before.slice(start) }))
    .filter(({ phrase }) => phrase.trim().length >= 2);
}

const maxCompletions = 6;

/** Returns the completions that start with the phrase before the caret, and the offset of that phrase. */
export function matchCompletions(
  text: string,
  caret: number,
  candidates: readonly Completion[],
): { start: number; items: Completion[] } {
  for (const { start, phrase } of phrasesBefore(text, caret)) {
    const prefix = foldAccents(phrase);
    const found = candidates.filter(
      ({ value }) => foldAccents(value).startsWith(prefix) && foldAccents(value) !== prefix,
    );
    if (found.length > 0) return { start, items: found.toSorted((a, b) => b.count - a.count).slice(0, maxCompletions) };
  }
  return { start: caret, items: [] };
}
