import { z } from "zod";
import { currency, latitude, longitude, range, text, timestamp, uuid } from "./primitives.ts";
import { areaUnit, listingType, pricePeriod, propertyStatus } from "./property.ts";

const names = z.array(text(120, 1)).min(1).max(50);
const amount = z.number().min(-1e12).max(1e12);
const plainRange = range(amount);

const isOrdered = (value: { min?: number | undefined; max?: number | undefined }): boolean =>
  value.min === undefined || value.max === undefined || value.min <= value.max;
const orderMessage = { message: "`min` must not be greater than `max`" };
const bounds = { min: amount.optional(), max: amount.optional() };
const priceRange = z
  .object({ ...bounds, currency: currency.optional(), period: pricePeriod.optional() })
  .refine(isOrdered, orderMessage);
const areaRange = z
  .object({ ...bounds, unit: areaUnit.default("sqm") })
  .refine((value) => value.min !== undefined || value.max !== undefined, { message: "must have `min`, `max` or both" })
  .refine(isOrdered, orderMessage);

export const searchFilters = z
  .object({
    status: z
      .array(propertyStatus)
      .min(1)
      .max(5)
      .meta({
        default: ["active"],
        description:
          "Statuses to include. Listings with a status other than `active` are returned only from the caller's own organization.",
      }),
    listingType: listingType.describe("Default: both."),
    propertyTypes: names,
    excludePropertyTypes: names,
    propertyCategories: names,
    price: priceRange,
    bedrooms: plainRange,
    bathrooms: plainRange,
    area: areaRange,
    lotArea: areaRange,
    yearBuilt: plainRange,
    floor: plainRange,
    features: names.describe("All of them are required."),
    anyFeatures: z
      .array(names)
      .min(1)
      .max(10)
      .describe("Groups of alternatives: at least one feature of each group is required."),
    excludeFeatures: names,
    cities: names,
    communities: names,
    regions: names,
    postalCodes: names,
    excludeCities: names,
    excludeCommunities: names,
    excludeRegions: names,
    agentId: uuid,
    publishedAfter: timestamp,
    publishedBefore: timestamp,
    updatedAfter: timestamp,
  })
  .partial();
export type SearchFilters = z.output<typeof searchFilters>;

export const distanceUnit = z.enum(["km", "m", "mi"]);
/** RFC 7946 allows an altitude after longitude and latitude. It is ignored. */
const positionInput = z
  .tuple([longitude, latitude])
  .rest(z.number())
  .overwrite(([lon, lat]) => [lon, lat]);
/** A closed ring of a GeoJSON polygon (RFC 7946). Its size is limited to bound the cost of a query. */
const ring = z
  .array(positionInput)
  .min(4)
  .max(500)
  .refine(
    (points) => {
      const [first, last] = [points[0], points.at(-1)];
      return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
    },
    { message: "must be a closed ring: the first and last positions must be equal" },
  );
const metres = { m: 1, km: 1000, mi: 1609.344 } as const;
/** Half the circumference of the earth in metres: a circle with this radius covers the whole earth. */
const maxRadius = 20_040_000;
const radius = z
  .object({
    lat: latitude,
    lon: longitude,
    distance: z.number().gt(0),
    unit: distanceUnit.default("km"),
  })
  .refine((value) => value.distance * metres[value.unit] <= maxRadius, {
    path: ["distance"],
    message: "must be at most 20040 km, which is half the circumference of the earth",
  });
const bbox = z.tuple([longitude, latitude, longitude, latitude]).refine((box) => box[1] <= box[3], {
  message: "must be `[west, south, east, north]` with `south` not greater than `north`",
});
const polygon = z.object({
  type: z.literal("Polygon"),
  coordinates: z.array(ring).min(1).max(10),
  /** Allowed by RFC 7946, but ignored. */
  bbox: z.array(z.number()).min(4).max(6).optional(),
});
/** Exactly one shape. A box whose west is greater than its east crosses the antimeridian. */
export const geoFilter = z.union([z.strictObject({ radius }), z.strictObject({ bbox }), z.strictObject({ polygon })], {
  error: ({ input }) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
    const given = ["radius", "bbox", "polygon"].filter((shape) => Object.hasOwn(input, shape));
    return given.length === 1 ? undefined : "must have exactly one of `radius`, `bbox` and `polygon`";
  },
});
export type GeoFilter = z.output<typeof geoFilter>;
