import type { Ad, Property } from "@plat/contracts";
import type { AgentRecord } from "../domain/agent.ts";
import { type FeedEvent, isHistoryEvent, type PendingEvent } from "../domain/change-events.ts";
import type { Listing } from "../domain/property.ts";
import type { OrganizationRecord } from "../domain/organization.ts";
import type { AdDoc, AgentDoc, EventDoc, OrganizationDoc, PendingDoc, PropertyDoc } from "./schemas.ts";

const iso = (date: Date): string => date.toISOString();
const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;
const dateOrNull = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

/** Converts without validation: documents were validated when they were written, and responses are validated later. */
export function toProperty(doc: PropertyDoc): Property {
  return {
    id: doc._id,
    organizationId: doc.organizationId,
    agentId: doc.agentId,
    externalId: doc.externalId ?? null,
    title: doc.title,
    description: doc.description,
    propertyType: doc.propertyType,
    propertyCategory: doc.propertyCategory,
    listingType: doc.listingType as Property["listingType"],
    status: doc.status as Property["status"],
    price: doc.price,
    currency: doc.currency,
    pricePeriod: doc.pricePeriod as Property["pricePeriod"],
    bedrooms: doc.bedrooms,
    bathrooms: doc.bathrooms,
    area: doc.area,
    lotArea: doc.lotArea,
    areaUnit: doc.areaUnit as Property["areaUnit"],
    yearBuilt: doc.yearBuilt,
    floor: doc.floor,
    features: doc.features,
    address: doc.address as Property["address"],
    location: doc.location,
    media: doc.media as Property["media"],
    publishedAt: isoOrNull(doc.publishedAt),
    createdAt: iso(doc.createdAt),
    updatedAt: iso(doc.updatedAt),
    statusChangedAt: iso(doc.statusChangedAt),
    priceChangedAt: iso(doc.priceChangedAt),
    version: doc.version,
  };
}

const toAd = (doc: AdDoc, propertyId: string): Ad => ({
  ...doc,
  propertyId,
  status: doc.status as Ad["status"],
  startsAt: isoOrNull(doc.startsAt),
  endsAt: isoOrNull(doc.endsAt),
  createdAt: iso(doc.createdAt),
});

export const toListing = (doc: PropertyDoc): Listing => ({
  property: toProperty(doc),
  ads: doc.ads.map((ad) => toAd(ad, doc._id)),
});

export function toAdDoc(ad: Ad): AdDoc {
  const { propertyId: _propertyId, ...fields } = ad;
  return {
    ...fields,
    startsAt: dateOrNull(ad.startsAt),
    endsAt: dateOrNull(ad.endsAt),
    createdAt: new Date(ad.createdAt),
  };
}

/** The stored form of a property's fields, without its id. */
export function toPropertyFields(property: Property): Omit<PropertyDoc, keyof ListingState | "ads"> {
  const { id: _id, externalId, ...rest } = property;
  return {
    ...rest,
    ...(externalId === null ? {} : { externalId }),
    publishedAt: dateOrNull(rest.publishedAt),
    createdAt: new Date(rest.createdAt),
    updatedAt: new Date(rest.updatedAt),
    statusChangedAt: new Date(rest.statusChangedAt),
    priceChangedAt: new Date(rest.priceChangedAt),
  };
}
type ListingState = Pick<
  PropertyDoc,
  "_id" | "deleted" | "deletedAt" | "indexedVersion" | "unindexedSince" | "pending" | "pendingSince"
>;

/** The document of a new listing. */
export function toPropertyDoc({ property, ads }: Listing, events: PendingEvent[]): PropertyDoc {
  const fields = toPropertyFields(property);
  return {
    _id: property.id,
    ...fields,
    ads: ads.map(toAdDoc),
    deleted: false,
    indexedVersion: 0,
    unindexedSince: fields.updatedAt,
    pending: events.map(toPendingDoc),
    pendingSince: fields.updatedAt,
  };
}

export const toPendingDoc = (event: PendingEvent): PendingDoc => ({
  ...event,
  at: new Date(event.at),
  changes: JSON.stringify(event.changes),
});

export const toPendingEvent = (doc: PendingDoc): PendingEvent => ({
  ...doc,
  type: doc.type as PendingEvent["type"],
  at: iso(doc.at),
  subject: doc.subject as PendingEvent["subject"],
  changes: JSON.parse(doc.changes) as PendingEvent["changes"],
});

export function toFeedEvent(doc: EventDoc): FeedEvent {
  const { _id: id, historyOf: _historyOf, ...event } = doc;
  return { ...toPendingEvent({ ...event, id }), organizationId: doc.organizationId, sequence: doc.sequence };
}

export const toEventDoc = ({ id, ...event }: FeedEvent): EventDoc => ({
  ...event,
  _id: id,
  at: new Date(event.at),
  changes: JSON.stringify(event.changes),
  ...(isHistoryEvent(event) ? { historyOf: event.subject.id } : {}),
});

export const toAgent = (doc: AgentDoc): AgentRecord => ({
  id: doc._id,
  organizationId: doc.organizationId,
  name: doc.name,
  email: doc.email,
  phone: doc.phone,
  photoUrl: doc.photoUrl,
  licenseNumber: doc.licenseNumber,
  languages: doc.languages,
  createdAt: iso(doc.createdAt),
  updatedAt: iso(doc.updatedAt),
  version: doc.version,
});

export function toAgentFields(agent: AgentRecord) {
  const { id: _id, ...fields } = agent;
  return { ...fields, createdAt: new Date(agent.createdAt), updatedAt: new Date(agent.updatedAt) };
}

export const toOrganization = (doc: OrganizationDoc): OrganizationRecord => ({
  id: doc._id,
  name: doc.name,
  branding: doc.branding as OrganizationRecord["branding"],
  defaultCurrency: doc.defaultCurrency,
  createdAt: iso(doc.createdAt),
  version: doc.version,
});

export const toOrganizationDoc = ({ id, ...organization }: OrganizationRecord): OrganizationDoc => ({
  _id: id,
  ...organization,
  branding: organization.branding,
  createdAt: new Date(organization.createdAt),
});
