import type { SearchFilters } from "@plat/client";
import { capitalize, formatCount, formatUtcDate, formatMoney, humanize, listingTypeLabel } from "../format.ts";

const filterLabels: Readonly<Record<string, string>> = {
  status: "Status",
  listingType: "Listing type",
  propertyTypes: "Type",
  excludePropertyTypes: "Excluded types",
  propertyCategories: "Category",
  price: "Price",
  bedrooms: "Bedrooms",
  bathrooms: "Bathrooms",
  area: "Area",
  lotArea: "Lot area",
  yearBuilt: "Year built",
  floor: "Floor",
  features: "Features",
  anyFeatures: "With",
  excludeFeatures: "Excluded features",
  cities: "City",
  communities: "Community",
  regions: "Region",
  postalCodes: "Postal code",
  excludeCities: "Excluded cities",
  excludeCommunities: "Excluded communities",
  excludeRegions: "Excluded regions",
  agentId: "Agent",
  publishedAfter: "Published from",
  publishedBefore: "Published to",
  updatedAfter: "Updated from",
  near: "Near",
  geo: "Location",
  text: "Keywords",
  sort: "Sort",
  limit: "Limit",
};

/** Returns the label of a filter. */
export const filterLabel = (filterName: string): string => filterLabels[filterName] ?? humanize(filterName);

interface Range {
  min?: number;
  max?: number;
  currency?: string;
  unit?: string;
  period?: string;
}

function rangeText(filterName: string, { min, max, currency, unit, period }: Range): string {
  const formatNumber = filterName === "yearBuilt" || filterName === "floor" ? String : formatCount;
  const number = (value: number): string =>
    filterName === "price" ? formatMoney(value, currency ?? null) : formatNumber(value);
  const suffix =
    unit === undefined ? (period === undefined ? "" : ` per ${period}`) : unit === "sqm" ? " m²" : " sq ft";
  if (min !== undefined && min === max) return number(min) + suffix;
  if (min === undefined) return max === undefined ? "any" : `up to ${number(max)}${suffix}`;
  return max === undefined ? `from ${number(min)}${suffix}` : `${number(min)} to ${number(max)}${suffix}`;
}

/** Returns a group of alternative features as text: "pool or garden". */
export const formatFeatureGroup = (group: readonly string[]): string => group.map(humanize).join(" or ");

/** Returns the value of a filter as text. */
export function formatFilterValue(filterName: string, value: SearchFilters[keyof SearchFilters]): string {
  if (value === "sale" || value === "rent") return listingTypeLabel(value);
  if (Array.isArray(value)) {
    const formatName = filterName === "status" ? capitalize : humanize;
    return value.map((each) => (Array.isArray(each) ? formatFeatureGroup(each) : formatName(each))).join(", ");
  }
  if (typeof value === "object") return rangeText(filterName, value as Range);
  if (filterName.endsWith("After") || filterName.endsWith("Before")) return formatUtcDate(String(value));
  return String(value);
}

/**
 * Returns the text of a zero-result suggestion.
 * @param filters the filters of the search without results
 */
export function suggestionText(
  { filter, to }: { filter: string; to?: number | string | undefined },
  filters: SearchFilters,
): string {
  const [filterName = "", end] = filter.split(".");
  if (filterName === "anyFeatures") {
    const group = filters.anyFeatures?.[Number(end)] ?? [];
    return `${capitalize(formatFeatureGroup(group))}: not required`;
  }
  const name = filterLabel(filterName);
  if (to !== undefined)
    return `${name} ${end === "min" ? "from" : "up to"} ${typeof to === "number" ? formatCount(to) : to}`;
  if (end !== undefined) return `${name}: no ${end === "min" ? "lower" : "upper"} limit`;
  return `${name}: any`;
}
