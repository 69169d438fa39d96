import type { Interpretation } from "@plat/contracts";
import type { Filters, NearPlace, Range } from "../model.ts";

/** With a comma between thousands and at most two decimals. `Intl.NumberFormat` would take a tenth of the interpreter's time. */
function formatNumber(value: number): string {
  const [whole = "", decimals] = String(Math.round(value * 100) / 100).split(".");
  const grouped = /^-?\d+$/.test(whole) ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

function range({ min, max }: Range, unit: string, format: (n: number) => string = formatNumber): string {
  let text = `${format(min ?? 0)} to ${format(max ?? 0)}`;
  if (min === undefined) text = `up to ${format(max ?? 0)}`;
  else if (max === undefined) text = `at least ${format(min)}`;
  else if (min === max) text = format(min);
  return unit === "" ? text : `${text} ${unit}`;
}

const names = (list: readonly string[] | undefined, word: string): string =>
  (list ?? []).map((name) => name.replaceAll("_", " ")).join(` ${word} `);

const plural = (word: string, { min, max }: Range): string => (max === 1 || (min === 1 && !max) ? word : `${word}s`);

function* parts(f: Filters): Generator<string | false | undefined> {
  const types = names(f.propertyTypes, "or") || "any property";
  yield f.status ? `${f.status.join(" or ")}: ${types}` : types;
  yield f.propertyCategories && `category ${names(f.propertyCategories, "or")}`;
  yield f.excludePropertyTypes && `no ${names(f.excludePropertyTypes, "or")}`;
  yield f.listingType && (f.listingType === "sale" ? "for sale" : "for rent");
  const places = [f.communities, f.cities, f.regions, f.postalCodes].map((list) => names(list, "or")).filter(Boolean);
  yield places.length > 0 && `in ${places.join(", ")}`;
  const excluded = [f.excludeCommunities, f.excludeCities, f.excludeRegions].map((l) => names(l, "or")).filter(Boolean);
  yield excluded.length > 0 && `not in ${excluded.join(" or ")}`;
}

function* measures(f: Filters): Generator<string | false | undefined> {
  yield f.bedrooms && range(f.bedrooms, plural("bedroom", f.bedrooms));
  yield f.bathrooms && range(f.bathrooms, plural("bathroom", f.bathrooms));
  const { currency, period } = f.price ?? {};
  yield f.price && `price ${range(f.price, [currency, period && `per ${period}`].filter(Boolean).join(" "))}`;
  yield f.area && range(f.area, f.area.unit);
  yield f.lotArea && `land of ${range(f.lotArea, f.lotArea.unit)}`;
  yield f.yearBuilt && `built ${range(f.yearBuilt, "", String)}`;
  yield f.floor && `floor ${range(f.floor, "", String)}`;
  yield f.features && `with ${names(f.features, "and")}`;
  for (const group of f.anyFeatures ?? []) yield `with ${names(group, "or")}`;
  yield f.excludeFeatures && `without ${names(f.excludeFeatures, "or")}`;
  yield f.publishedAfter && `listed since ${f.publishedAfter.slice(0, 10)}`;
  yield f.publishedBefore && `listed until ${f.publishedBefore.slice(0, 10)}`;
  yield f.updatedAfter && `changed since ${f.updatedAfter.slice(0, 10)}`;
}

function circle(geo: Interpretation["geo"], near: NearPlace | undefined): string | undefined {
  if (near) {
    const { distance, unit, place } = near;
    return `within ${distance} ${unit} of ${[place.name, place.city, place.region].filter(Boolean).join(", ")}`;
  }
  if (!geo || !("radius" in geo)) return undefined;
  const { distance, unit, lat, lon } = geo.radius;
  return `within ${distance} ${unit} of ${lat}, ${lon}`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** One English sentence of what is searched for, and one per note. */
export function describe(
  result: Omit<Interpretation, "summary"> & { near?: NearPlace },
  notes: readonly string[],
): string {
  const { filters, geo, near, text, sort, limit, unresolved } = result;
  const order = sort?.map((key) => `${key.field} ${key.order === "asc" ? "ascending" : "descending"}`).join(", then ");
  const all = [
    ...parts(filters),
    circle(geo, near),
    ...measures(filters),
    text !== undefined && `mentioning "${text}"`,
    order && `sorted by ${order}`,
    limit !== undefined && `first ${limit}`,
  ].filter((part) => typeof part === "string");
  const rest = unresolved.length > 0 ? [...notes, `not used: ${unresolved.join(", ")}`] : notes;
  return [all.join(", "), ...rest].map((each) => sentence(each)).join(" ");
}
