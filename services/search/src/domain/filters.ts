import type { SearchFilters } from "@plat/contracts";
import {
  featureKey,
  foldName,
  squareMetres,
  type Period,
  typeGroup,
  yearly,
  type AreaUnit,
} from "../indexing/document.ts";
import type { Clause } from "../elasticsearch/listing-index.ts";

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

/** One filter of a request: what it asks of a listing, and what is said about it beside the results. */
export interface Part {
  /** As the request names it. */
  name: string;
  filter: Clause[];
  exclude: Clause[];
  /** The facet that shows what this filter chooses from. */
  facet?: FacetName;
  /** A range or place: listings without a value in this field are left out by it. */
  needs?: { field: string };
  /** The ends of a range, each of which could move. */
  ends?: End[];
  /** Says what another part compares, and is never dropped without it. */
  bound?: true;
}

export interface End {
  side: "min" | "max";
  field: string;
  /** The filter with the other end alone. */
  without: Clause[];
  /** From the field's unit to the request's. */
  show: (value: number) => number;
}

const part = (name: string, more: Partial<Part>): Part => ({ name, filter: [], exclude: [], ...more });
const oneOf = (field: string, names: readonly string[], key: (name: string) => string): Clause => ({
  terms: { [field]: [...new Set(names.map(key))] },
});

interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

const within = (field: string, { min, max }: Range): Clause[] =>
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
  /** From the request's unit to the field's. */
  convert?: (value: number) => number;
  show?: (value: number) => number;
}

function rangePart(name: string, range: Range, options: RangeOptions): Part {
  const { field, facet, convert = same, show = same } = options;
  const min = range.min === undefined ? undefined : convert(range.min);
  const max = range.max === undefined ? undefined : convert(range.max);
  const clauses = within(field, { min, max });
  const ends: End[] = [];
  if (min !== undefined) ends.push({ side: "min", field, without: within(field, { max }), show });
  if (max !== undefined) ends.push({ side: "max", field, without: within(field, { min }), show });
  return part(name, {
    filter: clauses,
    ...(facet === undefined ? {} : { facet }),
    ...(clauses.length === 0 ? {} : { needs: { field }, ends }),
  });
}

const same = (value: number): number => value;
/** Fields of whole numbers take 32 bits, and refuse what no listing has. */
const indexable = (value: number): number => Math.min(Math.max(value, -(2 ** 31)), 2 ** 31 - 1);

/** The shortest number near `guess` that converts back to exactly this value. */
function shownAs(value: number, guess: number, convert: (shown: number) => number): number {
  for (let digits = 6; digits <= 17; digits++) {
    const shown = Number(guess.toPrecision(digits));
    if (convert(shown) === value) return shown;
  }
  return guess;
}

/** The currency and the period say which prices are compared: the facet of prices keeps to them as well. */
function priceParts(price: NonNullable<SearchFilters["price"]>): Part[] {
  const { currency, period, min, max } = price;
  const compared: Clause[] = [];
  if (currency !== undefined) compared.push({ term: { currency } });
  if (period !== undefined) compared.push({ term: { listingType: "rent" } });
  if (min === undefined && max === undefined) return [part("price", { filter: compared })];
  const range = rangePart("price", price, { ...priceScale(period), facet: "price" });
  return compared.length === 0 ? [range] : [range, part("price", { filter: compared, bound: true })];
}

/** The field that prices are compared in, and how they get there and back. */
export function priceScale(period: Period | undefined): {
  field: "price" | "yearlyPrice";
  convert: (value: number) => number;
  show: (value: number) => number;
} {
  if (period === undefined) return { field: "price", convert: same, show: same };
  return {
    field: "yearlyPrice",
    convert: (value) => yearly(value, period),
    show: (value) => shownAs(value, value / yearly(1, period), (shown) => yearly(shown, period)),
  };
}

function areaPart(name: "area" | "lotArea", area: Range & { unit: AreaUnit }): Part {
  const { unit } = area;
  return rangePart(name, area, {
    field: name,
    convert: (value) => squareMetres(value, unit),
    show: (value) => shownAs(value, value / squareMetres(1, unit), (shown) => squareMetres(shown, unit)),
  });
}

/** How names are looked up: the filter that takes them, the one that leaves them out, and the field. */
const nameFilters = [
  { take: "propertyTypes", leave: "excludePropertyTypes", field: "typeGroup", key: typeGroup, facet: "propertyType" },
  { take: "propertyCategories", field: "categoryFolded", key: foldName, facet: "propertyCategory" },
  { take: "cities", leave: "excludeCities", field: "cityFolded", key: foldName, facet: "city" },
  { take: "communities", leave: "excludeCommunities", field: "communityFolded", key: foldName, facet: "community" },
  { take: "regions", leave: "excludeRegions", field: "regionFolded", key: foldName, facet: "region" },
  { take: "postalCodes", field: "postalCodeFolded", key: foldName },
] as const;

/** What structured filters ask for, but for the status, which goes with what the caller may see. */
export function filterParts(filters: SearchFilters): Part[] {
  const parts: Part[] = [];
  for (const names of nameFilters) {
    const { take, field, key } = names;
    const facet = "facet" in names ? { facet: names.facet } : {};
    const taken = filters[take];
    if (taken !== undefined) parts.push(part(take, { filter: [oneOf(field, taken, key)], ...facet }));
    const left = "leave" in names ? filters[names.leave] : undefined;
    if ("leave" in names && left !== undefined)
      parts.push(part(names.leave, { exclude: [oneOf(field, left, key)], ...facet }));
  }
  if (filters.features !== undefined) {
    const all = [...new Set(filters.features.map(featureKey))].map((key): Clause => ({ term: { featureKeys: key } }));
    parts.push(part("features", { filter: all, facet: "features" }));
  }
  if (filters.excludeFeatures !== undefined)
    parts.push(
      part("excludeFeatures", {
        exclude: [oneOf("featureKeys", filters.excludeFeatures, featureKey)],
        facet: "features",
      }),
    );
  if (filters.price !== undefined) parts.push(...priceParts(filters.price));
  if (filters.bedrooms !== undefined)
    parts.push(rangePart("bedrooms", filters.bedrooms, { field: "bedrooms", facet: "bedrooms" }));
  if (filters.bathrooms !== undefined) parts.push(rangePart("bathrooms", filters.bathrooms, { field: "bathrooms" }));
  for (const name of ["yearBuilt", "floor"] as const) {
    const range = filters[name];
    if (range !== undefined) parts.push(rangePart(name, range, { field: name, convert: indexable }));
  }
  for (const name of ["area", "lotArea"] as const) {
    const range = filters[name];
    if (range !== undefined) parts.push(areaPart(name, range));
  }
  return [...parts, ...plainParts(filters)];
}

function plainParts(filters: SearchFilters): Part[] {
  const { listingType, agentId, publishedAfter, publishedBefore, updatedAfter } = filters;
  const parts: Part[] = [];
  if (listingType !== undefined) parts.push(part("listingType", { filter: [{ term: { listingType } }] }));
  if (agentId !== undefined) parts.push(part("agentId", { filter: [{ term: { agentId } }] }));
  const published = { needs: { field: "publishedAt" } };
  if (publishedAfter !== undefined)
    parts.push(part("publishedAfter", { filter: [{ range: { publishedAt: { gte: publishedAfter } } }], ...published }));
  if (publishedBefore !== undefined)
    parts.push(
      part("publishedBefore", { filter: [{ range: { publishedAt: { lte: publishedBefore } } }], ...published }),
    );
  if (updatedAfter !== undefined)
    parts.push(part("updatedAfter", { filter: [{ range: { updatedAt: { gte: updatedAfter } } }] }));
  return parts;
}

/** All parts together, as a query takes them. */
export function compose(parts: readonly Part[]): { filter: Clause[]; exclude: Clause[] } {
  return { filter: parts.flatMap((each) => each.filter), exclude: parts.flatMap((each) => each.exclude) };
}

/** What fails at most one of these: only such listings count when filters are left out in turn. */
export const allButOne = (each: readonly (readonly Part[])[]): Clause => ({
  bool: { should: each.map((parts) => clauseOf(parts)), minimum_should_match: each.length - 1 },
});

/** All parts together, as one clause. */
export function clauseOf(parts: readonly Part[], more: { filter?: Clause[]; exclude?: Clause[] } = {}): Clause {
  const { filter, exclude } = compose(parts);
  return { bool: { filter: [...filter, ...(more.filter ?? [])], must_not: [...exclude, ...(more.exclude ?? [])] } };
}
