import type { Interpretation, SearchFilters, SearchRequest } from "@plat/client";

/** West, south, east, north, in degrees. */
export type Box = [number, number, number, number];
/** What a map shows as a box that can be searched: a map that goes round the earth shows all of it. */
export function boxOf([west, south, east, north]: Box): Box {
  const wrapped = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;
  const clamp = (lat: number): number => Math.max(-90, Math.min(90, lat));
  const isWhole = east - west >= 360;
  return [isWhole ? -180 : wrapped(west), clamp(south), isWhole ? 180 : wrapped(east), clamp(north)];
}

export type Order = "" | "price" | "-price" | "-publishedAt" | "-area" | "pricePerArea";

/** What is asked for: kept in the address, so that it can be shared and gone back to. */
export interface Asked {
  query: string;
  /** Set by hand; they win over those that the query was understood to mean. */
  filters: SearchFilters;
  order: Order;
  box: Box | undefined;
  isOwn: boolean;
}

export const orders: readonly { value: Order; label: string }[] = [
  { value: "", label: "Best first" },
  { value: "-publishedAt", label: "Newest first" },
  { value: "price", label: "Cheapest first" },
  { value: "-price", label: "Dearest first" },
  { value: "-area", label: "Largest first" },
  { value: "pricePerArea", label: "Lowest price for the area" },
];

export function readAsked(address: URLSearchParams): Asked {
  const order = address.get("sort") ?? "";
  return {
    query: (address.get("q") ?? "").trim(),
    filters: readObject(address.get("f")),
    order: orders.find(({ value }) => value === order)?.value ?? "",
    box: readBox(address.get("box")),
    isOwn: address.get("own") === "true",
  };
}

export function addressOf({ query, filters, order, box, isOwn }: Asked): Record<string, string | undefined> {
  return {
    q: query === "" ? undefined : query,
    f: Object.keys(filters).length === 0 ? undefined : JSON.stringify(filters),
    sort: order === "" ? undefined : order,
    box: box?.map((degrees) => degrees.toFixed(5)).join(","),
    own: isOwn ? "true" : undefined,
  };
}

function readObject(text: string | null): SearchFilters {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function readBox(text: string | null): Box | undefined {
  const numbers = (text ?? "").split(",").map(Number);
  const [west, south, east, north] = numbers;
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) return undefined;
  return [west ?? 0, south ?? 0, east ?? 0, north ?? 0];
}

export const facetNames = ["propertyType", "city", "community", "bedrooms", "price", "features"] as const;

export type WholeRequest = Omit<SearchRequest, "fields" | "interpretOnly">;

/** The request as any program would send it. */
export function requestOf(
  { query, filters, order, box, isOwn }: Asked,
  more: { limit: number; zoom?: number | undefined },
): WholeRequest {
  const request: WholeRequest = {};
  if (query.trim() !== "") request.query = query.trim();
  if (Object.keys(filters).length > 0) request.filters = filters;
  if (box !== undefined) request.geo = { bbox: box };
  if (order !== "") {
    const isDescending = order.startsWith("-");
    const field = order.replace("-", "") as "price" | "publishedAt" | "area" | "pricePerArea";
    request.sort = [{ field, order: isDescending ? "desc" : "asc" }];
  }
  if (isOwn) request.filterByOrganization = true;
  request.limit = more.limit;
  request.includeBranding = true;
  request.facets = [...facetNames];
  if (more.zoom !== undefined) request.map = { precision: more.zoom };
  return request;
}

const joining = "(?:and|or|with|in|near|at|on|a|an|the|for)";
const joiningBefore = new RegExp(`(?<=^|\\s)(?:${joining}\\s+)+$`, "i");
const joiningFirst = /^(?:(?:and|or)\s+|[\s,]+)+/i;

interface Span {
  start: number;
  end: number;
}

/** A query without the words of some spans, those that only led to them, and the gaps that they leave. */
export function withoutSpans(query: string, spans: readonly Span[]): string {
  // From the end, so that what is before keeps its place.
  return spans
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start).replace(joiningBefore, "")} ${text.slice(end)}`, query)
    .replaceAll(/\s+/g, " ")
    .replaceAll(" ,", ",")
    .replace(joiningFirst, "")
    .replace(/[\s,]+$/, "");
}

/** Which member of the filters the words of a span have set. */
export const rootOf = (field: string): string => field.split(".")[0] ?? field;

/** The query without every word that set one of these filters. */
function withoutFields(query: string, spans: Interpretation["spans"], roots: readonly string[]): string {
  const isMeant = (root: string): boolean => roots.includes(root) || (root === "near" && roots.includes("geo"));
  const meant = spans.filter(({ field }) => isMeant(rootOf(field)));
  return meant.length === 0 ? query : withoutSpans(query, meant);
}

/** What is in force: what the words mean, under what was set by hand. */
export const inForce = (asked: Asked, interpretation: Interpretation | undefined): SearchFilters => ({
  ...interpretation?.filters,
  ...asked.filters,
});

export function withFilters(asked: Asked, changes: Partial<Record<keyof SearchFilters, unknown>>): Asked {
  const entries = Object.entries({ ...asked.filters, ...changes }).filter(([, value]) => value !== undefined);
  return { ...asked, filters: Object.fromEntries(entries) as SearchFilters };
}

/** Without some filters, whether they were set by hand or by words. */
export function withoutFilters(
  asked: Asked,
  roots: readonly string[],
  interpretation: Interpretation | undefined,
): Asked {
  const next = withFilters(asked, Object.fromEntries(roots.map((root) => [root, undefined])));
  if (roots.includes("geo")) next.box = undefined;
  next.query = withoutFields(asked.query, interpretation?.spans ?? [], roots);
  return next;
}

export const withoutFilter = (asked: Asked, root: string, interpretation: Interpretation | undefined): Asked =>
  withoutFilters(asked, [root], interpretation);

type Range = { min?: number | undefined; max?: number | undefined };
type ListName = "propertyTypes" | "cities" | "communities" | "features";

const isIn = (list: readonly string[], value: string): boolean => list.some((each) => same(each) === same(value));
const same = (text: string): string =>
  text.toLowerCase().replaceAll(/[_-]+/g, " ").normalize("NFD").replaceAll(/\p{M}/gu, "");

export const isChosen = (filters: SearchFilters, name: ListName, value: string): boolean =>
  isIn(filters[name] ?? [], value);

/** Adds a value of a facet to its filter, or takes it away. */
export function toggled(
  asked: Asked,
  interpretation: Interpretation | undefined,
  name: ListName,
  value: string,
): Asked {
  const before = inForce(asked, interpretation)[name] ?? [];
  const next = isIn(before, value) ? before.filter((each) => same(each) !== same(value)) : [...before, value];
  return next.length === 0 ? withoutFilter(asked, name, interpretation) : withFilters(asked, { [name]: next });
}

/** Sets a range, or takes it away when it is the same as before. */
export function rangeToggled(
  asked: Asked,
  interpretation: Interpretation | undefined,
  name: "bedrooms" | "price",
  range: Range,
): Asked {
  const before: Range = inForce(asked, interpretation)[name] ?? {};
  if (before.min === range.min && before.max === range.max) return withoutFilter(asked, name, interpretation);
  return withFilters(asked, {
    [name]: name === "price" ? { ...before, min: undefined, max: undefined, ...defined(range) } : range,
  });
}

const defined = (range: Range): Range =>
  Object.fromEntries(Object.entries(range).filter(([, value]) => value !== undefined));

/** Drops a filter, or one end of a range, or moves that end, as a suggestion says. */
export function withSuggestion(
  asked: Asked,
  interpretation: Interpretation | undefined,
  suggestion: { filter: string; to?: number | string | undefined },
): Asked {
  const [root = "", end] = suggestion.filter.split(".");
  if (end !== "min" && end !== "max") return withoutFilter(asked, root, interpretation);
  const before = (inForce(asked, interpretation) as Record<string, Range | undefined>)[root] ?? {};
  const range: Range = { ...before, [end]: suggestion.to };
  if (range.min === undefined && range.max === undefined) return withoutFilter(asked, root, interpretation);
  return withFilters(asked, { [root]: JSON.parse(JSON.stringify(range)) as Range });
}
