import type { Filters, InterpretedQuery, Range } from "./result.ts";

const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

function span(range: Range, unit: string, format: (n: number) => string = (n) => number.format(n)): string {
  const { min, max } = range;
  const text =
    min === max && min !== undefined
      ? format(min)
      : min === undefined
        ? `up to ${format(max ?? 0)}`
        : max === undefined
          ? `at least ${format(min)}`
          : `${format(min)} to ${format(max)}`;
  return unit === "" ? text : `${text} ${unit}`;
}

function names(list: readonly string[] | undefined, word: string): string {
  return (list ?? []).map((name) => name.replaceAll("_", " ")).join(` ${word} `);
}

/** One English sentence of what will be searched for. */
export function summarize(result: Omit<InterpretedQuery, "summary">, notes: readonly string[]): string {
  const f: Filters = result.filters;
  const parts: string[] = [];
  const types = names(f.propertyTypes, "or") || "any property";
  parts.push(f.status ? `${f.status.join(" or ")}: ${types}` : types);
  if (f.propertyCategories) parts.push(`category ${names(f.propertyCategories, "or")}`);
  if (f.excludePropertyTypes) parts.push(`no ${names(f.excludePropertyTypes, "or")}`);
  if (f.listingType) parts.push(f.listingType === "sale" ? "for sale" : "for rent");
  const places = [
    names(f.communities, "or"),
    names(f.cities, "or"),
    names(f.regions, "or"),
    names(f.postalCodes, "or"),
  ].filter((p) => p !== "");
  if (places.length > 0) parts.push(`in ${places.join(", ")}`);
  const excluded = [f.excludeCommunities, f.excludeCities, f.excludeRegions]
    .map((l) => names(l, "or"))
    .filter((p) => p !== "");
  if (excluded.length > 0) parts.push(`not in ${excluded.join(" or ")}`);
  if (result.near) {
    const { distance, unit, place } = result.near;
    parts.push(`within ${distance} ${unit} of ${[place.name, place.city, place.region].filter(Boolean).join(", ")}`);
  }
  if (result.geo)
    parts.push(
      `within ${result.geo.radius.distance} ${result.geo.radius.unit} of ${result.geo.radius.lat}, ${result.geo.radius.lon}`,
    );
  if (f.bedrooms) parts.push(span(f.bedrooms, f.bedrooms.max === 1 && f.bedrooms.min === 1 ? "bedroom" : "bedrooms"));
  if (f.bathrooms)
    parts.push(span(f.bathrooms, f.bathrooms.min === 1 && f.bathrooms.max === undefined ? "bathroom" : "bathrooms"));
  if (f.price)
    parts.push(
      `price ${span(f.price, [f.price.currency, f.price.period && `a ${f.price.period}`].filter(Boolean).join(" "))}`,
    );
  if (f.area) parts.push(span(f.area, f.area.unit));
  if (f.lotArea) parts.push(`land of ${span(f.lotArea, f.lotArea.unit)}`);
  if (f.yearBuilt) parts.push(`built ${span(f.yearBuilt, "", String)}`);
  if (f.floor) parts.push(`floor ${span(f.floor, "", String)}`);
  if (f.features) parts.push(`with ${names(f.features, "and")}`);
  if (f.excludeFeatures) parts.push(`without ${names(f.excludeFeatures, "or")}`);
  if (f.publishedAfter) parts.push(`listed since ${f.publishedAfter.slice(0, 10)}`);
  if (f.publishedBefore) parts.push(`listed until ${f.publishedBefore.slice(0, 10)}`);
  if (f.updatedAfter) parts.push(`changed since ${f.updatedAfter.slice(0, 10)}`);
  if (result.text !== undefined) parts.push(`mentioning "${result.text}"`);
  if (result.sort)
    parts.push(
      `sorted by ${result.sort.map((s) => `${s.field} ${s.order === "asc" ? "ascending" : "descending"}`).join(", then ")}`,
    );
  if (result.limit !== undefined) parts.push(`first ${result.limit}`);
  const tail = [...notes];
  if (result.unresolved.length > 0) tail.push(`not used: ${result.unresolved.join(", ")}`);
  const sentence = parts.join(", ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${tail.map((t) => ` ${t.charAt(0).toUpperCase()}${t.slice(1)}.`).join("")}`;
}
