import { invalid, type SearchRequest } from "@plat/contracts";
import type { Point } from "./geo.ts";
import type { Clause } from "./query.ts";

export type SortKey = NonNullable<SearchRequest["sort"]>[number];

export interface SortContext {
  /** Whether the search has words that determine relevance. */
  hasRelevance: boolean;
  origin: Point | undefined;
  /** Prices are compared per year. */
  usesYearlyPrice: boolean;
}

/** Bounds of each field type, in place of Elasticsearch's infinities, which a cursor cannot contain. */
const fieldBounds = {
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

/** Fields that are sorted in descending order by default. */
const descendingByDefault = new Set(["relevance", "publishedAt", "updatedAt"]);

/**
 * Sort clauses of a search: the requested keys with missing values last, followed by the id as tie-breaker.
 * @throws AppError `validation_failed` for `distance` without `geo.radius`
 */
export function sortClauses(requested: readonly SortKey[] | undefined, context: SortContext): Clause[] {
  const keys: readonly SortKey[] = requested ?? [
    ...(context.hasRelevance ? [{ field: "relevance" as const }] : []),
    { field: "publishedAt" },
  ];
  const clauses = keys.flatMap((key, at): Clause[] => {
    const order = key.order ?? (descendingByDefault.has(key.field) ? "desc" : "asc");
    if (key.field === "relevance") return context.hasRelevance ? [{ _score: { order } }] : [];
    if (key.field === "distance") {
      if (context.origin === undefined)
        throw invalid([
          { in: "body", pointer: `/sort/${at}/field`, detail: "distance needs geo.radius to measure from" },
        ]);
      return [{ _geo_distance: { location: context.origin, order, unit: "m", distance_type: "arc" } }];
    }
    const field = key.field === "price" && context.usesYearlyPrice ? "yearlyPrice" : key.field;
    const { low, high } = fieldBounds[fields[field]];
    return [{ [field]: { order, missing: order === "desc" ? low : high } }];
  });
  return [...clauses, { id: { order: "asc" } }];
}
