import {
  type Ad,
  type Address,
  invalid,
  type Property,
  type PropertyCreate,
  type PropertyPatch,
} from "@plat/contracts";
import { definedMembers, jsonEquals } from "./json-equals.ts";

/** A property and its ads. They share one document and one version, so every write of either increments that version. */
export interface Listing {
  property: Property;
  ads: Ad[];
}

/** Fields that clients can set, in the order in which change events list them. */
export const settableFields = [
  "agentId",
  "externalId",
  "title",
  "description",
  "propertyType",
  "propertyCategory",
  "listingType",
  "status",
  "price",
  "currency",
  "pricePeriod",
  "bedrooms",
  "bathrooms",
  "area",
  "lotArea",
  "areaUnit",
  "yearBuilt",
  "floor",
  "features",
  "address",
  "location",
  "media",
  "publishedAt",
] as const satisfies readonly (keyof Property)[];

const noAddress: Address = {
  street: null,
  unit: null,
  city: null,
  community: null,
  region: null,
  postalCode: null,
  country: null,
};

/** What a new property gets from the service instead of the client. */
export interface CreationContext {
  id: string;
  organizationId: string;
  /** ISO 8601 UTC with milliseconds. */
  now: string;
  /** Currency of a property that specifies none. */
  defaultCurrency: string | null;
}

/**
 * Creates version 1 of a property. An omitted field gets its default. An explicit `null` is stored, so that importing an
 * export yields an equal property. A property that is created as active is published now unless `publishedAt` is given.
 */
export function newProperty(input: PropertyCreate, context: CreationContext): Property {
  const { id, organizationId, now, defaultCurrency } = context;
  const status = input.status ?? "active";
  return {
    id,
    organizationId,
    agentId: input.agentId ?? null,
    externalId: input.externalId ?? null,
    title: input.title,
    description: input.description ?? "",
    propertyType: input.propertyType,
    propertyCategory: input.propertyCategory,
    listingType: input.listingType ?? "sale",
    status,
    price: input.price ?? null,
    currency: input.currency === undefined ? defaultCurrency : input.currency,
    pricePeriod: input.pricePeriod ?? null,
    bedrooms: input.bedrooms ?? null,
    bathrooms: input.bathrooms ?? null,
    area: input.area ?? null,
    lotArea: input.lotArea ?? null,
    areaUnit: input.areaUnit ?? "sqm",
    yearBuilt: input.yearBuilt ?? null,
    floor: input.floor ?? null,
    features: input.features ?? [],
    address: mergeAddress(noAddress, input.address),
    location: input.location ?? null,
    media: input.media ?? [],
    publishedAt: input.publishedAt === undefined ? publicationTime(null, status, now) : input.publishedAt,
    createdAt: now,
    updatedAt: now,
    statusChangedAt: now,
    priceChangedAt: now,
    version: 1,
  };
}

/**
 * Applies a JSON merge patch (RFC 7396) and increments the version. A property that first becomes active is published
 * now unless the patch sets `publishedAt`.
 * @param now ISO 8601 UTC with milliseconds
 * @returns undefined if the patch changes nothing
 * @throws AppError `validation_failed` if the patch leaves a location without `lat` or `lon`
 */
export function patchProperty(before: Property, patch: PropertyPatch, now: string): Property | undefined {
  const after: Property = {
    ...before,
    ...(definedMembers(patch) as Partial<Property>),
    description: patch.description === undefined ? before.description : (patch.description ?? ""),
    features: patch.features === undefined ? before.features : (patch.features ?? []),
    media: patch.media === undefined ? before.media : (patch.media ?? []),
    address: patch.address === null ? noAddress : mergeAddress(before.address, patch.address),
    location: mergeLocation(before.location, patch.location),
  };
  if (patch.publishedAt === undefined && after.status !== before.status)
    after.publishedAt = publicationTime(before.publishedAt, after.status, now);
  const changed = changedFields(before, after);
  if (changed.size === 0) return undefined;
  if (changed.has("status")) after.statusChangedAt = now;
  if (changed.has("price") || changed.has("currency") || changed.has("pricePeriod")) after.priceChangedAt = now;
  return { ...after, updatedAt: now, version: before.version + 1 };
}

function publicationTime(publishedAt: string | null, status: Property["status"], now: string): string | null {
  return publishedAt ?? (status === "active" ? now : null);
}

/** @throws AppError `validation_failed` if the result would have only one coordinate */
function mergeLocation(before: Property["location"], patch: PropertyPatch["location"]): Property["location"] {
  if (patch === undefined) return before;
  if (patch === null) return null;
  const { lat = before?.lat, lon = before?.lon } = patch;
  if (lat !== undefined && lon !== undefined) return { lat, lon };
  const pointer = lat === undefined ? "/location/lat" : "/location/lon";
  throw invalid([{ in: "body", pointer, detail: "is required" }]);
}

type AddressPatch = { [K in keyof Address]?: Address[K] | undefined } | undefined;
function mergeAddress(before: Address, patch: AddressPatch): Address {
  if (patch === undefined) return before;
  return Object.assign({ ...before }, definedMembers(patch));
}

/** Returns the client-settable fields whose values differ. */
export function changedFields(before: Property, after: Property): Set<(typeof settableFields)[number]> {
  return new Set(settableFields.filter((field) => !jsonEquals(before[field], after[field])));
}

/**
 * Returns the later of two ISO 8601 UTC times. Applied to each new timestamp so that the timestamps of one resource never
 * decrease, even if the clocks of its writers differ.
 */
export const laterOf = (a: string, b: string): string => (a < b ? b : a);

/** Whether an organization may read a property: active ones are public, others belong to their own organization. */
export function isVisibleTo(property: Property, organizationId: string): boolean {
  return property.status === "active" || property.organizationId === organizationId;
}
