import { z } from "zod";

/** The body of a creation, for the frameworks that validate with zod. */
export const propertyCreate = z.strictObject({
  agentId: z.guid().nullable().optional(),
  externalId: z.string().min(1).max(200).nullable().optional(),
  title: z.string().min(1).max(300),
  description: z.string().max(20_000).optional(),
  propertyType: z.string().min(1).max(100),
  propertyCategory: z.string().min(1).max(100),
  listingType: z.enum(["sale", "rent"]).optional(),
  status: z.enum(["active", "pending", "inactive", "sold", "rented"]).optional(),
  price: z.number().min(0).max(1e12).nullable().optional(),
  currency: z.string().length(3).nullable().optional(),
  pricePeriod: z.enum(["month", "week", "year"]).nullable().optional(),
  bedrooms: z.number().min(0).nullable().optional(),
  bathrooms: z.number().min(0).nullable().optional(),
  area: z.number().min(0).nullable().optional(),
  lotArea: z.number().min(0).nullable().optional(),
  areaUnit: z.enum(["sqft", "sqm"]).optional(),
  yearBuilt: z.int().nullable().optional(),
  floor: z.int().nullable().optional(),
  features: z.array(z.string().max(100)).max(200).optional(),
  address: z
    .strictObject({
      street: z.string().nullable(),
      unit: z.string().nullable(),
      city: z.string().nullable(),
      community: z.string().nullable(),
      region: z.string().nullable(),
      postalCode: z.string().nullable(),
      country: z.string().nullable(),
    })
    .partial()
    .optional(),
  location: z
    .strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
    .nullable()
    .optional(),
  media: z
    .array(
      z.strictObject({
        url: z.url(),
        kind: z.enum(["image", "video", "floorplan"]).default("image"),
        caption: z.string().nullable().default(null),
      }),
    )
    .max(100)
    .optional(),
  publishedAt: z.iso.datetime({ offset: true }).nullable().optional(),
});

const range = z.strictObject({ min: z.number().optional(), max: z.number().optional() });
export const searchRequest = z.strictObject({
  filters: z
    .strictObject({
      status: z.array(z.string()).optional(),
      listingType: z.enum(["sale", "rent"]).optional(),
      propertyTypes: z.array(z.string()).optional(),
      cities: z.array(z.string()).optional(),
      features: z.array(z.string()).optional(),
      price: range.optional(),
      bedrooms: range.optional(),
    })
    .optional(),
  limit: z.int().min(1).max(100).optional(),
});

export const batchRequest = z.strictObject({
  mode: z.literal("create"),
  items: z.array(z.unknown()).min(1).max(1000),
});
