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

/** Groupings and placeholders that CLDR names beside the ISO 3166-1 countries. */
const notCountries = new Set(["EU", "EZ", "UN", "QO", "ZZ", "XA", "XB"]);
const countries = new Set(allCountries());
function* allCountries(): Generator<string> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    if (!notCountries.has(code) && names.of(code) !== undefined) yield code;
  }
}
/** ISO 3166-1 alpha-2, upper case. Source: the regions known to the runtime's CLDR data. */
export const country = z.string().refine((code) => countries.has(code), {
  message: "must be an ISO 3166-1 alpha-2 country code, like US",
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

/** Everything of a listing that its organization may set. */
const settable = {
  agentId: uuid.nullable(),
  externalId: name(200).nullable().describe("Id in the system it comes from; unique within the organization"),
  title: name(300),
  description: text(20_000),
  propertyType: name(100).describe("Stored and reported exactly as given"),
  propertyCategory: name(100).describe("Stored and reported exactly as given"),
  listingType,
  status: propertyStatus,
  price: money.nullable(),
  currency: currency.nullable(),
  pricePeriod: pricePeriod.nullable().describe("What a rent is paid for"),
  bedrooms: count.nullable(),
  bathrooms: count.nullable(),
  area: areaSize.nullable(),
  lotArea: areaSize.nullable(),
  areaUnit: areaUnit.describe("Of area and lotArea"),
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
  ...settable,
  publishedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  statusChangedAt: instant,
  priceChangedAt: instant,
  version: z.int(),
});
export type Property = z.infer<typeof property>;

const optionalAddress = address.partial();
const optionalSettable = z
  .object({ ...settable, address: optionalAddress, media: z.array(mediumInput).max(100) })
  .partial();

/** A creation: three members are required. The service fills the others in; the document says with what. */
export const propertyCreate = optionalSettable
  .extend({
    description: settable.description.meta({ default: "" }).optional(),
    listingType: listingType.meta({ default: "sale" }).optional(),
    status: propertyStatus.meta({ default: "active" }).optional(),
    currency: settable.currency.describe("Left out: the organization's `defaultCurrency`").optional(),
    areaUnit: settable.areaUnit.meta({ default: "sqm" }).optional(),
    features: settable.features.meta({ default: [] }).optional(),
    media: z.array(mediumInput).max(100).meta({ default: [] }).optional(),
    publishedAt: settable.publishedAt
      .describe("Left out: the moment in which the listing first becomes active; may lie in the past")
      .optional(),
  })
  .required({ title: true, propertyType: true, propertyCategory: true });
export type PropertyCreate = z.output<typeof propertyCreate>;

/** JSON merge patch (RFC 7396): `null` clears what can be empty; lists are replaced whole. */
export const propertyPatch = optionalSettable.extend({
  description: settable.description.nullable().optional(),
  features: settable.features.nullable().optional(),
  media: z.array(mediumInput).max(100).nullable().optional(),
  address: optionalAddress.nullable().optional(),
  location: location.partial().nullable().optional(),
});
export type PropertyPatch = z.output<typeof propertyPatch>;

export const propertyQuery = z.object({ fields: fieldNames.max(64).optional() });

/** Waits for the index (at most five seconds) before the answer. */
export const waitQuery = z.object({
  waitForIndex: z.boolean().default(false).describe("Answer when search shows the change, at most 5 seconds later"),
});

export const propertyListQuery = z.object({
  status: propertyStatus.optional().describe("Any status when left out"),
  agentId: uuid.optional().describe("Only listings of this agent"),
  updatedAfter: timestamp.optional().describe("Only listings changed at this moment or later"),
  sort: z
    .enum(["createdAt", "updatedAt", "publishedAt", "price", "-createdAt", "-updatedAt", "-publishedAt", "-price"])
    .default("-createdAt")
    .describe("A minus sorts from large to small, and from new to old; listings without a value come last"),
  fields: fieldNames.max(64).optional(),
  limit: pageLimit,
  cursor: cursor.optional(),
});

/** With `fields`, any member may be missing; nothing that is not a member ever appears. */
export const propertyView = property
  .extend({ address: address.partial(), location: location.partial().nullable() })
  .partial();
export const propertyPage = page(propertyView);

/**
 * Passed on as it came, whatever it is: the check of the row says what is wrong with it. An object schema would drop a
 * member `__proto__`, and refuse all rows for one that is no object.
 */
const batchItem = z
  .unknown()
  .describe("A listing as `POST /properties` takes it; what is none is refused by itself, and harms no other item");

/** Items are checked one by one, so that a bad row harms no other. */
export const batchRequest = z.object({
  mode: z.enum(["create", "upsert"]).describe("`upsert` goes by externalId"),
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
