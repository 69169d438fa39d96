import type { SearchFilters } from "@plat/client";
import { formatCount, formatDate, formatMoney, words } from "../format.ts";

const names: Readonly<Record<string, string>> = {
  status: "Status",
  listingType: "For",
  propertyTypes: "Type",
  excludePropertyTypes: "Not of type",
  propertyCategories: "Category",
  price: "Price",
  bedrooms: "Bedrooms",
  bathrooms: "Bathrooms",
  area: "Area",
  lotArea: "Plot",
  yearBuilt: "Built",
  floor: "Floor",
  features: "With",
  excludeFeatures: "Without",
  cities: "City",
  communities: "Community",
  regions: "Region",
  postalCodes: "Postal code",
  excludeCities: "Not in",
  excludeCommunities: "Not in",
  excludeRegions: "Not in",
  agentId: "Agent",
  publishedAfter: "Published from",
  publishedBefore: "Published to",
  updatedAfter: "Changed from",
  near: "Near",
  geo: "Place",
  text: "Words",
  sort: "Order",
  limit: "At most",
};

/** What a filter is called on the page. */
export const filterName = (root: string): string => names[root] ?? words(root);

interface Range {
  min?: number;
  max?: number;
  currency?: string;
  unit?: string;
  period?: string;
}

function rangeText(root: string, { min, max, currency, unit, period }: Range): string {
  const plain = root === "yearBuilt" || root === "floor" ? String : formatCount;
  const number = (value: number): string => (root === "price" ? formatMoney(value, currency ?? null) : plain(value));
  const after = unit === undefined ? (period === undefined ? "" : ` a ${period}`) : unit === "sqm" ? " m²" : " sq ft";
  if (min !== undefined && min === max) return number(min) + after;
  if (min === undefined) return max === undefined ? "any" : `up to ${number(max)}${after}`;
  return max === undefined ? `from ${number(min)}${after}` : `${number(min)} to ${number(max)}${after}`;
}

/** The value of a filter in words. */
export function filterText(root: string, value: SearchFilters[keyof SearchFilters]): string {
  if (Array.isArray(value)) return value.map(words).join(", ");
  if (typeof value === "object") return rangeText(root, value as Range);
  if (root.endsWith("After") || root.endsWith("Before")) return formatDate(String(value));
  return String(value);
}

/** What a suggestion would do. */
export function suggestionText({ filter, to }: { filter: string; to?: number | string | undefined }): string {
  const [root = "", end] = filter.split(".");
  const name = filterName(root);
  if (to !== undefined)
    return `${name} ${end === "min" ? "from" : "up to"} ${typeof to === "number" ? formatCount(to) : to}`;
  if (end !== undefined) return `${name}: no ${end === "min" ? "lower" : "upper"} limit`;
  return `${name}: any`;
}
