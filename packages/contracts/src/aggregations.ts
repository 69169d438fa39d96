import { z } from "zod";

type ByName<V> = Readonly<Record<string, V>>;
export interface PlaceCounts {
  total: number;
  byType: ByName<number>;
}

const isRecord = (value: unknown): value is ByName<unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isCounts = (value: unknown): value is ByName<number> => isRecord(value) && Object.values(value).every(isCount);
const isPlace = (value: unknown): value is PlaceCounts =>
  isRecord(value) && Object.keys(value).length === 2 && isCount(value.total) && isCounts(value.byType);
const isPlaces = (value: unknown): value is ByName<PlaceCounts> =>
  isRecord(value) && Object.values(value).every(isPlace);

/*
 * Maps whose keys are names chosen by users. `z.record` drops the key `__proto__`, so these are custom schemas that accept
 * any plain object with valid values.
 */
const countsSchema = { type: "object", additionalProperties: { type: "integer", minimum: 0 } } as const;
const countByName = z
  .custom<ByName<number>>(isCounts, { error: "must be an object that maps names to counts" })
  .meta({ description: "Number of listings per name.", ...countsSchema });
const placeByName = z
  .custom<ByName<PlaceCounts>>(isPlaces, { error: "must be an object that maps names to `{total, byType}`" })
  .meta({
    description: "Number of listings per place: the total and per property type.",
    type: "object",
    additionalProperties: {
      type: "object",
      properties: { total: { type: "integer", minimum: 0 }, byType: countsSchema },
      required: ["total", "byType"],
    },
  });

export const aggregations = z.object({
  byCity: placeByName,
  byRegion: placeByName,
  byPropertyType: countByName,
  byPropertyCategory: countByName,
  availableCities: z.array(z.string()),
  availableRegions: z.array(z.string()),
  availablePropertyTypes: z.array(z.string()),
  availablePropertyCategories: z.array(z.string()),
  totalProperties: z.int(),
  truncated: z
    .object({ cities: z.literal(true), regions: z.literal(true) })
    .partial()
    .optional(),
});
export type Aggregations = z.infer<typeof aggregations>;
