import type { Interpretation, SearchFilters } from "@plat/client";
import { type Asked, inForce, withFilters, withoutFilters } from "./search-state.ts";

export const lists = [
  "propertyTypes",
  "cities",
  "communities",
  "regions",
  "features",
  "excludePropertyTypes",
  "excludeFeatures",
] as const;
export const ranges = ["price", "bedrooms", "bathrooms", "area", "yearBuilt"] as const;
export const periods = ["month", "week", "year"] as const;

export interface Range {
  min?: number;
  max?: number;
  currency?: string;
  period?: (typeof periods)[number];
  unit?: "sqm" | "sqft";
}

const statuses = ["active", "pending", "inactive", "sold", "rented"] as const;
const anyStatus = statuses.join(",");

/** Statuses as the value of their control; active ones are what is searched when none is named. */
export const statusText = (chosen: SearchFilters["status"]): string =>
  chosen === undefined || chosen.join() === "active" ? "" : chosen.join(",");

/** What can be chosen for the status, with what is chosen now. */
export function statusChoices(chosen: SearchFilters["status"]): { value: string; label: string }[] {
  const usual = [
    { value: "", label: "active" },
    ...statuses.slice(1).map((value) => ({ value, label: value })),
    { value: anyStatus, label: "any" },
  ];
  const now = statusText(chosen);
  return usual.some(({ value }) => value === now) ? usual : [...usual, { value: now, label: listText(chosen) }];
}

function readStatus(text: string, before: SearchFilters["status"]): SearchFilters["status"] {
  if (text === statusText(before)) return before;
  return text === "" ? undefined : statuses.filter((status) => text.split(",").includes(status));
}

/** A list of names as one text. */
export const listText = (names: readonly string[] | undefined): string => (names ?? []).join(", ");

/**
 * The filters of the form.
 * @param text what a control holds, by its name
 * @param now the filters that the form was filled with
 */
export function readFilters(text: (name: string) => string, now: SearchFilters): Record<string, unknown> {
  const read: Record<string, unknown> = {
    listingType: text("listingType") === "" ? undefined : text("listingType"),
    status: readStatus(text("status"), now.status),
  };
  for (const root of lists) read[root] = readList(text(root), now[root]);
  for (const root of ranges) {
    const range = readRange(root, (end) => text(`${root}.${end}`));
    read[root] = Object.keys(range).length === 0 ? undefined : range;
  }
  return read;
}

/** A name may hold a comma, so what was not touched is taken as it was. */
function readList(text: string, before: string[] | undefined): string[] | undefined {
  if (text === listText(before)) return before;
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.length === 0 ? undefined : entries;
}

function readRange(root: (typeof ranges)[number], text: (end: string) => string): Range {
  const range: Range = {};
  if (text("min") !== "") range.min = Number(text("min"));
  if (text("max") !== "") range.max = Number(text("max"));
  if (root === "price") {
    const period = periods.find((each) => each === text("period"));
    if (text("currency") !== "") range.currency = text("currency").toUpperCase();
    if (period !== undefined) range.period = period;
  }
  const isEmpty = range.min === undefined && range.max === undefined;
  if (root === "area" && !isEmpty) range.unit = text("unit") === "sqft" ? "sqft" : "sqm";
  return range;
}

const equal = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);
const sorted = (value: unknown): string =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? JSON.stringify(
        Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .toSorted(([a], [b]) => a.localeCompare(b)),
      )
    : (JSON.stringify(value) ?? "");

/** Sets by hand only what differs from what was in force; what was emptied goes, with its words. */
export function changed(
  asked: Asked,
  interpretation: Interpretation | undefined,
  wanted: Record<string, unknown>,
): Asked {
  const now = inForce(asked, interpretation) as Record<string, unknown>;
  const differing = Object.entries(wanted).filter(([root, value]) => !equal(now[root], value));
  const emptied = differing.filter(([, value]) => value === undefined).map(([root]) => root);
  const set = Object.fromEntries(differing.filter(([, value]) => value !== undefined));
  return withFilters(withoutFilters(asked, emptied, interpretation), set);
}
