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
 * Maps keyed by names that users choose. `z.record` drops a key `__proto__`, so these have schemas of their own: any plain
 * object whose own keys are names.
 */
const countsSchema = { type: "object", additionalProperties: { type: "integer", minimum: 0 } } as const;
const countByName = z
  .custom<ByName<number>>(isCounts, { error: "must be an object of counts by name" })
  .meta({ description: "Number of listings by name", ...countsSchema });
const placeByName = z
  .custom<ByName<PlaceCounts>>(isPlaces, { error: "must be an object of {total, byType} by name" })
  .meta({
    description: "Number of listings by place, in all and by property type",
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
