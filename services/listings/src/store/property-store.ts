import type { PropertyStatus } from "@plat/contracts";
import { batchLoader } from "@plat/kit";
import { withStoreTimeout } from "@plat/mongo";
import type { QueryFilter, UpdateQuery } from "mongoose";
import type { PendingEvent } from "../domain/change-events.ts";
import type { ListQuery, PropertyStore, StatusCounts, StoredListing, UpdateOutcome } from "../domain/ports.ts";
import { changedFields, type Listing, settableFields } from "../domain/property.ts";
import { batchOptions, type BoundedResult, maxPageChars, readBounded } from "./bounded-read.ts";
import { withBulkTimeout } from "./bulk-timeout.ts";
import { toAdDoc, toListing, toPendingDoc, toPendingEvent, toProperty, toPropertyFields } from "./document-mapping.ts";
import { duplicateKeyOf } from "./duplicate-key.ts";
import { insertListings } from "./insert-listings.ts";
import { andFilters, type KeysetOrder, keysetRanges } from "./keyset-pagination.ts";
import type { Models, PropertyDoc } from "./schemas.ts";

/** Reads the property alone, without its outbox and ads. */
const propertyProjection = { pending: 0, ads: 0 } as const;

/** Concurrent queries per batch loader. Bounds the memory that large listings take. */
const maxConcurrentReads = 4;

const toStoredListing = (doc: PropertyDoc): StoredListing => ({
  ...toListing(doc),
  indexed: doc.unindexedSince === undefined,
  pending: (doc.pending ?? []).map(toPendingEvent),
});

export function propertyStore({ properties }: Models): PropertyStore {
  /** Batch-loads listings that are not deleted by id. Large listings are read by several queries, one after another. */
  const loaderById = <T>(projection: object, convert: (doc: PropertyDoc) => T) =>
    batchLoader<T>(
      async (ids) => {
        const filter: object = { _id: { $in: ids }, deleted: false };
        const found = new Map<string, T>();
        const { docs, truncated } = await withStoreTimeout(() =>
          readBounded<PropertyDoc>(properties.collection.find(filter, { ...batchOptions, projection })),
        );
        for (const doc of docs) found.set(doc._id, convert(doc));
        return { found, remaining: truncated ? ids.filter((id) => !found.has(id)) : [] };
      },
      { maxConcurrent: maxConcurrentReads },
    );

  return {
    get: loaderById(propertyProjection, toProperty),
    getListing: loaderById({}, toStoredListing),

    async idsByExternalId(organizationId, externalIds) {
      const filter = { organizationId, externalId: { $in: externalIds } };
      const docs = await withBulkTimeout(() => properties.find(filter, { externalId: 1 }).lean<PropertyDoc[]>());
      return new Map(docs.map((doc) => [doc.externalId ?? "", doc._id]));
    },

    insert: (created) => withBulkTimeout(() => insertListings(properties, created)),

    update: (before, after, events) => withStoreTimeout(() => update(properties, before, after, events)),

    remove: (listing, event) => withStoreTimeout(() => remove(properties, listing, event)),

    async list(organizationId, query) {
      const { docs, truncated } = await withStoreTimeout(() => list(properties, organizationId, query));
      return { listings: docs.map(toProperty), truncated };
    },

    async counts(organizationId) {
      const groups = await withStoreTimeout(() =>
        properties.aggregate<{ _id: PropertyStatus; count: number }>([
          { $match: { organizationId, deleted: false } },
          { $group: { _id: "$status", count: { $sum: 1 } } },
        ]),
      );
      const counts: StatusCounts = { active: 0, pending: 0, inactive: 0, sold: 0, rented: 0 };
      for (const { _id, count } of groups) counts[_id] = count;
      return counts;
    },

    async idsByAgent(organizationId, agentId, limit) {
      const docs = await withStoreTimeout(() =>
        properties.find({ organizationId, deleted: false, agentId }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>(),
      );
      return docs.map((doc) => doc._id);
    },
  };
}

/** The filter of every write of a listing: it matches only the version that the caller has read. */
function currentVersion({ property }: Listing): QueryFilter<PropertyDoc> {
  return { _id: property.id, version: property.version, deleted: false };
}

async function update(
  properties: Models["properties"],
  before: StoredListing,
  after: Listing,
  events: PendingEvent[],
): Promise<UpdateOutcome> {
  const fields = toPropertyFields(after.property);
  const changed = changedFields(before.property, after.property);
  const set: Record<string, unknown> = {
    version: after.property.version,
    updatedAt: fields.updatedAt,
    statusChangedAt: fields.statusChangedAt,
    priceChangedAt: fields.priceChangedAt,
    pendingSince: fields.updatedAt,
    ...(before.ads === after.ads ? {} : { ads: after.ads.map(toAdDoc) }),
  };
  for (const field of changed) if (fields[field] !== undefined) set[field] = fields[field];
  const change: UpdateQuery<PropertyDoc> = {
    $set: set,
    // $min keeps the time of an earlier change that is not indexed yet.
    $min: { unindexedSince: fields.updatedAt },
    $push: { pending: { $each: events.map(toPendingDoc) } },
  };
  if (fields.externalId === undefined && changed.has("externalId")) change.$unset = { externalId: 1 };
  try {
    const result = await properties.updateOne(currentVersion(before), change);
    return result.matchedCount === 1 ? "done" : "stale";
  } catch (error) {
    if (duplicateKeyOf(error) === "externalId") return "external_id_taken";
    throw error;
  }
}

/**
 * Marks a listing as deleted and removes its content, which makes its externalId available immediately. The rest of the
 * document is needed until the deletion is in the search index and the change feed.
 */
async function remove(
  properties: Models["properties"],
  listing: StoredListing,
  event: PendingEvent,
): Promise<UpdateOutcome> {
  const at = new Date(event.at);
  const removedFields = [...settableFields, "ads"].filter((field) => field !== "status");
  const result = await properties.updateOne(currentVersion(listing), {
    $set: {
      version: event.version,
      updatedAt: at,
      deleted: true,
      deletedAt: at,
      pendingSince: at,
    },
    $min: { unindexedSince: at },
    $push: { pending: toPendingDoc(event) },
    $unset: Object.fromEntries(removedFields.map((field) => [field, 1])),
  });
  return result.matchedCount === 1 ? "done" : "stale";
}

const minDate = new Date("0001-01-01T00:00:00Z");
/** Nullable sort fields, each with a value below all of its values. */
const lowerBounds: Readonly<Record<string, number | Date>> = { price: -1, publishedAt: minDate };

async function list(
  properties: Models["properties"],
  organizationId: string,
  { status, agentId, updatedAfter, sort, limit, omit = [], after }: ListQuery,
): Promise<BoundedResult<PropertyDoc>> {
  const base: Record<string, unknown> = {
    organizationId,
    deleted: false,
    ...(status === undefined ? {} : { status }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(updatedAfter === undefined ? {} : { updatedAt: { $gte: new Date(updatedAfter) } }),
  };
  const lowerBound = lowerBounds[sort.field];
  const order: KeysetOrder = { ...sort, ...(lowerBound === undefined ? {} : { lowerBound }) };
  const position = after && {
    id: after.id,
    value: typeof after.value === "string" ? new Date(after.value) : after.value,
  };
  const projection = { ...propertyProjection, ...Object.fromEntries(omit.map((member) => [member, 0])) };
  const page: BoundedResult<PropertyDoc> = { docs: [], chars: 0, truncated: false };
  for (const { filter, sort: by } of keysetRanges(order, position)) {
    if (page.docs.length >= limit || page.truncated) break;
    const options = { ...batchOptions, projection, sort: by, limit: limit - page.docs.length };
    const found = properties.collection.find(andFilters(base, filter), options);
    const { docs, chars, truncated } = await readBounded<PropertyDoc>(found, maxPageChars - page.chars);
    page.docs.push(...docs);
    page.chars += chars;
    page.truncated = truncated;
  }
  return page;
}
