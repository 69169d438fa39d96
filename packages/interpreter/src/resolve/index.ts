import { geoFilter, pageLimit, searchFilters, validator } from "@plat/contracts";
import { type Filters, type InterpretedQuery, is, isContent, type Mention } from "../model.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { correctionsOf } from "./corrections.ts";
import { reduceDates } from "./dates.ts";
import { describe } from "./describe.ts";
import { reduceLocation } from "./location.ts";
import { reduceMeasures } from "./measures.ts";
import {
  reduceFeatures,
  reduceListingType,
  reduceNames,
  reduceStatus,
  reduceText,
  withoutContradictions,
} from "./names.ts";
import { reduceLimit, reduceSort } from "./ordering.ts";
import type { Contribution, Reducer } from "./reducer.ts";
import { fieldOf } from "./spans.ts";
import { listUnresolved } from "./unresolved.ts";

const REDUCERS: readonly Reducer[] = [
  reduceStatus,
  reduceListingType,
  reduceNames,
  reduceMeasures,
  reduceFeatures,
  reduceLocation,
  reduceDates,
  reduceText,
  reduceSort,
  reduceLimit,
];

/** Combines mentions to an interpretation. Mentions that no filter can use are reported as unresolved. */
export function resolve(query: TaggedQuery, mentions: readonly Mention[]): InterpretedQuery {
  const contributions = REDUCERS.map((reduce) => reduce(query, mentions));
  const combined = withoutInvalid(merge(contributions), mentions);
  const rejected = new Set(combined.rejected);
  const reported = mentions.map((one) => (rejected.has(one) ? asUnresolved(one) : one));
  const used = reported.flatMap((one) => ({ one, field: fieldOf(one) })).filter(({ field }) => field !== undefined);
  const spans = used.map(({ one, field = "" }) => ({
    ...extent(query, one),
    text: query.slice(one.from, one.to),
    field,
    rule: one.rule,
  }));
  const consistent = withoutContradictions(
    combined.filters ?? {},
    spans.map(({ field }) => field),
  );
  const { corrections, mentions: corrected } = correctionsOf(query, reported);
  const { unresolved, boostTerms } = listUnresolved(query, corrected);
  const conflicts = [
    ...mentions.flatMap(({ conflict }) => conflict ?? []),
    ...(combined.conflicts ?? []),
    ...(consistent.conflicts ?? []),
  ];
  const notes = [...mentions.flatMap(({ note }) => note ?? []), ...(combined.notes ?? [])];
  const result = {
    filters: consistent.filters ?? {},
    ...optional("geo", combined.geo),
    ...optional("near", combined.near),
    ...optional("text", combined.text),
    ...optional("sort", combined.sort),
    ...optional("limit", combined.limit),
    spans,
    corrections,
    unresolved,
    conflicts,
    ...optional("intent", mentions.some((one) => is(one, "question")) ? ("question" as const) : undefined),
  };
  return { ...result, boostTerms, summary: describe(result, notes) };
}

const optional = <K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [key]: value } as Partial<Record<K, V>>);

function extent(query: TaggedQuery, { from, to }: Mention): { start: number; end: number } {
  return { start: query.token(from)?.start ?? 0, end: query.token(to - 1)?.end ?? 0 };
}

function asUnresolved(one: Mention): Mention<"unresolved"> {
  const { from, to, rule, polarity } = one;
  return { dimension: "unresolved", value: { kind: "inexpressible", whole: true }, from, to, rule, polarity };
}

function merge(contributions: readonly Contribution[]): Contribution {
  return {
    ...Object.assign({}, ...contributions),
    filters: Object.assign({}, ...contributions.map(({ filters }) => filters)) as Filters,
    conflicts: contributions.flatMap(({ conflicts = [] }) => conflicts),
    rejected: contributions.flatMap(({ rejected = [] }) => rejected),
    notes: contributions.flatMap(({ notes = [] }) => notes),
  };
}

const filtersFit = validator(searchFilters);
const geoFits = validator(geoFilter);
const limitFits = validator(pageLimit);

/**
 * Removes values that a request must not contain (a price of 10^20, a radius greater than the earth, a date before the year
 * 1). The mentions that they come from are rejected.
 */
function withoutInvalid(all: Contribution, mentions: readonly Mention[]): Contribution {
  const { filters = {}, geo, near, limit } = all;
  const invalid = new Set<string>();
  if (!filtersFit(filters).ok)
    for (const [field, value] of Object.entries(filters)) if (!filtersFit({ [field]: value }).ok) invalid.add(field);
  if (geo && !geoFits(geo).ok) invalid.add("geo");
  // The caller determines where the place is; how far from it is known.
  if (near && !geoFits({ radius: { lat: 0, lon: 0, distance: near.distance, unit: near.unit } }).ok)
    invalid.add("near");
  if (limit !== undefined && !limitFits(limit).ok) invalid.add("limit");
  if (invalid.size === 0) return all;
  const valid = Object.entries(all).filter(([key]) => !invalid.has(key));
  const rest = Object.entries(filters).filter(([field]) => !invalid.has(field));
  const rejected = mentions.filter((one) => isContent(one) && invalid.has(fieldOf(one) ?? ""));
  return {
    ...(Object.fromEntries(valid) as Contribution),
    filters: Object.fromEntries(rest) as Filters,
    rejected: [...(all.rejected ?? []), ...rejected],
  };
}
