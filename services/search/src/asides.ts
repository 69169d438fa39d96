import type { SearchResult } from "@plat/contracts";
import { clauseOf, type End, type Part } from "./filters.ts";
import type { Clause } from "./query.ts";

type Suggestion = NonNullable<SearchResult["suggestions"]>[number];
const suggestionsMax = 10;

const lacks = (field: string): Clause => ({ exists: { field } });
const missingName = (part: Part): string => (part.name === "geo" ? "location" : part.name);

/**
 * Which listings each range leaves out for want of a value, though all other filters would take them. Counted one query a
 * range: an aggregation would go over all listings, where a query starts from the rarest of its clauses.
 */
export function missingQueries(parts: readonly Part[]): { name: string; filter: Clause }[] {
  const counted = parts.filter((part) => part.needs !== undefined);
  return counted.map((part) => {
    // Both ends of the publication are one value: what lacks it fails both.
    const others = parts.filter((other) => other !== part && other.needs?.field !== part.needs?.field);
    const { field, others: kept } = part.needs ?? { field: "", others: [] };
    return { name: missingName(part), filter: clauseOf(others, { filter: kept, exclude: [lacks(field)] }) };
  });
}

interface Counted {
  doc_count: number;
}

/** What each filter alone keeps away: counts without it, and how far an end of a range would have to move. */
export function suggestionAggregations(parts: readonly Part[]): Record<string, Clause> {
  const result: Record<string, Clause> = {};
  for (const part of parts) {
    const others = parts.filter((other) => other !== part);
    if ((part.ends?.length ?? 0) !== 1) result[`drop:${part.name}`] = { filter: clauseOf(others) };
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
    if (count === 0) continue;
    const [bucket] = next?.buckets ?? [];
    const end = endOf(parts, filter);
    if (bucket !== undefined && end !== undefined && bucket.doc_count < count)
      found.push({ filter, count: bucket.doc_count, to: end.show(bucket.key) });
    found.push({ filter, count });
  }
  return found.toSorted((a, b) => b.count - a.count).slice(0, suggestionsMax);
}

function endOf(parts: readonly Part[], filter: string): End | undefined {
  const [name, side] = filter.split(".");
  return parts.find((part) => part.name === name)?.ends?.find((end) => end.side === side);
}
