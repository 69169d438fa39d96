import { z } from "zod";
import { brandingMembers, ad } from "./people.ts";
import {
  currency,
  cursor,
  fieldNames,
  instant,
  latitude,
  location,
  longitude,
  pageLimitIfAny,
  range,
  text,
  timestamp,
  uuid,
} from "./primitives.ts";
import { areaUnit, listingType, pricePeriod, property, propertyStatus, propertyView } from "./property.ts";

const names = z.array(text(120, 1)).min(1).max(50);
const amount = z.number().min(-1e12).max(1e12);
const plainRange = range(amount);

const inOrder = (value: { min?: number | undefined; max?: number | undefined }): boolean =>
  value.min === undefined || value.max === undefined || value.min <= value.max;
const orderMessage = { message: "min must not be above max" };
const ends = { min: amount.optional(), max: amount.optional() };
const priceRange = z
  .object({ ...ends, currency: currency.optional(), period: pricePeriod.optional() })
  .refine(inOrder, orderMessage);
const areaRange = z
  .object({ ...ends, unit: areaUnit.default("sqm") })
  .refine((value) => value.min !== undefined || value.max !== undefined, { message: "needs min or max" })
  .refine(inOrder, orderMessage);

export const searchFilters = z
  .object({
    status: z
      .array(propertyStatus)
      .min(1)
      .max(5)
      .meta({ default: ["active"], description: "Others than active only of the caller's own organization" }),
    listingType: listingType.describe("Both when left out"),
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
    features: names,
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
const position = z.tuple([longitude, latitude]);
/** RFC 7946 allows an altitude after longitude and latitude; it is dropped. */
const positionInput = z
  .tuple([longitude, latitude])
  .rest(z.number())
  .overwrite(([lon, lat]) => [lon, lat]);
/** GeoJSON (RFC 7946): a closed outer ring, then holes; bounded so that no query is dear. */
const ring = z
  .array(positionInput)
  .min(4)
  .max(500)
  .refine(
    (points) => {
      const [first, last] = [points[0], points.at(-1)];
      return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
    },
    { message: "a ring must end where it starts" },
  );
const metres = { m: 1, km: 1000, mi: 1609.344 } as const;
/** Half the circumference of the earth: a circle of this radius is all of it. */
const radiusMax = 20_040_000;
const radius = z
  .object({
    lat: latitude,
    lon: longitude,
    distance: z.number().gt(0),
    unit: distanceUnit.default("km"),
  })
  .refine((value) => value.distance * metres[value.unit] <= radiusMax, {
    path: ["distance"],
    message: "must be at most half the circumference of the earth (20040 km)",
  });
const bbox = z
  .tuple([longitude, latitude, longitude, latitude])
  .refine((box) => box[1] <= box[3], { message: "south must not be above north" });
const polygon = z.object({
  type: z.literal("Polygon"),
  coordinates: z.array(ring).min(1).max(10),
  /** RFC 7946 allows it; the ring alone counts. */
  bbox: z.array(z.number()).min(4).max(6).optional(),
});
/** Exactly one of them. A box whose west is east of its east crosses the antimeridian. */
export const geoFilter = z.union([z.strictObject({ radius }), z.strictObject({ bbox }), z.strictObject({ polygon })], {
  error: ({ input }) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
    const given = ["radius", "bbox", "polygon"].filter((shape) => Object.hasOwn(input, shape));
    return given.length === 1 ? undefined : "needs exactly one of radius, bbox and polygon";
  },
});
export type GeoFilter = z.output<typeof geoFilter>;

export const sortField = z.enum([
  "relevance",
  "publishedAt",
  "updatedAt",
  "price",
  "bedrooms",
  "area",
  "lotArea",
  "yearBuilt",
  "pricePerArea",
  "distance",
]);
export const sortKey = z.object({
  field: sortField,
  order: z
    .enum(["asc", "desc"])
    .optional()
    .describe("Left out: desc for relevance, publishedAt and updatedAt, asc for the others"),
});
export const facetName = z.enum([
  "propertyType",
  "propertyCategory",
  "city",
  "community",
  "region",
  "status",
  "bedrooms",
  "features",
  "price",
]);
const includes = {
  filterByOrganization: z.boolean().default(false).describe("Only the caller's own organization"),
  includeBranding: z.boolean().default(false).describe("Name, logo and contact of each listing's organization"),
  includeAdCount: z.boolean().default(false).describe("How many ads of each listing are active"),
  includeAdCreatives: z.boolean().default(false).describe("At most three active ads, newest first"),
};

/** It carries how a query in plain language was understood. */
const searchCursor = text(8_192, 1).describe(cursor.description ?? "");

export const searchRequest = z.object({
  query: text(512, 1).optional().describe("Plain language; `interpretation` says how it was understood"),
  filters: searchFilters.optional(),
  geo: geoFilter.optional(),
  text: text(512, 1).optional().describe("All its words, in title, description, features or address"),
  sort: z
    .array(sortKey)
    .min(1)
    .max(5)
    .optional()
    .describe("Left out: relevance where there are words, then the newest `publishedAt`; ties by id"),
  limit: pageLimitIfAny,
  cursor: searchCursor.optional(),
  fields: fieldNames.max(64).optional(),
  facets: z
    .array(facetName)
    .max(9)
    .optional()
    .describe("Values with counts; each leaves its own filter out, so that one sees what else there is"),
  map: z
    .object({ precision: z.int().min(0).max(22).describe("Tile zoom") })
    .optional()
    .describe("Counts of listings by map tile; of more than 5,000 tiles those with most listings"),
  ...includes,
  interpretOnly: z.boolean().default(false).describe("Answer with the interpretation alone"),
});
export type SearchRequest = z.output<typeof searchRequest>;

const listed = {
  branding: z.object({ organizationId: uuid, ...brandingMembers }).optional(),
  activeAdCount: z.int().optional(),
  adCreatives: z.array(ad).optional(),
};

export const interpretation = z.object({
  filters: searchFilters,
  geo: geoFilter.optional(),
  text: z.string().optional(),
  sort: z.array(sortKey).optional(),
  limit: z.int().optional(),
  spans: z.array(z.object({ start: z.int(), end: z.int(), text: z.string(), field: z.string() })),
  corrections: z.array(z.object({ from: z.string(), to: z.string() })),
  unresolved: z.array(z.string()),
  conflicts: z.array(z.object({ field: z.string(), detail: z.string() })),
  summary: z.string(),
});
export type Interpretation = z.output<typeof interpretation>;

const facetValue = z.object({ value: z.union([z.string(), z.number()]), count: z.int() });
const priceBucket = z.object({ from: z.number().nullable(), to: z.number().nullable(), count: z.int() });
const facetLists = {
  propertyType: z.array(facetValue),
  propertyCategory: z.array(facetValue),
  city: z.array(facetValue),
  community: z.array(facetValue),
  region: z.array(facetValue),
  status: z.array(facetValue),
  bedrooms: z.array(facetValue),
  features: z.array(facetValue),
  price: z.array(priceBucket),
};
const cluster = z.object({
  type: z.literal("Feature"),
  geometry: z.object({ type: z.literal("Point"), coordinates: position }),
  properties: z.object({ count: z.int(), bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]) }),
});

export const searchHit = propertyView.extend({
  ...listed,
  distance: z.number().optional().describe("Metres"),
  score: z.number().optional(),
  highlights: z
    .object({
      title: z.array(z.string()),
      description: z.array(z.string()),
      features: z.array(z.string()),
      address: z.array(z.string()),
    })
    .partial()
    .optional(),
});

export const searchResult = z.object({
  data: z.array(searchHit),
  page: z.object({ limit: z.int(), nextCursor: z.string().nullable() }),
  total: z.object({ value: z.int(), relation: z.enum(["eq", "gte"]) }),
  facets: z.object(facetLists).partial().optional(),
  clusters: z.object({ type: z.literal("FeatureCollection"), features: z.array(cluster) }).optional(),
  interpretation: interpretation.optional(),
  suggestions: z
    .array(z.object({ filter: z.string(), count: z.int(), to: z.union([z.number(), z.string()]).optional() }))
    .optional(),
  /** Listings that a range left out for want of a value, by filter. */
  excludedForMissing: z
    .object({
      price: z.int(),
      bedrooms: z.int(),
      bathrooms: z.int(),
      area: z.int(),
      lotArea: z.int(),
      yearBuilt: z.int(),
      floor: z.int(),
      publishedAfter: z.int(),
      publishedBefore: z.int(),
      location: z.int(),
    })
    .partial()
    .optional(),
  indexedThrough: instant.describe(
    "Every change that was answered up to this moment, by the clock of the listings service, is in the answer",
  ),
});
/** With `interpretOnly` the interpretation stands alone. */
export const searchResponse = z.union([searchResult, z.strictObject({ interpretation })]);
export type SearchResult = z.input<typeof searchResult>;

export const similarQuery = z.object({
  limit: z.int().min(1).max(100).default(5).describe("Most listings in the answer"),
  ...includes,
  status: propertyStatus.default("active").describe("Another than active: only within the own organization"),
  match: z
    .enum(["all", "any"])
    .default("all")
    .describe(
      "`all`: the same city or community, and bedrooms at most 1 apart, and a price at most 25 % off; `any`: one of them is enough",
    ),
  fields: fieldNames.max(64).optional(),
});
export const matchedOn = z.enum(["city", "community", "bedrooms", "price"]);
export const similarHit = propertyView.extend({ ...listed, matchedOn: z.array(matchedOn) });
export const similarResult = z.array(similarHit);

export const aggregationQuery = z.object({
  filterByOrganization: z.boolean().default(false).describe("Only the caller's own organization"),
  status: propertyStatus.default("active").describe("The one status that is counted"),
});

export const suggestQuery = z.object({
  q: text(100, 1).describe("What a name begins with, without regard to case and accents"),
  limit: z.int().min(1).max(50).default(10).describe("Most names in the answer"),
});
export const suggestResult = z.object({
  data: z.array(
    z.object({
      kind: z.enum(["city", "community", "region", "postalCode", "propertyType"]),
      value: z.string(),
      count: z.int().describe("Active listings"),
    }),
  ),
});

/** A listing as the index holds it; travels from the listings service to the search service. */
export const indexDocument = z.object({
  id: uuid,
  version: z.int(),
  /** A deleted listing leaves a tombstone, so that a late write cannot bring it back. */
  deleted: z.boolean(),
  property: property.nullable(),
  ads: z.array(ad),
  changedAt: instant,
});
export type IndexDocument = z.output<typeof indexDocument>;
export { location as geoPoint };
