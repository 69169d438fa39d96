import type { Interpretation, SearchFilters, SearchRequest } from "@plat/client";

/** West, south, east, north, in degrees. */
export type Box = [number, number, number, number];
/**
 * Converts the visible area of a map to a valid bounding box: longitudes are wrapped to -180..180 and latitudes clamped.
 * A map that is wider than the earth becomes a box of all longitudes.
 */
export function normalizeBox([west, south, east, north]: Box): Box {
  const wrapped = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;
  const clamp = (lat: number): number => Math.max(-90, Math.min(90, lat));
  const isWhole = east - west >= 360;
  return [isWhole ? -180 : wrapped(west), clamp(south), isWhole ? 180 : wrapped(east), clamp(north)];
}

export type SortOrder = "" | "price" | "-price" | "-publishedAt" | "-area" | "pricePerArea";

/** The state of the search page. It is stored in the URL, so that a search can be shared and restored. */
export interface SearchState {
  query: string;
  /** Filters that the user set. They override the filters of the interpreted query. */
  filters: SearchFilters;
  sort: SortOrder;
  box: Box | undefined;
  ownOnly: boolean;
}

export const sortOptions: readonly { value: SortOrder; label: string }[] = [
  { value: "", label: "Relevance" },
  { value: "-publishedAt", label: "Newest" },
  { value: "price", label: "Price: low to high" },
  { value: "-price", label: "Price: high to low" },
  { value: "-area", label: "Area: large to small" },
  { value: "pricePerArea", label: "Price per area: low to high" },
];

/** Reads the search state from the query of the route. Ignores invalid members. */
export function parseSearchState(query: URLSearchParams): SearchState {
  const sort = query.get("sort") ?? "";
  return {
    query: (query.get("q") ?? "").trim(),
    filters: parseFilters(query.get("f")),
    sort: sortOptions.find(({ value }) => value === sort)?.value ?? "",
    box: parseBox(query.get("box")),
    ownOnly: query.get("own") === "true",
  };
}

/** Returns the query of the route for a search state. Default values are `undefined`. */
export function searchStateToQuery({
  query,
  filters,
  sort,
  box,
  ownOnly,
}: SearchState): Record<string, string | undefined> {
  return {
    q: query === "" ? undefined : query,
    f: Object.keys(filters).length === 0 ? undefined : JSON.stringify(filters),
    sort: sort === "" ? undefined : sort,
    box: box?.map((degrees) => degrees.toFixed(5)).join(","),
    own: ownOnly ? "true" : undefined,
  };
}

function parseFilters(text: string | null): SearchFilters {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function parseBox(text: string | null): Box | undefined {
  const numbers = (text ?? "").split(",").map(Number);
  const [west, south, east, north] = numbers;
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) return undefined;
  return [west ?? 0, south ?? 0, east ?? 0, north ?? 0];
}

const facetNames = ["propertyType", "city", "community", "bedrooms", "price", "features"] as const;

export type FullSearchRequest = Omit<SearchRequest, "fields" | "interpretOnly">;

/** Returns the API request of a search state. */
export function toSearchRequest(
  { query, filters, sort, box, ownOnly }: SearchState,
  more: { limit: number; zoom?: number | undefined },
): FullSearchRequest {
  const request: FullSearchRequest = {};
  if (query.trim() !== "") request.query = query.trim();
  if (Object.keys(filters).length > 0) request.filters = filters;
  if (box !== undefined) request.geo = { bbox: box };
  if (sort !== "") {
    const isDescending = sort.startsWith("-");
    const field = sort.replace("-", "") as "price" | "publishedAt" | "area" | "pricePerArea";
    request.sort = [{ field, order: isDescending ? "desc" : "asc" }];
  }
  if (ownOnly) request.filterByOrganization = true;
  request.limit = more.limit;
  request.includeBranding = true;
  request.facets = [...facetNames];
  if (more.zoom !== undefined) request.map = { precision: more.zoom };
  return request;
}

const connectives = "(?:and|or|with|in|near|at|on|a|an|the|for)";
const trailingConnectives = new RegExp(`(?<=^|\\s)(?:${connectives}\\s+)+$`, "i");
const leadingConnectives = /^(?:(?:and|or)\s+|[\s,]+)+/i;

interface Span {
  start: number;
  end: number;
}

/** Removes spans from a query, together with connectives and punctuation that would be left dangling. */
export function removeSpans(query: string, spans: readonly Span[]): string {
  // From the last span to the first, so that earlier offsets stay valid.
  return spans
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end }) => `${text.slice(0, start).replace(trailingConnectives, "")} ${text.slice(end)}`,
      query,
    )
    .replaceAll(/\s+/g, " ")
    .replaceAll(" ,", ",")
    .replace(leadingConnectives, "")
    .replace(/[\s,]+$/, "");
}

/** Returns the filter that a span field belongs to: `price.max` belongs to `price`. */
export const filterOfField = (field: string): string => field.split(".")[0] ?? field;

/** Removes all words that set one of the filters from a query. */
function removeFilterWords(query: string, spans: Interpretation["spans"], filterNames: readonly string[]): string {
  const isRemoved = (filterName: string): boolean =>
    filterNames.includes(filterName) || (filterName === "near" && filterNames.includes("geo"));
  const removed = spans.filter(({ field }) => isRemoved(filterOfField(field)));
  return removed.length === 0 ? query : removeSpans(query, removed);
}

/** Returns the filters of the interpreted query, overridden by the filters that the user set. */
export const effectiveFilters = (state: SearchState, interpretation: Interpretation | undefined): SearchFilters => ({
  ...interpretation?.filters,
  ...state.filters,
});

/** Sets user filters. `undefined` removes a filter. */
export function setFilters(state: SearchState, changes: Partial<Record<keyof SearchFilters, unknown>>): SearchState {
  const entries = Object.entries({ ...state.filters, ...changes }).filter(([, value]) => value !== undefined);
  return { ...state, filters: Object.fromEntries(entries) as SearchFilters };
}

/** Clears filters, whether the user or the query set them. The words in the query are removed. */
export function clearFilters(
  state: SearchState,
  filterNames: readonly string[],
  interpretation: Interpretation | undefined,
): SearchState {
  const next = setFilters(state, Object.fromEntries(filterNames.map((filterName) => [filterName, undefined])));
  if (filterNames.includes("geo")) next.box = undefined;
  next.query = removeFilterWords(state.query, interpretation?.spans ?? [], filterNames);
  return next;
}

/** Clears one filter, see `clearFilters`. */
export const clearFilter = (
  state: SearchState,
  filterName: string,
  interpretation: Interpretation | undefined,
): SearchState => clearFilters(state, [filterName], interpretation);

/**
 * Removes a group of alternative features. The last group is cleared together with its words in the query.
 * @param index position of the group in the effective filters
 */
export function removeFeatureGroup(
  state: SearchState,
  interpretation: Interpretation | undefined,
  index: number,
): SearchState {
  const groups = effectiveFilters(state, interpretation).anyFeatures ?? [];
  const others = groups.filter((_, at) => at !== index);
  if (others.length === 0) return clearFilter(state, "anyFeatures", interpretation);
  return setFilters(state, { anyFeatures: others });
}

type Range = { min?: number | undefined; max?: number | undefined };
type ListName = "propertyTypes" | "cities" | "communities" | "features";

const includesName = (list: readonly string[], value: string): boolean =>
  list.some((each) => normalizeName(each) === normalizeName(value));
const normalizeName = (text: string): string =>
  text.toLowerCase().replaceAll(/[_-]+/g, " ").normalize("NFD").replaceAll(/\p{M}/gu, "");

/** True if a list filter includes a value, ignoring case, accents and separators. */
export const isSelected = (filters: SearchFilters, name: ListName, value: string): boolean =>
  includesName(filters[name] ?? [], value);

/** Adds a facet value to its filter, or removes it if it is selected. */
export function toggleValue(
  state: SearchState,
  interpretation: Interpretation | undefined,
  name: ListName,
  value: string,
): SearchState {
  const before = effectiveFilters(state, interpretation)[name] ?? [];
  const next = includesName(before, value)
    ? before.filter((each) => normalizeName(each) !== normalizeName(value))
    : [...before, value];
  return next.length === 0 ? clearFilter(state, name, interpretation) : setFilters(state, { [name]: next });
}

/** Sets a range filter, or clears it if the same range is selected. */
export function toggleRange(
  state: SearchState,
  interpretation: Interpretation | undefined,
  name: "bedrooms" | "price",
  range: Range,
): SearchState {
  const before: Range = effectiveFilters(state, interpretation)[name] ?? {};
  if (before.min === range.min && before.max === range.max) return clearFilter(state, name, interpretation);
  return setFilters(state, {
    [name]: name === "price" ? { ...before, min: undefined, max: undefined, ...definedBounds(range) } : range,
  });
}

const definedBounds = (range: Range): Range =>
  Object.fromEntries(Object.entries(range).filter(([, value]) => value !== undefined));

/**
 * Applies a zero-result suggestion: clears a filter, removes a group of alternative features, or removes or changes one
 * bound of a range.
 */
export function applySuggestion(
  state: SearchState,
  interpretation: Interpretation | undefined,
  suggestion: { filter: string; to?: number | string | undefined },
): SearchState {
  const [filterName = "", end] = suggestion.filter.split(".");
  if (filterName === "anyFeatures") return removeFeatureGroup(state, interpretation, Number(end));
  if (end !== "min" && end !== "max") return clearFilter(state, filterName, interpretation);
  const before = (effectiveFilters(state, interpretation) as Record<string, Range | undefined>)[filterName] ?? {};
  const range: Range = { ...before, [end]: suggestion.to };
  if (range.min === undefined && range.max === undefined) return clearFilter(state, filterName, interpretation);
  return setFilters(state, { [filterName]: JSON.parse(JSON.stringify(range)) as Range });
}
