import type { Aggregations } from "@plat/client";
import { csvOf } from "../write-csv.ts";

export const groups = [
  { id: "city", label: "Cities" },
  { id: "region", label: "Regions" },
  { id: "type", label: "Types" },
  { id: "category", label: "Categories" },
] as const;
export type Group = (typeof groups)[number]["id"];

export interface Row {
  name: string;
  total: number;
  byType: Readonly<Record<string, number>> | undefined;
}

/** Rows of one grouping, the most listings first. */
export function rowsOf(market: Aggregations, group: Group): Row[] {
  const places = group === "city" ? market.byCity : group === "region" ? market.byRegion : undefined;
  const counts = group === "type" ? market.byPropertyType : market.byPropertyCategory;
  const rows: Row[] =
    places === undefined
      ? Object.entries(counts).map(([name, total]) => ({ name, total, byType: undefined }))
      : Object.entries(places).map(([name, { total, byType }]) => ({ name, total, byType }));
  return rows.toSorted((a, b) => b.total - a.total || a.name.localeCompare(b.name));
}

/** How many of a type; any name can be one, also one that every object of JavaScript has. */
export const countOf = ({ byType }: Row, type: string): number =>
  byType !== undefined && Object.hasOwn(byType, type) ? (byType[type] ?? 0) : 0;

/** A grouping as a table: places with a column for each type. */
export function marketCsv(market: Aggregations, group: Group): string {
  const rows = rowsOf(market, group);
  const types = rows.some(({ byType }) => byType !== undefined) ? market.availablePropertyTypes : [];
  return csvOf([
    [group, "listings", ...types],
    ...rows.map((row) => [row.name, row.total, ...types.map((type) => countOf(row, type))]),
  ]);
}
