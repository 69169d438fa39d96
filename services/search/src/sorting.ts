import { AppError, invalid, type SearchRequest } from "@plat/contracts";
import { decodeCursor, encodeCursor } from "@plat/kit";
import type { Point } from "./geo.ts";
import type { Clause } from "./query.ts";

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

/** What a further page has to know of the first one beside where it ended. */
export interface Continued {
  /** The moment that relative times in a query count from; milliseconds since 1970. */
  now: number;
  /** Where "near X" was. */
  near: Point | undefined;
}

export function pageCursor(continued: Continued, after: readonly unknown[], print: unknown): string {
  const { now, near } = continued;
  return encodeCursor([now, near?.lat ?? null, near?.lon ?? null, ...(after as (string | number)[])], print);
}

export function notACursor(cause?: unknown): AppError {
  const errors = [{ in: "body" as const, pointer: "/cursor", detail: "is not a cursor of this service" }];
  return new AppError("validation_failed", "body /cursor: is not a cursor of this service", { errors, cause });
}

/** @throws AppError `validation_failed` when it is of another query */
export function readPageCursor(cursor: string, print: unknown): Continued & { after: (string | number)[] } {
  const [now, lat, lon, ...after] = decodeCursor(cursor, print, "body");
  const numbers = after.slice(0, -1);
  const sound =
    Number.isFinite(now) && numbers.every((value) => Number.isFinite(value)) && typeof after.at(-1) === "string";
  if (!sound) throw notACursor();
  return {
    now: Number(now),
    near: typeof lat === "number" && typeof lon === "number" ? { lat, lon } : undefined,
    after: after as (string | number)[],
  };
}
