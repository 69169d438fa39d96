import type { SearchFilters } from "@plat/contracts";
import {
  featureKey,
  foldName,
  squareMetres,
  type Period,
  typeGroup,
  yearlyPrice,
  type AreaUnit,
} from "./normalization.ts";
import type { Clause } from "./query.ts";

export type FacetName =
  | "propertyType"
  | "propertyCategory"
  | "city"
  | "community"
  | "region"
  | "status"
  | "bedrooms"
  | "features"
  | "price";

/** A filter of a request as clauses, with what facets, missing-value counts and suggestions need to know about it. */
export interface FilterPart {
  /** Name of the filter in the request. */
  name: string;
  filter: Clause[];
  exclude: Clause[];
  /** The facet that this filter selects from. */
  facet?: FacetName;
  /** Set for ranges and geo filters: listings without a value in this field do not match. */
  requires?: { field: string };
  /** The specified ends of a range. */
  ends?: RangeEnd[];
  /** Specifies what another part of the same filter compares (currency, period), and is only dropped together with it. */
  dependent?: true;
}

export interface RangeEnd {
  side: "min" | "max";
  field: string;
  /** The filter without this end. */
  otherEndClauses: Clause[];
  /** Converts from the field's unit to the request's. */
  toRequestUnit: (value: number) => number;
}

const createPart = (name: string, more: Partial<FilterPart>): FilterPart => ({
  name,
  filter: [],
  exclude: [],
  ...more,
});
const termsOf = (field: string, names: readonly string[], key: (name: string) => string): Clause => ({
  terms: { [field]: [...new Set(names.map(key))] },
});

interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

const rangeClauses = (field: string, { min, max }: Range): Clause[] =>
  min === undefined && max === undefined
    ? []
    : [
        {
          range: {
            [field]: { ...(min === undefined ? {} : { gte: min }), ...(max === undefined ? {} : { lte: max }) },
          },
        },
      ];

interface RangeOptions {
  field: string;
  facet?: FacetName;
  /** Converts from the request's unit to the field's. */
  toFieldUnit?: (value: number) => number;
  toRequestUnit?: (value: number) => number;
}

function rangePart(name: string, range: Range, options: RangeOptions): FilterPart {
  const { field, facet, toFieldUnit = identity, toRequestUnit = identity } = options;
  const min = range.min === undefined ? undefined : toFieldUnit(range.min);
  const max = range.max === undefined ? undefined : toFieldUnit(range.max);
  const clauses = rangeClauses(field, { min, max });
  const ends: RangeEnd[] = [];
  if (min !== undefined)
    ends.push({ side: "min", field, otherEndClauses: rangeClauses(field, { max }), toRequestUnit });
  if (max !== undefined)
    ends.push({ side: "max", field, otherEndClauses: rangeClauses(field, { min }), toRequestUnit });
  return createPart(name, {
    filter: clauses,
    ...(facet === undefined ? {} : { facet }),
    ...(clauses.length === 0 ? {} : { requires: { field }, ends }),
  });
}

const identity = (value: number): number => value;
/** Clamps to 32 bits: integer fields reject larger numbers, which no listing has. */
const clampToInt32 = (value: number): number => Math.min(Math.max(value, -(2 ** 31)), 2 ** 31 - 1);

/** The shortest decimal near `guess` that `convert` maps to exactly `value`. */
function shortestInverse(value: number, guess: number, convert: (decimal: number) => number): number {
  for (let digits = 6; digits <= 17; digits++) {
    const decimal = Number(guess.toPrecision(digits));
    if (convert(decimal) === value) return decimal;
  }
  return guess;
}

/** Currency and period determine which prices are comparable, and therefore also apply to the price facet. */
function priceParts(price: NonNullable<SearchFilters["price"]>): FilterPart[] {
  const { currency, period, min, max } = price;
  const comparable: Clause[] = [];
  if (currency !== undefined) comparable.push({ term: { currency } });
  if (period !== undefined) comparable.push({ term: { listingType: "rent" } });
  if (min === undefined && max === undefined) return [createPart("price", { filter: comparable })];
  const range = rangePart("price", price, { ...priceScale(period), facet: "price" });
  return comparable.length === 0 ? [range] : [range, createPart("price", { filter: comparable, dependent: true })];
}

/** The field in which prices are comparable, and the conversions to and from it. */
export function priceScale(period: Period | undefined): {
  field: "price" | "yearlyPrice";
  toFieldUnit: (value: number) => number;
  toRequestUnit: (value: number) => number;
} {
  if (period === undefined) return { field: "price", toFieldUnit: identity, toRequestUnit: identity };
  return {
    field: "yearlyPrice",
    toFieldUnit: (value) => yearlyPrice(value, period),
    toRequestUnit: (value) =>
      shortestInverse(value, value / yearlyPrice(1, period), (price) => yearlyPrice(price, period)),
  };
}

function areaPart(name: "area" | "lotArea", area: Range & { unit: AreaUnit }): FilterPart {
  const { unit } = area;
  return rangePart(name, area, {
    field: name,
    toFieldUnit: (value) => squareMetres(value, unit),
    toRequestUnit: (value) =>
      shortestInverse(value, value / squareMetres(1, unit), (shown) => squareMetres(shown, unit)),
  });
}

/** Filters on names: the filter that includes them, the one that excludes them, the field and its key. */
const nameFilters = [
  {
    include: "propertyTypes",
    exclude: "excludePropertyTypes",
    field: "typeGroup",
    key: typeGroup,
    facet: "propertyType",
  },
  { include: "propertyCategories", field: "categoryFolded", key: foldName, facet: "propertyCategory" },
  { include: "cities", exclude: "excludeCities", field: "cityFolded", key: foldName, facet: "city" },
  {
    include: "communities",
    exclude: "excludeCommunities",
    field: "communityFolded",
    key: foldName,
    facet: "community",
  },
  { include: "regions", exclude: "excludeRegions", field: "regionFolded", key: foldName, facet: "region" },
  { include: "postalCodes", field: "postalCodeFolded", key: foldName },
] as const;

/** Translates all filters except the status, which is part of the audience. */
export function filterParts(filters: SearchFilters): FilterPart[] {
  const parts: FilterPart[] = [];
  for (const names of nameFilters) {
    const { include, field, key } = names;
    const facet = "facet" in names ? { facet: names.facet } : {};
    const included = filters[include];
    if (included !== undefined) parts.push(createPart(include, { filter: [termsOf(field, included, key)], ...facet }));
    const excluded = "exclude" in names ? filters[names.exclude] : undefined;
    if ("exclude" in names && excluded !== undefined)
      parts.push(createPart(names.exclude, { exclude: [termsOf(field, excluded, key)], ...facet }));
  }
  if (filters.features !== undefined) {
    const all = [...new Set(filters.features.map(featureKey))].map((key): Clause => ({ term: { featureKeys: key } }));
    parts.push(createPart("features", { filter: all, facet: "features" }));
  }
  // Each group is a part of its own, so that zero-result suggestions can drop a single group.
  for (const [at, group] of (filters.anyFeatures ?? []).entries())
    parts.push(
      createPart(`anyFeatures.${at}`, { filter: [termsOf("featureKeys", group, featureKey)], facet: "features" }),
    );
  if (filters.excludeFeatures !== undefined)
    parts.push(
      createPart("excludeFeatures", {
        exclude: [termsOf("featureKeys", filters.excludeFeatures, featureKey)],
        facet: "features",
      }),
    );
  if (filters.price !== undefined) parts.push(...priceParts(filters.price));
  if (filters.bedrooms !== undefined)
    parts.push(rangePart("bedrooms", filters.bedrooms, { field: "bedrooms", facet: "bedrooms" }));
  if (filters.bathrooms !== undefined) parts.push(rangePart("bathrooms", filters.bathrooms, { field: "bathrooms" }));
  for (const name of ["yearBuilt", "floor"] as const) {
    const range = filters[name];
    if (range !== undefined) parts.push(rangePart(name, range, { field: name, toFieldUnit: clampToInt32 }));
  }
  for (const name of ["area", "lotArea"] as const) {
    const range = filters[name];
    if (range !== undefined) parts.push(areaPart(name, range));
  }
  return [...parts, ...scalarParts(filters)];
}

function scalarParts(filters: SearchFilters): FilterPart[] {
  const { listingType, agentId, publishedAfter, publishedBefore, updatedAfter } = filters;
  const parts: FilterPart[] = [];
  if (listingType !== undefined) parts.push(createPart("listingType", { filter: [{ term: { listingType } }] }));
  if (agentId !== undefined) parts.push(createPart("agentId", { filter: [{ term: { agentId } }] }));
  const published = { requires: { field: "publishedAt" } };
  if (publishedAfter !== undefined)
    parts.push(
      createPart("publishedAfter", { filter: [{ range: { publishedAt: { gte: publishedAfter } } }], ...published }),
    );
  if (publishedBefore !== undefined)
    parts.push(
      createPart("publishedBefore", { filter: [{ range: { publishedAt: { lte: publishedBefore } } }], ...published }),
    );
  if (updatedAfter !== undefined)
    parts.push(createPart("updatedAfter", { filter: [{ range: { updatedAt: { gte: updatedAfter } } }] }));
  return parts;
}

/** Combines parts to the clauses of a query. */
export function combineParts(parts: readonly FilterPart[]): { filter: Clause[]; exclude: Clause[] } {
  return { filter: parts.flatMap((each) => each.filter), exclude: parts.flatMap((each) => each.exclude) };
}

/** Matches what fails at most one of the groups: only these listings count when each filter in turn is dropped. */
export const failsAtMostOne = (each: readonly (readonly FilterPart[])[]): Clause => ({
  bool: { should: each.map((parts) => toClause(parts)), minimum_should_match: each.length - 1 },
});

/** Combines parts to one clause. */
export function toClause(parts: readonly FilterPart[], more: { filter?: Clause[]; exclude?: Clause[] } = {}): Clause {
  const { filter, exclude } = combineParts(parts);
  return { bool: { filter: [...filter, ...(more.filter ?? [])], must_not: [...exclude, ...(more.exclude ?? [])] } };
}
