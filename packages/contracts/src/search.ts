import { z } from "zod";
import { ad } from "./ads.ts";
import { brandingMembers } from "./organizations.ts";
import {
  cursor,
  fieldNames,
  instant,
  latitude,
  location,
  longitude,
  optionalPageLimit,
  text,
  uuid,
} from "./primitives.ts";
import { property, propertyStatus, propertyView } from "./property.ts";
import { geoFilter, searchFilters } from "./search-filters.ts";

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
    .describe("Default: `desc` for `relevance`, `publishedAt` and `updatedAt`, otherwise `asc`."),
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
  filterByOrganization: z
    .boolean()
    .default(false)
    .describe("Restrict the result to listings of the caller's organization."),
  includeBranding: z.boolean().default(false).describe("Include the branding of each listing's organization."),
  includeAdCount: z.boolean().default(false).describe("Include the number of active ads of each listing."),
  includeAdCreatives: z
    .boolean()
    .default(false)
    .describe("Include at most three active ads of each listing, newest first."),
};

/** Longer than other cursors, because it contains the interpretation of a natural-language query. */
const searchCursor = text(8_192, 1).describe(cursor.description ?? "");

const span = z.object({
  start: z.int(),
  end: z.int(),
  text: z.string(),
  field: z.string(),
  rule: z.string().describe("Name of the rule that read the words."),
});
const placeKind = z.enum(["city", "community", "region", "postalCode"]);
export const interpretation = z.object({
  filters: searchFilters,
  geo: geoFilter.optional(),
  centre: z
    .object({ name: z.string(), kind: placeKind, lat: latitude, lon: longitude })
    .optional()
    .describe(
      "The place that `geo.radius` was derived from: the community of that name, otherwise the part of the place with the most active listings.",
    ),
  text: z.string().optional(),
  sort: z.array(sortKey).optional(),
  limit: z.int().optional(),
  spans: z.array(span),
  corrections: z.array(z.object({ from: z.string(), to: z.string() })),
  unresolved: z.array(z.string()),
  conflicts: z.array(z.object({ field: z.string(), detail: z.string() })),
  summary: z.string(),
  intent: z.enum(["search", "question"]).optional().meta({
    default: "search",
    description:
      "`question`: the query asks for a number, such as an average price, which facets or `GET /properties/aggregations` can answer.",
  }),
});
export type Interpretation = z.output<typeof interpretation>;

/** An interpretation that a client sends back. Its members are valid members of a request. */
export const previousInterpretation = interpretation.extend({
  /** Interpretations of releases before spans had a rule are still valid. */
  spans: z.array(span.extend({ rule: z.string().default("") })),
  text: text(512, 1).optional(),
  sort: z.array(sortKey).min(1).max(5).optional(),
});

export const searchRequest = z.object({
  query: text(512, 1).optional().describe("Query in natural language. The response contains its `interpretation`."),
  previous: previousInterpretation
    .optional()
    .describe(
      'Interpretation of the query that `query` continues, for example "cheaper" or "only houses". Requires `query`.',
    ),
  filters: searchFilters.optional(),
  geo: geoFilter.optional(),
  text: text(512, 1)
    .optional()
    .describe("Full-text search: every word must occur in the title, description, features or address."),
  sort: z
    .array(sortKey)
    .min(1)
    .max(5)
    .optional()
    .describe(
      "Default: `relevance` if there are words to match, then `publishedAt` in descending order. Ties are sorted by id.",
    ),
  limit: optionalPageLimit,
  cursor: searchCursor.optional(),
  fields: fieldNames.max(64).optional(),
  facets: z
    .array(facetName)
    .max(9)
    .optional()
    .describe(
      "Facets to count. Each facet ignores the filter on its own field, so that alternative values are counted as well.",
    ),
  map: z
    .object({ precision: z.int().min(0).max(22).describe("Zoom level of the map tiles.") })
    .optional()
    .describe(
      "Return cluster counts per map tile. If there are more than 5,000 tiles, those with the most listings are returned.",
    ),
  ...includes,
  interpretOnly: z.boolean().default(false).describe("Return only the interpretation, without searching."),
});
export type SearchRequest = z.output<typeof searchRequest>;

const includedFields = {
  branding: z.object({ organizationId: uuid, ...brandingMembers }).optional(),
  activeAdCount: z.int().optional(),
  adCreatives: z.array(ad).optional(),
};

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
  geometry: z.object({ type: z.literal("Point"), coordinates: z.tuple([longitude, latitude]) }),
  properties: z.object({ count: z.int(), bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]) }),
});

export const searchHit = propertyView.extend({
  ...includedFields,
  distance: z.number().optional().describe("Distance from the centre of the search in metres."),
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
    .array(
      z.object({
        filter: z
          .string()
          .describe("The filter, the end of a range (`price.max`) or the group of features (`anyFeatures.0`) to drop."),
        count: z.int().describe("Number of listings that match without it, or with `to`."),
        to: z.union([z.number(), z.string()]).optional().describe("Value to move the end of the range to, instead."),
      }),
    )
    .optional()
    .describe("Changes of a single filter that find listings, if there are no hits."),
  /** Number of listings that a range excluded because they lack the value, per filter. */
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
    "The result reflects every change that was acknowledged before this time, by the clock of the listings service.",
  ),
});
/** With `interpretOnly`, only the interpretation. */
export const searchResponse = z.union([searchResult, z.strictObject({ interpretation })]);
export type SearchResult = z.input<typeof searchResult>;

export const similarQuery = z.object({
  limit: z.int().min(1).max(100).default(5).describe("Maximum number of listings to return."),
  ...includes,
  status: propertyStatus
    .default("active")
    .describe(
      "Status of the listings to return. Statuses other than `active` match only listings of the caller's organization.",
    ),
  match: z
    .enum(["all", "any"])
    .default("all")
    .describe("`all`: location, bedrooms and price must match. `any`: at least one of them must match."),
  fields: fieldNames.max(64).optional(),
});
export const matchedOn = z.enum(["city", "community", "bedrooms", "price"]);
export const similarHit = propertyView.extend({ ...includedFields, matchedOn: z.array(matchedOn) });
export const similarResult = z.array(similarHit);

export const aggregationQuery = z.object({
  filterByOrganization: z
    .boolean()
    .default(false)
    .describe("Restrict the result to listings of the caller's organization."),
  status: propertyStatus.default("active").describe("Status of the listings to count."),
});

export const suggestQuery = z.object({
  q: text(100, 1).describe("Text that a name, or a word in it, must start with. Case and accents are ignored."),
  limit: z.int().min(1).max(50).default(10).describe("Maximum number of names to return."),
});
export const suggestResult = z.object({
  data: z.array(
    z.object({
      kind: z.enum([...placeKind.options, "propertyType"]),
      value: z.string(),
      count: z.int().describe("Number of active listings."),
    }),
  ),
});

/** The indexed form of a listing, which the search service reads from the listings service. */
export const indexDocument = z.object({
  id: uuid,
  version: z.int(),
  /** A deleted listing is indexed as a tombstone, so that a late write cannot restore it. */
  deleted: z.boolean(),
  property: property.nullable(),
  ads: z.array(ad),
  changedAt: instant,
});
export type IndexDocument = z.output<typeof indexDocument>;
export { location as geoPoint };
