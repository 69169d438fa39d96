import {
  type Ad,
  type Address,
  invalid,
  type Property,
  type PropertyCreate,
  type PropertyPatch,
} from "@plat/contracts";

/** A property together with what hangs on it; written as one thing, so that any change of it moves one version. */
export interface Listing {
  property: Property;
  ads: Ad[];
}

/** Members that an organization sets, in the order in which they are shown. */
export const settableMembers = [
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

export interface CreationFacts {
  id: string;
  organizationId: string;
  /** ISO 8601 UTC with milliseconds. */
  now: string;
  defaultCurrency: string | null;
}

/**
 * A new property. A member that is left out gets its default; an explicit `null` is kept, so what was exported comes
 * back equal. A listing that starts active is published now unless it says when.
 */
export function newProperty(input: PropertyCreate, facts: CreationFacts): Property {
  const { id, organizationId, now, defaultCurrency } = facts;
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
    publishedAt: input.publishedAt === undefined ? publication(null, status, now) : input.publishedAt,
    createdAt: now,
    updatedAt: now,
    statusChangedAt: now,
    priceChangedAt: now,
    version: 1,
  };
}

/**
 * The property after a merge patch (RFC 7396), with the next version; undefined when the patch changes nothing.
 * Published when it becomes active and was not published yet, unless the patch itself says when.
 */
export function patchProperty(before: Property, patch: PropertyPatch, now: string): Property | undefined {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const after: Property = {
    ...before,
    ...(given as Partial<Property>),
    description: patch.description === undefined ? before.description : (patch.description ?? ""),
    features: patch.features === undefined ? before.features : (patch.features ?? []),
    media: patch.media === undefined ? before.media : (patch.media ?? []),
    address: patch.address === null ? noAddress : mergeAddress(before.address, patch.address),
    location: mergeLocation(before.location, patch.location),
  };
  if (patch.publishedAt === undefined && after.status !== before.status)
    after.publishedAt = publication(before.publishedAt, after.status, now);
  const changed = changedMembers(before, after);
  if (changed.size === 0) return undefined;
  if (changed.has("status")) after.statusChangedAt = now;
  if (changed.has("price") || changed.has("currency") || changed.has("pricePeriod")) after.priceChangedAt = now;
  return { ...after, updatedAt: now, version: before.version + 1 };
}

function publication(publishedAt: string | null, status: Property["status"], now: string): string | null {
  return publishedAt ?? (status === "active" ? now : null);
}

/** @throws AppError `validation_failed` when half a location would come of it */
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
  return Object.assign({ ...before }, definedOnly(patch));
}

const definedOnly = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

/** Which members that an organization sets differ. */
export function changedMembers(before: Property, after: Property): Set<(typeof settableMembers)[number]> {
  return new Set(settableMembers.filter((member) => !same(before[member], after[member])));
}

/** Equality of JSON values; the order of an object's members does not count. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, at) => same(value, b[at]));
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && same(value, right.get(key)));
}

/** Time never runs backwards in one thing, even when its writers' clocks differ. */
export const notBefore = (now: string, earlier: string): string => (now < earlier ? earlier : now);

/** Active listings are everybody's to read; all others, and whatever hangs on them, are their organization's alone. */
export function isVisible(property: Property, organizationId: string): boolean {
  return property.status === "active" || property.organizationId === organizationId;
}
