import type { PropertyStatus } from "@plat/contracts";
import { batchLoader } from "@plat/kit";
import { withStoreTimeout } from "@plat/mongo";
import type { QueryFilter, UpdateQuery } from "mongoose";
import type { PendingEvent } from "../domain/change-events.ts";
import { changedMembers, type Listing, settableMembers } from "../domain/property.ts";
import type { Counts, ListQuery, PropertyStore, StoredListing, UpdateOutcome } from "../domain/ports.ts";
import { type Bounded, inBatches, pageCharsMax, readBounded } from "./bounded-read.ts";
import { bulkMs, duplicateOf } from "./duplicate-key.ts";
import { insertListings } from "./insert-listings.ts";
import { fromAd, fromPending, fromProperty, toListing, toPending, toProperty } from "./document-mapping.ts";
import { both, type Order, stretches } from "./keyset-pagination.ts";
import type { Models, PropertyDoc } from "./schemas.ts";

type Filter = QueryFilter<PropertyDoc>;

const withoutHangers = { pending: 0, ads: 0 } as const;

/** Queries under way that read listings by id: what they hold at a time is a bound for all who ask. */
const readsAtOnce = 4;

const toStored = (doc: PropertyDoc): StoredListing => ({
  ...toListing(doc),
  indexed: doc.unindexedSince === undefined,
  pending: (doc.pending ?? []).map(toPending),
});

export function propertyStore({ properties }: Models): PropertyStore {
  /** By id, those that are not deleted; listings may be large, so those of one turn do not all come at once. */
  const gathered = <T>(projection: object, read: (doc: PropertyDoc) => T) =>
    batchLoader<T>(
      async (ids) => {
        const filter: object = { _id: { $in: ids }, deleted: false };
        const found = new Map<string, T>();
        const { docs, cut } = await withStoreTimeout(() =>
          readBounded<PropertyDoc>(properties.collection.find(filter, { ...inBatches, projection })),
        );
        for (const doc of docs) found.set(doc._id, read(doc));
        return { found, rest: cut ? ids.filter((id) => !found.has(id)) : [] };
      },
      { atOnce: readsAtOnce },
    );
  const byId = gathered(withoutHangers, toProperty);
  const whole = gathered({}, toStored);

  return {
    get: byId,
    load: whole,

    async idsByExternalId(organizationId, externalIds) {
      const filter = { organizationId, externalId: { $in: externalIds } };
      const docs = await withStoreTimeout(
        () => properties.find(filter, { externalId: 1 }).lean<PropertyDoc[]>(),
        bulkMs,
      );
      return new Map(docs.map((doc) => [doc.externalId ?? "", doc._id]));
    },

    insert: (created) => withStoreTimeout(() => insertListings(properties, created), bulkMs),

    update: (before, after, events) => withStoreTimeout(() => update(properties, before, after, events)),

    remove: (listing, event) => withStoreTimeout(() => remove(properties, listing, event)),

    async list(organizationId, query) {
      const { docs, cut } = await withStoreTimeout(() => list(properties, organizationId, query));
      return { listings: docs.map(toProperty), cut };
    },

    async counts(organizationId) {
      const groups = await withStoreTimeout(() =>
        properties.aggregate<{ _id: PropertyStatus; count: number }>([
          { $match: { organizationId, deleted: false } },
          { $group: { _id: "$status", count: { $sum: 1 } } },
        ]),
      );
      const counts: Counts = { active: 0, pending: 0, inactive: 0, sold: 0, rented: 0 };
      for (const { _id, count } of groups) counts[_id] = count;
      return counts;
    },

    async withAgent(organizationId, agentId, limit) {
      const docs = await withStoreTimeout(() =>
        properties.find({ organizationId, deleted: false, agentId }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>(),
      );
      return docs.map((doc) => doc._id);
    },
  };
}

/** The condition and the marks that every write of a listing shares. */
function versioned({ property }: Listing): Filter {
  return { _id: property.id, version: property.version, deleted: false };
}

async function update(
  properties: Models["properties"],
  before: StoredListing,
  after: Listing,
  events: PendingEvent[],
): Promise<UpdateOutcome> {
  const fields = fromProperty(after.property);
  const changed = changedMembers(before.property, after.property);
  const set: Record<string, unknown> = {
    version: after.property.version,
    updatedAt: fields.updatedAt,
    statusChangedAt: fields.statusChangedAt,
    priceChangedAt: fields.priceChangedAt,
    pendingSince: fields.updatedAt,
    ...(before.ads === after.ads ? {} : { ads: after.ads.map(fromAd) }),
  };
  for (const member of changed) if (fields[member] !== undefined) set[member] = fields[member];
  const change: UpdateQuery<PropertyDoc> = {
    $set: set,
    // A change before that the index lacks still counts from its own time.
    $min: { unindexedSince: fields.updatedAt },
    $push: { pending: { $each: events.map(fromPending) } },
  };
  if (fields.externalId === undefined && changed.has("externalId")) change.$unset = { externalId: 1 };
  try {
    const result = await properties.updateOne(versioned(before), change);
    return result.matchedCount === 1 ? "done" : "stale";
  } catch (error) {
    if (duplicateOf(error) === "externalId") return "external_id_taken";
    throw error;
  }
}

/** Leaves what the index and the feed still need to hear of the deletion, and frees the externalId at once. */
async function remove(
  properties: Models["properties"],
  listing: StoredListing,
  event: PendingEvent,
): Promise<UpdateOutcome> {
  const at = new Date(event.at);
  const kept: ReadonlySet<string> = new Set(["status"]);
  const gone = Object.fromEntries([...settableMembers, "ads"].filter((member) => !kept.has(member)).map((m) => [m, 1]));
  const result = await properties.updateOne(versioned(listing), {
    $set: {
      version: event.version,
      updatedAt: at,
      deleted: true,
      deletedAt: at,
      pendingSince: at,
    },
    $min: { unindexedSince: at },
    $push: { pending: fromPending(event) },
    $unset: gone,
  });
  return result.matchedCount === 1 ? "done" : "stale";
}

const earliest = new Date(-8.64e15);
/** Fields that can be null come with a value below all of theirs. */
const below: Readonly<Record<string, number | Date>> = { price: -1, publishedAt: earliest };

async function list(
  properties: Models["properties"],
  organizationId: string,
  { status, agentId, updatedAfter, sort, limit, without = [], after }: ListQuery,
): Promise<Bounded<PropertyDoc>> {
  const base: Record<string, unknown> = {
    organizationId,
    deleted: false,
    ...(status === undefined ? {} : { status }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(updatedAfter === undefined ? {} : { updatedAt: { $gte: new Date(updatedAfter) } }),
  };
  const lowest = below[sort.field];
  const order: Order = { ...sort, ...(lowest === undefined ? {} : { below: lowest }) };
  const place = after && {
    id: after.id,
    value: typeof after.value === "string" ? new Date(after.value) : after.value,
  };
  const projection = { ...withoutHangers, ...Object.fromEntries(without.map((member) => [member, 0])) };
  const page: Bounded<PropertyDoc> = { docs: [], chars: 0, cut: false };
  for (const { filter, sort: by } of stretches(order, place)) {
    if (page.docs.length >= limit || page.cut) break;
    const options = { ...inBatches, projection, sort: by, limit: limit - page.docs.length };
    const found = properties.collection.find(both(base, filter), options);
    const { docs, chars, cut } = await readBounded<PropertyDoc>(found, pageCharsMax - page.chars);
    page.docs.push(...docs);
    page.chars += chars;
    page.cut = cut;
  }
  return page;
}
