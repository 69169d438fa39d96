import type { SearchResult } from "@plat/contracts";
import { compose, type Part } from "./filters.ts";
import type { Clause, IndexQuery } from "../elasticsearch/listing-index.ts";

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
