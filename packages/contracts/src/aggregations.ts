import { z } from "zod";

/**
 * Maps keyed by names that users choose. `z.record` drops a key `__proto__`, so these maps have a schema of their own:
 * any plain object whose own keys are names.
 */
function mapOf<V>(isValue: (value: unknown) => value is V, description: string) {
  return z
    .custom<Readonly<Record<string, V>>>(
      (value) => typeof value === "object" && value !== null && Object.values(value).every(isValue),
    )
    .meta({ description, type: "object" });
}
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
export interface PlaceCounts {
  total: number;
  byType: Readonly<Record<string, number>>;
}
function isPlace(value: unknown): value is PlaceCounts {
  if (typeof value !== "object" || value === null) return false;
  if (!("total" in value) || !("byType" in value) || !isCount(value.total)) return false;
  return typeof value.byType === "object" && value.byType !== null && Object.values(value.byType).every(isCount);
}

const countByName = mapOf(isCount, "Number of listings by name");
const placeByName = mapOf(isPlace, "Number of listings by place, in all and by property type");

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
