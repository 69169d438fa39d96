import type { Property, SearchRequest } from "@plat/contracts";
import { categories, cities, communities, type Dice, features, organizations, types } from "./generate.ts";

type Filters = NonNullable<SearchRequest["filters"]>;
export interface RandomQuery {
  filters: Filters;
  filterByOrganization: boolean;
  geo?: SearchRequest["geo"];
}

const fold = (name: string): string => name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ł", "l");
/** Groups of synonymous types among the generated ones. */
const groups: Record<string, string> = { residential: "house", condo: "apartment", flat: "apartment", home: "house" };
const group = (type: string): string => groups[fold(type)] ?? fold(type);
const feature = (name: string): string =>
  fold(name)
    .replaceAll(/[-_\s]+/g, " ")
    .split(" ")
    .map((word) => (word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.replace(/([^s])s$/, "$1")))
    .join(" ");

/** Exact for integer sizes. */
const tenMillionths = (size: number, unit: "sqm" | "sqft"): bigint =>
  BigInt(size) * (unit === "sqm" ? 100_000_000n : 9_290_304n);
const perYear = { week: 52, month: 12, year: 1 };
const yearly = (price: number, period: "week" | "month" | "year"): bigint =>
  BigInt(Math.round(price * 10_000)) * BigInt(perYear[period]);

type Predicate = (property: Property) => boolean;

function inRange(value: number | null, range: { min?: number | undefined; max?: number | undefined }): boolean {
  if (range.min === undefined && range.max === undefined) return true;
  return (
    value !== null && (range.min === undefined || value >= range.min) && (range.max === undefined || value <= range.max)
  );
}

function priceTest(price: NonNullable<Filters["price"]>): Predicate {
  return (property) => {
    if (price.currency !== undefined && property.currency !== price.currency) return false;
    if (price.period === undefined) return inRange(property.price, price);
    if (property.listingType !== "rent") return false;
    if (price.min === undefined && price.max === undefined) return true;
    if (property.price === null || property.pricePeriod === null) return false;
    const paid = yearly(property.price, property.pricePeriod);
    return (
      (price.min === undefined || paid >= yearly(price.min, price.period)) &&
      (price.max === undefined || paid <= yearly(price.max, price.period))
    );
  };
}

function areaTest(name: "area" | "lotArea", range: NonNullable<Filters["area"]>): Predicate {
  return (property) => {
    const size = property[name];
    if (size === null) return false;
    const exact = tenMillionths(size, property.areaUnit);
    return (
      (range.min === undefined || exact >= tenMillionths(range.min, range.unit)) &&
      (range.max === undefined || exact <= tenMillionths(range.max, range.unit))
    );
  };
}

/** Whether a listing matches a query, determined without code of the service. */
export function matchesQuery({ filters, filterByOrganization, geo }: RandomQuery, caller: string): Predicate {
  const tests: Predicate[] = [];
  const statuses = filters.status ?? ["active"];
  tests.push(
    ({ status, organizationId }) => statuses.includes(status) && (status === "active" || organizationId === caller),
  );
  if (filterByOrganization) tests.push(({ organizationId }) => organizationId === caller);
  const names = (
    list: string[] | undefined,
    of: (property: Property) => string | null,
    key: (name: string) => string,
    take: boolean,
  ): void => {
    if (list === undefined) return;
    const keys = new Set(list.map(key));
    tests.push((property) => {
      const name = of(property);
      return (name !== null && keys.has(key(name))) === take;
    });
  };
  names(filters.propertyTypes, (p) => p.propertyType, group, true);
  names(filters.excludePropertyTypes, (p) => p.propertyType, group, false);
  names(filters.propertyCategories, (p) => p.propertyCategory, fold, true);
  names(filters.cities, (p) => p.address.city, fold, true);
  names(filters.excludeCities, (p) => p.address.city, fold, false);
  names(filters.communities, (p) => p.address.community, fold, true);
  names(filters.excludeCommunities, (p) => p.address.community, fold, false);
  names(filters.regions, (p) => p.address.region, fold, true);
  names(filters.excludeRegions, (p) => p.address.region, fold, false);
  names(filters.postalCodes, (p) => p.address.postalCode, fold, true);
  const {
    features: all,
    anyFeatures: alternatives = [],
    excludeFeatures: none,
    listingType,
    publishedAfter,
    publishedBefore,
    updatedAfter,
    price,
  } = filters;
  if (all !== undefined)
    tests.push((p) => all.every((wanted) => p.features.some((held) => feature(held) === feature(wanted))));
  for (const choices of alternatives)
    tests.push((p) => choices.some((wanted) => p.features.some((held) => feature(held) === feature(wanted))));
  if (none !== undefined)
    tests.push((p) => !none.some((not) => p.features.some((held) => feature(held) === feature(not))));
  if (listingType !== undefined) tests.push((p) => p.listingType === listingType);
  if (price !== undefined) tests.push(priceTest(price));
  for (const name of ["bedrooms", "bathrooms", "yearBuilt", "floor"] as const) {
    const range = filters[name];
    if (range !== undefined) tests.push((p) => inRange(p[name], range));
  }
  for (const name of ["area", "lotArea"] as const) {
    const range = filters[name];
    if (range !== undefined) tests.push(areaTest(name, range));
  }
  if (publishedAfter !== undefined) tests.push((p) => p.publishedAt !== null && p.publishedAt >= publishedAfter);
  if (publishedBefore !== undefined) tests.push((p) => p.publishedAt !== null && p.publishedAt <= publishedBefore);
  if (updatedAfter !== undefined) tests.push((p) => p.updatedAt >= updatedAfter);
  if (geo !== undefined && "bbox" in geo) {
    const [west, south, east, north] = geo.bbox;
    tests.push(({ location }) => {
      if (location === null || location.lat < south || location.lat > north) return false;
      return west <= east ? location.lon >= west && location.lon <= east : location.lon >= west || location.lon <= east;
    });
  }
  return (property) => tests.every((test) => test(property));
}

/** A random combination of filters; the ends of ranges are often values that listings have. */
export function randomFilters(dice: Dice): RandomQuery {
  const filters: Filters = {};
  const range = (low: number, high: number, step = 1): { min?: number; max?: number } => {
    const a = dice.whole(low, high) * step;
    const b = dice.whole(low, high) * step;
    if (dice.chance(0.3)) return { min: Math.min(a, b) };
    if (dice.chance(0.4)) return { max: Math.max(a, b) };
    return { min: Math.min(a, b), max: Math.max(a, b) };
  };
  const unit = (): "sqm" | "sqft" => dice.pick(["sqm", "sqft"] as const);
  const day = (): string => new Date(Date.UTC(2025, 0, 1) + dice.whole(0, 200) * 86_400_000).toISOString();
  const generators: (() => void)[] = [
    () => (filters.status = dice.some(["active", "pending", "sold", "rented", "inactive"] as const, 3)),
    () => (filters.listingType = dice.pick(["sale", "rent"] as const)),
    () => (filters.propertyTypes = dice.some([...types, "flat", "HOME"], 4)),
    () => (filters.excludePropertyTypes = dice.some([...types, "Flat"], 2)),
    () => (filters.propertyCategories = dice.some([...categories, "RESIDENTIAL"], 2)),
    () => (filters.price = range(0, 18, 50_000)),
    () => (filters.price = { ...range(0, 9, 100_000), currency: dice.pick(["USD", "EUR"]) }),
    () => (filters.price = { ...range(0, 500, 1_000), period: dice.pick(["week", "month", "year"] as const) }),
    () => (filters.price = { period: "month" }),
    () => (filters.bedrooms = range(0, 6)),
    () => (filters.bathrooms = range(2, 8, 0.5)),
    () => (filters.area = { ...range(20, 400), unit: unit() }),
    () => (filters.lotArea = { ...range(100, 4000), unit: unit() }),
    () => (filters.yearBuilt = range(1900, 2024)),
    () => (filters.floor = range(-1, 20)),
    () => (filters.features = dice.some([...features, "SEA-VIEW", "pools"], 2)),
    () => (filters.excludeFeatures = dice.some(features, 2)),
    () => (filters.anyFeatures = [dice.some([...features, "SEA-VIEW"], 4), dice.some([...features, "pools"], 4)]),
    () => (filters.cities = dice.some([...cities, "ZURICH", "munchen"], 20)),
    () => (filters.excludeCities = dice.some(cities, 20)),
    () => (filters.communities = dice.some([...communities, "OLD TOWN"], 8)),
    () => (filters.excludeCommunities = dice.some(communities, 8)),
    () => (filters.regions = dice.some(["california", "ile-de-france", "Aland", "東京都", "constructor"], 3)),
    () => (filters.excludeRegions = dice.some(["California", "bayern"], 2)),
    () =>
      (filters.postalCodes = dice.some(
        Array.from({ length: 41 }, (_, at) => `9${1000 + at}`),
        10,
      )),
    () => (filters.publishedAfter = day()),
    () => (filters.publishedBefore = day()),
    () => (filters.updatedAfter = new Date(Date.UTC(2025, 0, 1) + dice.whole(0, 20_000) * 1000).toISOString()),
  ];
  for (const generate of dice.some(generators, 5)) generate();
  const corner = (): number => dice.whole(-18_000, 18_000) / 100 + 0.005;
  const [south = 0, north = 0] = [dice.whole(-80, 80), dice.whole(-80, 80)].toSorted((a, b) => a - b);
  const box: [number, number, number, number] = [
    Math.min(corner(), 180),
    south + 0.005,
    Math.min(corner(), 180),
    north + 0.006,
  ];
  return {
    filters,
    filterByOrganization: dice.chance(0.15),
    ...(dice.chance(0.2) ? { geo: { bbox: box } } : {}),
  };
}

export const anyCaller = (dice: Dice): string => dice.pick(organizations);
