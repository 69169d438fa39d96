import type { Aggregations } from "@plat/client";
import { writeCsv } from "../write-csv.ts";

export const groupings = [
  { id: "city", label: "Cities" },
  { id: "region", label: "Regions" },
  { id: "type", label: "Types" },
  { id: "category", label: "Categories" },
] as const;
export type Grouping = (typeof groupings)[number]["id"];

export interface MarketRow {
  name: string;
  total: number;
  byType: Readonly<Record<string, number>> | undefined;
}

/** Returns the rows of a grouping, sorted by the number of listings in descending order. */
export function marketRows(market: Aggregations, grouping: Grouping): MarketRow[] {
  const places = grouping === "city" ? market.byCity : grouping === "region" ? market.byRegion : undefined;
  const counts = grouping === "type" ? market.byPropertyType : market.byPropertyCategory;
  const rows: MarketRow[] =
    places === undefined
      ? Object.entries(counts).map(([name, total]) => ({ name, total, byType: undefined }))
      : Object.entries(places).map(([name, { total, byType }]) => ({ name, total, byType }));
  return rows.toSorted((a, b) => b.total - a.total || a.name.localeCompare(b.name));
}

/** Returns the count of a type. Uses `Object.hasOwn` because a type may be named like a member of `Object.prototype`. */
export const countOf = ({ byType }: MarketRow, type: string): number =>
  byType !== undefined && Object.hasOwn(byType, type) ? (byType[type] ?? 0) : 0;

/** Returns a grouping as CSV. Cities and regions have one column per property type. */
export function marketCsv(market: Aggregations, grouping: Grouping): string {
  const rows = marketRows(market, grouping);
  const types = rows.some(({ byType }) => byType !== undefined) ? market.availablePropertyTypes : [];
  return writeCsv([
    [grouping, "listings", ...types],
    ...rows.map((row) => [row.name, row.total, ...types.map((type) => countOf(row, type))]),
  ]);
}
