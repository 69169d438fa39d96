import type { SearchResult } from "@plat/contracts";
import { clauseOf, compose, type End, type Part } from "./filters.ts";
import type { Clause, IndexQuery } from "./query.ts";

type Suggestion = NonNullable<SearchResult["suggestions"]>[number];
const suggestionsMax = 10;

/**
 * Parts as a page takes them, in one request that also counts what each range leaves out for want of a value though all
 * other filters would take it. The query takes listings without the value as well, the page leaves them out again, so
 * that only those are counted that come into question, and no further request is needed.
 */
export function pageQuery(parts: readonly Part[]): Pick<IndexQuery, "filter" | "exclude" | "pageFilter" | "aggs"> {
  const ranges = rangesByField(parts);
  if (ranges.length === 0) return compose(parts);
  const { filter, exclude } = compose(parts.filter((part) => part.needs === undefined));
  const aggs: Record<string, Clause> = {};
  for (const range of ranges) {
    const others = ranges.filter((other) => other !== range).flatMap((other) => other.filter);
    aggs[missingOf(range.field)] = { filter: { bool: { filter: others, must_not: [has(range.field)] } } };
  }
  return {
    filter: [...filter, ...ranges.map(orMissing)],
    exclude,
    pageFilter: ranges.flatMap((range) => range.filter),
    aggs,
  };
}

interface FieldRange {
  field: string;
  filter: Clause[];
}

/** Ranges over one field belong together: what lacks its value fails all of them. */
function rangesByField(parts: readonly Part[]): FieldRange[] {
  const byField = new Map<string, FieldRange>();
  for (const { needs, filter } of parts) {
    if (needs === undefined) continue;
    const { field } = needs;
    byField.set(field, { field, filter: [...(byField.get(field)?.filter ?? []), ...filter] });
  }
  return [...byField.values()];
}

const missingOf = (field: string): string => `missing:${field}`;
const has = (field: string): Clause => ({ exists: { field } });
const orMissing = ({ field, filter }: FieldRange): Clause => ({
  bool: {
    should: [{ bool: { filter } }, { bool: { must_not: [has(field)] } }],
    minimum_should_match: 1,
  },
});

/** By range, how many listings lack its value; undefined when no range was asked for. */
export function readMissing(
  parts: readonly Part[],
  aggregations: Readonly<Record<string, Counted>> | undefined,
): SearchResult["excludedForMissing"] {
  const counts = parts.flatMap((part) =>
    part.needs === undefined
      ? []
      : [[missingName(part), aggregations?.[missingOf(part.needs.field)]?.doc_count ?? 0] as const],
  );
  return counts.length === 0 ? undefined : Object.fromEntries(counts.filter(([, count]) => count > 0));
}
const missingName = (part: Part): string => (part.name === "geo" ? "location" : part.name);

export interface Counted {
  doc_count: number;
}

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
