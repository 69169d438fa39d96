import {
  is,
  MEASURED,
  type Conflict,
  type Filters,
  type Measure,
  type MeasuredField,
  type Mention,
  type Range,
} from "../model.ts";
import { convertRange, SQUARE_METRES } from "../readers/area.ts";
import type { Reducer } from "./reducer.ts";

/** The filter of a field: a range with the members that say of what. */
interface Limits extends Range {
  readonly unit?: string;
  readonly currency?: string;
  readonly period?: Measure["period"];
}

/** An alternative with limits of its own: the fields that occurred in it, and whether a conflict reports it. */
interface Branch {
  readonly fields: Set<MeasuredField>;
  reported: boolean;
}

const NO_LIMITS_PER_BRANCH = "alternatives cannot each have limits of their own; searched as widely as holds them all";

/**
 * Combines prices, sizes, numbers of rooms, years and floors into one range per field: alternatives widen it, other limits
 * narrow it. In a contradiction, the first range remains.
 */
export const reduceMeasures: Reducer = (query, mentions) => {
  const limits: Partial<Record<MeasuredField, Limits>> = {};
  const conflicts: Conflict[] = [];
  const branches = new Map<number, Branch>();
  for (const one of mentions) {
    if (!is(one, ...MEASURED) || one.polarity !== "wanted") continue;
    const field = one.dimension;
    const held = limits[field];
    const branch = branchOf(branches, one);
    const firstInBranch = branch !== undefined && !branch.fields.has(field);
    branch?.fields.add(field);
    if (!held) {
      limits[field] = toLimits(one.value);
      continue;
    }
    if (firstInBranch && !one.alternative && !branch.reported) {
      branch.reported = true;
      conflicts.push({ field, detail: NO_LIMITS_PER_BRANCH });
    }
    const next = withUnitOf(held, toLimits(one.value));
    const range = one.alternative || firstInBranch ? widened(held, next) : narrowed(held, next);
    if (!range)
      conflicts.push({
        field,
        detail: `"${query.slice(one.from, one.to)}" contradicts what came first, which is used`,
      });
    else {
      if (held.currency && next.currency && held.currency !== next.currency)
        conflicts.push({ field: `${field}.currency`, detail: "two currencies; kept the first" });
      limits[field] = { ...members(next), ...members(held), ...(next.period ? { period: next.period } : {}), ...range };
    }
  }
  return { filters: includingStudios(limits as Filters, mentions), conflicts };
};

function branchOf(branches: Map<number, Branch>, { branch }: Mention): Branch | undefined {
  if (branch === undefined) return undefined;
  const known = branches.get(branch) ?? { fields: new Set(), reported: false };
  branches.set(branch, known);
  return known;
}

function toLimits({ range, unit, currency, period }: Measure): Limits {
  return { ...range, ...(unit ? { unit } : {}), ...(currency ? { currency } : {}), ...(period ? { period } : {}) };
}

function members({ min: _min, max: _max, ...rest }: Limits): Limits {
  return rest;
}

/** Limits of an area in the unit of the limits before them. */
function withUnitOf({ unit }: Limits, limits: Limits): Limits {
  if (unit === undefined || limits.unit === undefined || unit === limits.unit) return limits;
  const factor = (SQUARE_METRES[limits.unit] ?? 1) / (SQUARE_METRES[unit] ?? 1);
  return { unit, ...convertRange(limits, factor) };
}

function toRange(min: number | undefined, max: number | undefined): Range {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function widened(one: Range, other: Range): Range {
  const min = one.min === undefined || other.min === undefined ? undefined : Math.min(one.min, other.min);
  const max = one.max === undefined || other.max === undefined ? undefined : Math.max(one.max, other.max);
  return toRange(min, max);
}

/** The common part of two ranges; undefined if there is none. */
function narrowed(one: Range, other: Range): Range | undefined {
  const min = Math.max(one.min ?? -Infinity, other.min ?? -Infinity);
  const max = Math.min(one.max ?? Infinity, other.max ?? Infinity);
  return min > max ? undefined : toRange(min === -Infinity ? undefined : min, max === Infinity ? undefined : max);
}

/** "studio or flat with one bedroom": a studio has no bedroom and must be included. */
function includingStudios(filters: Filters, mentions: readonly Mention[]): Filters {
  const { bedrooms } = filters;
  const types = new Set(
    mentions.flatMap((one) => (is(one, "propertyType") && one.polarity === "wanted" ? one.value.name : [])),
  );
  if (!bedrooms?.min || bedrooms.max !== 1 || !types.has("studio") || types.size < 2) return filters;
  return { ...filters, bedrooms: { max: 1 } };
}
