import type { Interpretation, SearchFilters } from "@plat/client";
import { capitalize } from "../format.ts";
import { type SearchState, effectiveFilters, setFilters, clearFilters } from "./search-state.ts";

export const listFilters = [
  "propertyTypes",
  "cities",
  "communities",
  "regions",
  "features",
  "excludePropertyTypes",
  "excludeFeatures",
] as const;
export const rangeFilters = ["price", "bedrooms", "bathrooms", "area", "yearBuilt"] as const;
export const periods = ["month", "week", "year"] as const;

export interface Range {
  min?: number;
  max?: number;
  currency?: string;
  period?: (typeof periods)[number];
  unit?: "sqm" | "sqft";
}

const statuses = ["active", "pending", "inactive", "sold", "rented"] as const;
const allStatuses = statuses.join(",");

/** Returns statuses as the value of the select. Empty for the default, which is `active`. */
export const statusValue = (chosen: SearchFilters["status"]): string =>
  chosen === undefined || chosen.join() === "active" ? "" : chosen.join(",");

/** Returns the options of the status select, including the current combination of statuses. */
export function statusOptions(chosen: SearchFilters["status"]): { value: string; label: string }[] {
  const options = [
    { value: "", label: "Active" },
    ...statuses.slice(1).map((value) => ({ value, label: capitalize(value) })),
    { value: allStatuses, label: "Any" },
  ];
  const current = statusValue(chosen);
  return options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: listText(chosen?.map(capitalize)) }];
}

function readStatus(text: string, before: SearchFilters["status"]): SearchFilters["status"] {
  if (text === statusValue(before)) return before;
  return text === "" ? undefined : statuses.filter((status) => text.split(",").includes(status));
}

/** Joins names with commas. */
export const listText = (names: readonly string[] | undefined): string => (names ?? []).join(", ");

/**
 * Reads the filters of the form.
 * @param text returns the value of a control by its name
 * @param initial the filters that the form was filled with
 */
export function readFilters(text: (name: string) => string, initial: SearchFilters): Record<string, unknown> {
  const read: Record<string, unknown> = {
    listingType: text("listingType") === "" ? undefined : text("listingType"),
    status: readStatus(text("status"), initial.status),
  };
  for (const filterName of listFilters) read[filterName] = readList(text(filterName), initial[filterName]);
  read["anyFeatures"] = readGroups(text("anyFeatures"), initial.anyFeatures);
  for (const filterName of rangeFilters) {
    const range = readRange(filterName, (end) => text(`${filterName}.${end}`));
    read[filterName] = Object.keys(range).length === 0 ? undefined : range;
  }
  return read;
}

/** Reads a list. An unchanged text returns the initial list, because a name can contain a comma. */
function readList(text: string, before: string[] | undefined): string[] | undefined {
  if (text === listText(before)) return before;
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.length === 0 ? undefined : entries;
}

/** Joins groups of alternatives: "pool or garden, lift or ramp". */
export const groupsText = (groups: readonly (readonly string[])[] | undefined): string =>
  (groups ?? []).map((group) => group.join(" or ")).join(", ");

/** Reads groups of alternatives. An unchanged text returns the initial groups, because a name can contain "or". */
function readGroups(text: string, before: string[][] | undefined): string[][] | undefined {
  if (text === groupsText(before)) return before;
  const groups = text
    .split(",")
    .map((group) =>
      group
        .split(/\s+or\s+/i)
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .filter((group) => group.length > 0);
  return groups.length === 0 ? undefined : groups;
}

function readRange(filterName: (typeof rangeFilters)[number], text: (end: string) => string): Range {
  const range: Range = {};
  if (text("min") !== "") range.min = Number(text("min"));
  if (text("max") !== "") range.max = Number(text("max"));
  if (filterName === "price") {
    const period = periods.find((each) => each === text("period"));
    if (text("currency") !== "") range.currency = text("currency").toUpperCase();
    if (period !== undefined) range.period = period;
  }
  const isEmpty = range.min === undefined && range.max === undefined;
  if (filterName === "area" && !isEmpty) range.unit = text("unit") === "sqft" ? "sqft" : "sqm";
  return range;
}

const equal = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);
const canonicalJson = (value: unknown): string =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? JSON.stringify(
        Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .toSorted(([a], [b]) => a.localeCompare(b)),
      )
    : (JSON.stringify(value) ?? "");

/** Sets the filters that the user changed in the form. Emptied filters are cleared, together with their words in the query. */
export function applyFilterForm(
  state: SearchState,
  interpretation: Interpretation | undefined,
  values: Record<string, unknown>,
): SearchState {
  const current = effectiveFilters(state, interpretation) as Record<string, unknown>;
  const differing = Object.entries(values).filter(([filterName, value]) => !equal(current[filterName], value));
  const emptied = differing.filter(([, value]) => value === undefined).map(([filterName]) => filterName);
  const set = Object.fromEntries(differing.filter(([, value]) => value !== undefined));
  return setFilters(clearFilters(state, emptied, interpretation), set);
}
