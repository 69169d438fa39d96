import { invalid, type SearchRequest } from "@plat/contracts";
import type { Point } from "./geo.ts";
import type { Clause } from "../elasticsearch/listing-index.ts";

export type SortKey = NonNullable<SearchRequest["sort"]>[number];

export interface SortContext {
  /** Whether anything makes one listing more relevant than another. */
  words: boolean;
  origin: Point | undefined;
  /** Prices are compared by the year. */
  byYear: boolean;
}

/** Before and after all values a field can have: a cursor cannot carry the engine's own infinities. */
const extremes = {
  double: { low: -1e300, high: 1e300 },
  integer: { low: -2_147_483_648, high: 2_147_483_647 },
  date: { low: -1e14, high: 1e15 },
};

const fields = {
  publishedAt: "date",
  updatedAt: "date",
  price: "double",
  yearlyPrice: "double",
  bedrooms: "double",
  area: "double",
  lotArea: "double",
  pricePerArea: "double",
  yearBuilt: "integer",
} as const;

/** Newest and best first, everything else from small to large. */
const descending = new Set(["relevance", "publishedAt", "updatedAt"]);

/** The order of results: the keys asked for, listings without a value last, the id at the end. */
export function sortClauses(asked: readonly SortKey[] | undefined, context: SortContext): Clause[] {
  const keys: readonly SortKey[] = asked ?? [
    ...(context.words ? [{ field: "relevance" as const }] : []),
    { field: "publishedAt" },
  ];
  const clauses = keys.flatMap((key, at): Clause[] => {
    const order = key.order ?? (descending.has(key.field) ? "desc" : "asc");
    if (key.field === "relevance") return context.words ? [{ _score: { order } }] : [];
    if (key.field === "distance") {
      if (context.origin === undefined)
        throw invalid([
          { in: "body", pointer: `/sort/${at}/field`, detail: "distance needs geo.radius to measure from" },
        ]);
      return [{ _geo_distance: { location: context.origin, order, unit: "m", distance_type: "arc" } }];
    }
    const field = key.field === "price" && context.byYear ? "yearlyPrice" : key.field;
    const { low, high } = extremes[fields[field]];
    return [{ [field]: { order, missing: order === "desc" ? low : high } }];
  });
  return [...clauses, { id: { order: "asc" } }];
}
