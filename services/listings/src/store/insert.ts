import { mongo } from "mongoose";
import type { PendingEvent } from "../change.ts";
import type { InsertOutcome } from "../ports.ts";
import type { Listing } from "../property.ts";
import { duplicateIndex } from "./errors.ts";
import { fromListing } from "./mapping.ts";
import type { Models, PropertyDoc } from "./schemas.ts";

type Properties = Models["properties"];

/** Inserts new listings with one command; each outcome stands for the listing at its place. */
export async function insertListings(
  properties: Properties,
  created: readonly { listing: Listing; events: PendingEvent[] }[],
): Promise<InsertOutcome[]> {
  const docs = created.map(({ listing, events }) => fromListing(listing, events));
  const refused = await insertAll(properties, docs);
  const outcomes = docs.map(({ _id }): InsertOutcome => refused.get(_id) ?? "done");
  const nameless = docs.filter((_, at) => outcomes[at] === "external_id_taken");
  if (nameless.length === 0) return outcomes;
  const still = await insertInTwoSteps(properties, await withFreeNames(properties, nameless));
  return docs.map(({ _id }, at) => (still.has(_id) ? "done" : (outcomes[at] ?? "done")));
}

/** @returns what was refused, by id */
async function insertAll(properties: Properties, docs: PropertyDoc[]): Promise<Map<string, InsertOutcome>> {
  try {
    // The driver's own call: every document was checked and shaped before, and a thousand of them are not made twice.
    await properties.collection.insertMany(docs as never[], { ordered: false });
    return new Map();
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError) || error.code !== 11000) throw error;
    const failures = [error.writeErrors].flat();
    if (failures.some(({ code, errmsg }) => code !== 11000 || duplicateIndex(errmsg ?? "") === "other")) throw error;
    if (failures.length > 0)
      return new Map(
        failures.map(({ index, errmsg }) => [
          docs[index]?._id ?? "",
          duplicateIndex(errmsg ?? "") === "id" ? "id_taken" : "external_id_taken",
        ]),
      );
    // An engine may say that something is taken without saying what; then what is there is what was inserted.
    const ids = docs.map(({ _id }) => _id);
    const there = await properties.find({ _id: { $in: ids } }, { _id: 1 }).lean<{ _id: string }[]>();
    const found = new Set(there.map(({ _id }) => _id));
    return new Map(ids.filter((id) => !found.has(id)).map((id) => [id, "external_id_taken"]));
  }
}

async function withFreeNames(properties: Properties, docs: PropertyDoc[]): Promise<PropertyDoc[]> {
  const names = docs.flatMap(({ externalId }) => externalId ?? []);
  const filter = { organizationId: docs[0]?.organizationId ?? "", externalId: { $in: names } };
  const holders = await properties.find(filter, { externalId: 1 }).lean<PropertyDoc[]>();
  const held = new Set(holders.map(({ externalId }) => externalId));
  return docs.filter(({ externalId }) => !held.has(externalId));
}

/** Milliseconds until a listing whose second step never came may be purged. */
const secondStepMs = 60_000;

/**
 * Inserts listings as deleted ones without a name, then names and shows each with one update. Where an externalId was
 * given up by an update (a rename, a deletion), SecantusDB refuses it to inserts for ever, but not to updates. On other
 * engines this is reached only when a name became free between two looks.
 * @returns ids of those that are there now
 */
async function insertInTwoSteps(properties: Properties, docs: readonly PropertyDoc[]): Promise<Set<string>> {
  if (docs.length === 0) return new Set();
  const hidden = docs.map((doc) => {
    const { externalId: _name, pending: _events, pendingSince: _since, unindexedSince: _behind, ...rest } = doc;
    return { ...rest, version: 0, deleted: true, deletedAt: new Date(Date.now() + secondStepMs) };
  });
  await properties.collection.insertMany(hidden as never[], { ordered: false });
  const steps = docs.map(({ _id, externalId, pending, pendingSince, unindexedSince, version }) => ({
    updateOne: {
      filter: { _id, version: 0 },
      update: {
        $set: {
          version,
          deleted: false,
          pending,
          pendingSince,
          unindexedSince,
          ...(externalId === undefined ? {} : { externalId }),
        },
        $unset: { deletedAt: 1 },
      },
    },
  }));
  const done = new Set(docs.map(({ _id }) => _id));
  try {
    await properties.collection.bulkWrite(steps as never[], { ordered: false });
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    if (failures.length === 0 || failures.some(({ code }) => code !== 11000)) throw error;
    for (const { index } of failures) done.delete(docs[index]?._id ?? "");
  }
  return done;
}
