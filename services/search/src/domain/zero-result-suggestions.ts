import type { SearchResult } from "@plat/contracts";
import { clauseOf, type End, type Part } from "./filters.ts";
import type { Counted } from "./missing-values.ts";
import type { Clause } from "../elasticsearch/listing-index.ts";

type Suggestion = NonNullable<SearchResult["suggestions"]>[number];
const suggestionsMax = 10;

/** What each filter alone keeps away: counts without it, and how far an end of a range would have to move. */
export function suggestionAggregations(parts: readonly Part[]): Record<string, Clause> {
  const result: Record<string, Clause> = {};
  for (const part of parts) {
    if (part.bound === true) continue;
    const others = parts.filter((other) => other !== part);
    // A filter goes with all of its parts; an end alone, without what it is compared by.
    const withoutFilter = parts.filter(({ name }) => name !== part.name);
    if (part.ends?.length !== 1 || parts.some(({ name, bound }) => name === part.name && bound === true))
      result[`drop:${part.name}`] = { filter: clauseOf(withoutFilter) };
    for (const end of part.ends ?? []) {
      result[`drop:${part.name}.${end.side}`] = {
        filter: clauseOf(others, { filter: end.without }),
        aggs: { nearest: nearest(end) },
      };
    }
  }
  return result;
}

/** The value next to the end, and how many listings have it. */
const nearest = ({ field, side }: End): Clause => ({
  terms: { field, size: 1, order: { _key: side === "max" ? "asc" : "desc" } },
});

/** Dropping or moving one filter, by how many listings that would bring. */
export function readSuggestions(parts: readonly Part[], aggregations: Readonly<Record<string, unknown>>): Suggestion[] {
  const found: Suggestion[] = [];
  for (const [name, value] of Object.entries(aggregations)) {
    if (!name.startsWith("drop:")) continue;
    const filter = name.slice("drop:".length);
    const { doc_count: count, nearest: next } = value as Counted & {
      nearest?: { buckets: { key: number; doc_count: number }[] };
    };
    if (count === 0 || onlyEndHelps(parts, filter, aggregations)) continue;
    const [bucket] = next?.buckets ?? [];
    const end = endOf(parts, filter);
    if (bucket !== undefined && end !== undefined && bucket.doc_count < count)
      found.push({ filter, count: bucket.doc_count, to: end.show(bucket.key) });
    found.push({ filter, count });
  }
  return found.toSorted((a, b) => b.count - a.count).slice(0, suggestionsMax);
}

/** Whether a filter has one end, and dropping that brings listings: then what it is compared by can stay. */
function onlyEndHelps(
  parts: readonly Part[],
  filter: string,
  aggregations: Readonly<Record<string, unknown>>,
): boolean {
  const ends = parts.find(({ name, ends: each }) => name === filter && each !== undefined)?.ends ?? [];
  const [end] = ends;
  if (end === undefined || ends.length > 1) return false;
  const { doc_count: count } = aggregations[`drop:${filter}.${end.side}`] as Counted;
  return count > 0;
}

function endOf(parts: readonly Part[], filter: string): End | undefined {
  const [name, side] = filter.split(".");
  return parts.find((part) => part.name === name && part.ends !== undefined)?.ends?.find((end) => end.side === side);
}
