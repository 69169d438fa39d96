import type { Aggregations } from "@plat/client";

/** A name that a query may hold. */
export interface Name {
  kind: string;
  value: string;
  count: number;
}

const folded = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** Names out of the counts of the market: one request serves all typing. */
export function namesOf(market: Aggregations): Name[] {
  const places = (kind: string, counts: Aggregations["byCity"]): Name[] =>
    Object.entries(counts).map(([value, { total }]) => ({ kind, value, count: total }));
  const types = Object.entries(market.byPropertyType).map(([value, count]) => ({ kind: "type", value, count }));
  return [...places("city", market.byCity), ...places("region", market.byRegion), ...types];
}

/** The last words before the caret that could begin a name, the longest first. */
export function phrasesBefore(text: string, caret: number): { start: number; phrase: string }[] {
  const before = text.slice(0, caret);
  const starts = [...before.matchAll(/(?<=^|[\s,])\S/g)].map(({ index }) => index).slice(-3);
  return starts
    .map((start) => ({ start, phrase: before.slice(start) }))
    .filter(({ phrase }) => phrase.trim().length >= 2);
}

const shownMax = 6;

/** Names that begin with the last words before the caret, and where those words begin. */
export function completions(text: string, caret: number, names: readonly Name[]): { start: number; names: Name[] } {
  for (const { start, phrase } of phrasesBefore(text, caret)) {
    const wanted = folded(phrase);
    const found = names.filter(({ value }) => folded(value).startsWith(wanted) && folded(value) !== wanted);
    if (found.length > 0) return { start, names: found.toSorted((a, b) => b.count - a.count).slice(0, shownMax) };
  }
  return { start: caret, names: [] };
}
