import { z } from "zod";
import {
  currency,
  cursor,
  fieldNames,
  instant,
  location,
  money,
  name,
  page,
  pageLimit,
  storedUrl,
  text,
  timestamp,
  uuid,
  webUrl,
} from "./primitives.ts";
import { fieldError } from "./problem.ts";

export const listingType = z.enum(["sale", "rent"]);
export const propertyStatus = z.enum(["active", "pending", "inactive", "sold", "rented"]);
export const pricePeriod = z.enum(["month", "week", "year"]);
export const areaUnit = z.enum(["sqft", "sqm"]);
export type PropertyStatus = z.infer<typeof propertyStatus>;

/** Codes in CLDR that are not ISO 3166-1 countries: groupings and placeholders. */
const excludedRegions = new Set(["EU", "EZ", "UN", "QO", "ZZ", "XA", "XB"]);
const countries = new Set(allCountries());
function* allCountries(): Generator<string> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    if (!excludedRegions.has(code) && names.of(code) !== undefined) yield code;
  }
}
/** ISO 3166-1 alpha-2 code in upper case, from the CLDR data of the runtime. */
export const country = z.string().refine((code) => countries.has(code), {
  message: "must be an ISO 3166-1 alpha-2 code, for example `US`",
});

const count = z.number().min(0).max(10_000);
const areaSize = z.number().min(0).max(1e10);
export const address = z.object({
  street: text(200).nullable(),
  unit: text(50).nullable(),
  city: text(120).nullable(),
  community: text(120).nullable(),
  region: text(120).nullable(),
  postalCode: text(20).nullable(),
  country: country.nullable(),
});
export type Address = z.infer<typeof address>;

export const medium = z.object({
  url: storedUrl,
  kind: z.enum(["image", "video", "floorplan"]),
  caption: text(500).nullable(),
});
const mediumInput = medium.extend({
  url: webUrl,
  kind: medium.shape.kind.default("image"),
  caption: text(500).nullable().default(null),
});

/** Fields that a client may write. */
const writableFields = {
  agentId: uuid.nullable(),
  externalId: name(200).nullable().describe("Id of the listing in an external system. Unique within the organization."),
  title: name(300),
  description: text(20_000),
  propertyType: name(100).describe("Stored and returned exactly as given."),
  propertyCategory: name(100).describe("Stored and returned exactly as given."),
  listingType,
  status: propertyStatus,
  price: money.nullable(),
  currency: currency.nullable(),
  pricePeriod: pricePeriod.nullable().describe("Period that a rent covers."),
  bedrooms: count.nullable(),
  bathrooms: count.nullable(),
  area: areaSize.nullable(),
  lotArea: areaSize.nullable(),
  areaUnit: areaUnit.describe("Unit of `area` and `lotArea`."),
  yearBuilt: z.int().min(1000).max(2200).nullable(),
  floor: z.int().min(-20).max(300).nullable(),
  features: z.array(name(100)).max(200),
  address,
  location: location.nullable(),
  media: z.array(medium).max(100),
  publishedAt: timestamp.nullable(),
};

export const property = z.object({
  id: uuid,
  organizationId: uuid,
  ...writableFields,
  publishedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  statusChangedAt: instant,
  priceChangedAt: instant,
  version: z.int(),
});
export type Property = z.infer<typeof property>;

const optionalAddress = address.partial();
const optionalFields = z
  .object({ ...writableFields, address: optionalAddress, media: z.array(mediumInput).max(100) })
  .partial();

/** Input of a creation. Defaults are metadata for the OpenAPI document; the service applies them. */
export const propertyCreate = optionalFields
  .extend({
    description: writableFields.description.meta({ default: "" }).optional(),
    listingType: listingType.meta({ default: "sale" }).optional(),
    status: propertyStatus.meta({ default: "active" }).optional(),
    currency: writableFields.currency.describe("Default: the organization's `defaultCurrency`.").optional(),
    areaUnit: writableFields.areaUnit.meta({ default: "sqm" }).optional(),
    features: writableFields.features.meta({ default: [] }).optional(),
    media: z.array(mediumInput).max(100).meta({ default: [] }).optional(),
    publishedAt: writableFields.publishedAt
      .describe("Default: the time at which the listing first becomes active. May be in the past.")
      .optional(),
  })
  .required({ title: true, propertyType: true, propertyCategory: true });
export type PropertyCreate = z.output<typeof propertyCreate>;

/** JSON merge patch (RFC 7396): `null` clears optional fields; lists are replaced as a whole. */
export const propertyPatch = optionalFields.extend({
  description: writableFields.description.nullable().optional(),
  features: writableFields.features.nullable().optional(),
  media: z.array(mediumInput).max(100).nullable().optional(),
  address: optionalAddress.nullable().optional(),
  location: location.partial().nullable().optional(),
});
export type PropertyPatch = z.output<typeof propertyPatch>;

export const propertyQuery = z.object({ fields: fieldNames.max(64).optional() });

export const waitQuery = z.object({
  waitForIndex: z
    .boolean()
    .default(false)
    .describe("Respond only when search and aggregations show the change, after at most 5 seconds."),
});

export const propertyListQuery = z.object({
  status: propertyStatus.optional().describe("Return only listings with this status. Default: any status."),
  agentId: uuid.optional().describe("Return only listings of this agent."),
  updatedAfter: timestamp.optional().describe("Return only listings updated at or after this time."),
  sort: z
    .enum(["createdAt", "updatedAt", "publishedAt", "price", "-createdAt", "-updatedAt", "-publishedAt", "-price"])
    .default("-createdAt")
    .describe("Field to sort by; a leading minus sorts in descending order. Listings without a value come last."),
  fields: fieldNames.max(64).optional(),
  limit: pageLimit,
  cursor: cursor.optional(),
});

/** A listing in which any field may be missing, because the request selected `fields`. */
export const propertyView = property
  .extend({ address: address.partial(), location: location.partial().nullable() })
  .partial();
export const propertyPage = page(propertyView);

/**
 * Not validated as part of the request: the service validates each item and reports its errors separately. An object
 * schema would drop a member `__proto__`, and would reject the whole batch if one item is not an object.
 */
const batchItem = z
  .unknown()
  .describe(
    "A listing, as for `POST /properties`. Items are validated separately; an invalid item does not affect the others.",
  );

export const batchRequest = z.object({
  mode: z
    .enum(["create", "upsert"])
    .describe("`create` creates every item. `upsert` updates the listing with the same `externalId`, or creates it."),
  items: z.array(batchItem).min(1).max(1000),
});
export const batchResult = z.object({
  data: z.array(
    z.object({
      index: z.int(),
      status: z.int(),
      id: uuid.nullable(),
      code: z.string().optional(),
      detail: z.string().optional(),
      errors: z.array(fieldError).optional(),
    }),
  ),
});

export const historyPage = page(
  z.object({
    at: instant,
    version: z.int(),
    field: z.enum(["price", "status"]),
    from: z.union([z.number(), z.string()]).nullable(),
    to: z.union([z.number(), z.string()]).nullable(),
    currency: z.string().nullable(),
  }),
);
export const listPageQuery = z.object({ limit: pageLimit, cursor: cursor.optional() });

export const counts = z.object({
  active: z.int(),
  pending: z.int(),
  inactive: z.int(),
  sold: z.int(),
  rented: z.int(),
  total: z.int(),
});
