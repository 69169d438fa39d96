import type { SearchResult } from "@plat/contracts";
import { toClause, type RangeEnd, type FilterPart } from "./filters.ts";
import type { FilterCount } from "./missing-values.ts";
import type { Clause } from "./query.ts";

type Suggestion = NonNullable<SearchResult["suggestions"]>[number];
const suggestionsMax = 10;

/** Counts the listings without each filter, and finds the nearest value beyond each end of a range. */
export function zeroResultAggregations(parts: readonly FilterPart[]): Record<string, Clause> {
  const result: Record<string, Clause> = {};
  for (const part of parts) {
    if (part.dependent === true) continue;
    const others = parts.filter((other) => other !== part);
    // A filter is dropped with all of its parts. An end is dropped alone: currency and period still apply.
    const withoutFilter = parts.filter(({ name }) => name !== part.name);
    if (part.ends?.length !== 1 || parts.some(({ name, dependent }) => name === part.name && dependent === true))
      result[`drop:${part.name}`] = { filter: toClause(withoutFilter) };
    for (const end of part.ends ?? []) {
      result[`drop:${part.name}.${end.side}`] = {
        filter: toClause(others, { filter: end.otherEndClauses }),
        aggs: { nearest: nearest(end) },
      };
    }
  }
  return result;
}

/** The nearest value beyond the end, with the number of listings that have it. */
const nearest = ({ field, side }: RangeEnd): Clause => ({
  terms: { field, size: 1, order: { _key: side === "max" ? "asc" : "desc" } },
});

/** Suggestions to drop a filter or to extend a range, by descending number of additional listings. */
export function readSuggestions(
  parts: readonly FilterPart[],
  aggregations: Readonly<Record<string, unknown>>,
): Suggestion[] {
  const found: Suggestion[] = [];
  for (const [name, value] of Object.entries(aggregations)) {
    if (!name.startsWith("drop:")) continue;
    const filter = name.slice("drop:".length);
    const { doc_count: count, nearest: next } = value as FilterCount & {
      nearest?: { buckets: { key: number; doc_count: number }[] };
    };
    if (count === 0 || droppingEndSuffices(parts, filter, aggregations)) continue;
    const [bucket] = next?.buckets ?? [];
    const end = findEnd(parts, filter);
    if (bucket !== undefined && end !== undefined && bucket.doc_count < count)
      found.push({ filter, count: bucket.doc_count, to: end.toRequestUnit(bucket.key) });
    found.push({ filter, count });
  }
  return found.toSorted((a, b) => b.count - a.count).slice(0, suggestionsMax);
}

/** Whether the filter has only one end and dropping that finds listings, so that currency and period can remain. */
function droppingEndSuffices(
  parts: readonly FilterPart[],
  filter: string,
  aggregations: Readonly<Record<string, unknown>>,
): boolean {
  const ends = parts.find(({ name, ends: each }) => name === filter && each !== undefined)?.ends ?? [];
  const [end] = ends;
  if (end === undefined || ends.length > 1) return false;
  const { doc_count: count } = aggregations[`drop:${filter}.${end.side}`] as FilterCount;
  return count > 0;
}

function findEnd(parts: readonly FilterPart[], filter: string): RangeEnd | undefined {
  const [name, side] = filter.split(".");
  return parts.find((part) => part.name === name && part.ends !== undefined)?.ends?.find((end) => end.side === side);
}
