import type { SearchResult } from "@plat/contracts";
import { combineParts, type FilterPart } from "./filters.ts";
import type { Clause, IndexQuery } from "./query.ts";

/**
 * Combines parts to a query that also counts, for each range, the listings that match all other filters but have no
 * value. The query itself includes listings without a value; a post filter removes them from the page and the total.
 * One request therefore suffices, and the counts consider only candidates.
 */
export function pageQuery(
  parts: readonly FilterPart[],
): Pick<IndexQuery, "filter" | "exclude" | "pageFilter" | "aggs"> {
  const ranges = rangesByField(parts);
  if (ranges.length === 0) return combineParts(parts);
  const { filter, exclude } = combineParts(parts.filter((part) => part.requires === undefined));
  const aggs: Record<string, Clause> = {};
  for (const range of ranges) {
    const others = ranges.filter((other) => other !== range).flatMap((other) => other.filter);
    aggs[aggregationName(range.field)] = { filter: { bool: { filter: others, must_not: [hasValue(range.field)] } } };
  }
  return {
    filter: [...filter, ...ranges.map(inRangeOrMissing)],
    exclude,
    pageFilter: ranges.flatMap((range) => range.filter),
    aggs,
  };
}

interface FieldRange {
  field: string;
  filter: Clause[];
}

/** Groups ranges by field: a listing without a value fails all ranges of the field. */
function rangesByField(parts: readonly FilterPart[]): FieldRange[] {
  const byField = new Map<string, FieldRange>();
  for (const { requires, filter } of parts) {
    if (requires === undefined) continue;
    const { field } = requires;
    byField.set(field, { field, filter: [...(byField.get(field)?.filter ?? []), ...filter] });
  }
  return [...byField.values()];
}

const aggregationName = (field: string): string => `missing:${field}`;
const hasValue = (field: string): Clause => ({ exists: { field } });
const inRangeOrMissing = ({ field, filter }: FieldRange): Clause => ({
  bool: {
    should: [{ bool: { filter } }, { bool: { must_not: [hasValue(field)] } }],
    minimum_should_match: 1,
  },
});

/** Number of listings without a value by range; undefined if the request has no range. */
export function readMissingCounts(
  parts: readonly FilterPart[],
  aggregations: Readonly<Record<string, FilterCount>> | undefined,
): SearchResult["excludedForMissing"] {
  const counts = parts.flatMap((part) =>
    part.requires === undefined
      ? []
      : [[missingName(part), aggregations?.[aggregationName(part.requires.field)]?.doc_count ?? 0] as const],
  );
  return counts.length === 0 ? undefined : Object.fromEntries(counts.filter(([, count]) => count > 0));
}
const missingName = (part: FilterPart): string => (part.name === "geo" ? "location" : part.name);

export interface FilterCount {
  doc_count: number;
}
