import { AppError } from "@plat/contracts";
import { mongo } from "mongoose";
import type { PendingEvent } from "../domain/change-events.ts";
import type { InsertOutcome } from "../domain/ports.ts";
import type { Listing } from "../domain/property.ts";
import { duplicateIndex } from "./duplicate-key.ts";
import { fromListing } from "./document-mapping.ts";
import type { Models, PropertyDoc } from "./schemas.ts";

type Properties = Models["properties"];

/**
 * Inserts new listings with one command; each outcome stands for the listing at its place. `id_taken` says that the
 * listing was made before, whatever has become of it since.
 */
export async function insertListings(
  properties: Properties,
  created: readonly { listing: Listing; events: PendingEvent[] }[],
): Promise<InsertOutcome[]> {
  const docs = created.map(({ listing, events }) => fromListing(listing, events));
  const refused = await insertAll(properties, docs);
  if (refused.size > 0) await insertInTwoSteps(properties, docs, refused);
  return docs.map(({ _id }) => refused.get(_id) ?? "done");
}

/** Why something was not inserted, by id. */
type Refused = Map<string, Exclude<InsertOutcome, "done">>;

async function insertAll(properties: Properties, docs: PropertyDoc[]): Promise<Refused> {
  try {
    // The driver's own call: every document was checked and shaped before, and a thousand of them are not made twice.
    await properties.collection.insertMany(docs as never[], { ordered: false });
    return new Map();
  } catch (error) {
    const failures = duplicates(error);
    if (failures.some(({ of }) => of === "other")) throw error;
    if (failures.length > 0)
      return new Map(
        failures.map(({ index, of }) => [docs[index]?._id ?? "", of === "id" ? "id_taken" : "external_id_taken"]),
      );
    // An engine may say that something is taken without saying what; then what is there is what was inserted.
    const versions = await versionsOf(properties, docs);
    return new Map(
      docs.flatMap(({ _id, version }): [string, Exclude<InsertOutcome, "done">][] =>
        versions.get(_id) === version ? [] : [[_id, versions.has(_id) ? "id_taken" : "external_id_taken"]],
      ),
    );
  }
}

/** What a bulk write was refused for being there already, by place. @throws the error when it is another one */
function duplicates(error: unknown): { index: number; of: ReturnType<typeof duplicateIndex> }[] {
  if (!(error instanceof mongo.MongoBulkWriteError) || error.code !== 11000) throw error;
  return [error.writeErrors].flat().map(({ index, code, errmsg }) => {
    if (code !== 11000) throw error;
    return { index, of: duplicateIndex(errmsg ?? "") };
  });
}

async function versionsOf(properties: Properties, docs: readonly PropertyDoc[]): Promise<Map<string, number>> {
  const ids = docs.map(({ _id }) => _id);
  const there = await properties.find({ _id: { $in: ids } }, { version: 1 }).lean<PropertyDoc[]>();
  return new Map(there.map(({ _id, version }) => [_id, version]));
}

/** Milliseconds until a listing whose second step never came may be purged. */
const secondStepMs = 60_000;
/** Of a listing that waits for its second step; no other has it. */
const hiddenVersion = 0;

/**
 * Inserts what was refused although nobody has it, in two steps: as deleted listings without a name, which are then
 * named and shown with one update each. Where an externalId was given up by an update (a rename, a deletion), SecantusDB
 * refuses it to inserts for ever, but not to updates. On other engines this is reached only when a name became free
 * between two looks.
 *
 * Listings whose second step never came, because whoever began them died, are found by their ids and get it here.
 *
 * @param refused loses what is there now
 */
async function insertInTwoSteps(properties: Properties, docs: readonly PropertyDoc[], refused: Refused): Promise<void> {
  const left = docs.filter(({ _id }) => refused.has(_id));
  const versions = await versionsOf(properties, left);
  const begun = left.filter(({ _id }) => versions.get(_id) === hiddenVersion);
  const unknown = left.filter(({ _id }) => !versions.has(_id));
  // Whichever of its two unique values the engine named: what has this id is this listing.
  for (const id of versions.keys()) refused.set(id, "id_taken");
  const free = await withFreeNames(properties, unknown);
  await hide(properties, free);
  for (const [id, outcome] of await show(properties, [...begun, ...free])) {
    if (outcome === "done") refused.delete(id);
    else refused.set(id, outcome);
  }
}

async function withFreeNames(properties: Properties, docs: readonly PropertyDoc[]): Promise<PropertyDoc[]> {
  const names = docs.flatMap(({ externalId }) => externalId ?? []);
  if (names.length === 0) return [...docs];
  const filter = { organizationId: docs[0]?.organizationId ?? "", externalId: { $in: names } };
  const holders = await properties.find(filter, { externalId: 1 }).lean<PropertyDoc[]>();
  const held = new Set(holders.map(({ externalId }) => externalId));
  return docs.filter(({ externalId }) => !held.has(externalId));
}

async function hide(properties: Properties, docs: readonly PropertyDoc[]): Promise<void> {
  if (docs.length === 0) return;
  const hidden = docs.map((doc) => {
    const { externalId: _name, pending: _events, pendingSince: _since, unindexedSince: _behind, ...rest } = doc;
    return { ...rest, version: hiddenVersion, deleted: true, deletedAt: new Date(Date.now() + secondStepMs) };
  });
  try {
    await properties.collection.insertMany(hidden as never[], { ordered: false });
  } catch (error) {
    // Another attempt of the same request came first: either of them shows it.
    if (duplicates(error).some(({ of }) => of !== "id")) throw error;
  }
}

async function show(properties: Properties, docs: readonly PropertyDoc[]): Promise<Map<string, InsertOutcome>> {
  const all = (outcome: InsertOutcome) => new Map(docs.map(({ _id }) => [_id, outcome]));
  if (docs.length === 0) return all("done");
  // All members: an attempt before this one may have hidden it with times of its own.
  const steps = docs.map(({ _id, ...members }) => ({
    updateOne: { filter: { _id, version: hiddenVersion }, update: { $set: members, $unset: { deletedAt: 1 } } },
  }));
  // Until it is known who has shown what: another attempt of the same request may have been faster.
  const outcomes = all("id_taken");
  try {
    const { matchedCount } = await properties.collection.bulkWrite(steps as never[], { ordered: false });
    if (matchedCount === steps.length) return all("done");
  } catch (error) {
    const failures = duplicates(error);
    if (failures.length === 0) throw error;
    for (const { index } of failures) outcomes.set(docs[index]?._id ?? "", "external_id_taken");
  }
  const versions = await versionsOf(properties, docs);
  for (const [id, outcome] of outcomes) {
    if (outcome === "external_id_taken" || (versions.get(id) ?? hiddenVersion) !== hiddenVersion) continue;
    throw new AppError("unavailable", "The listing could not be stored at this moment.", { retryAfter: 1 });
  }
  return outcomes;
}
