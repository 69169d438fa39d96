/**
 * Compatibility with SecantusDB, a MongoDB-compatible server that is used where no `mongod` is installed.
 *
 * SecantusDB keeps rejecting inserts with an externalId that an update has removed from another document (a rename or a
 * deletion), although the unique index has no such entry any more. Updates are not affected. Therefore, an insert that
 * was rejected although no document has its id or externalId is repeated in two steps:
 *
 * 1. A placeholder is inserted: the listing without its externalId, marked as deleted, with version 0.
 * 2. One update completes the placeholder: it sets all fields and makes the listing visible.
 *
 * With MongoDB this happens only if an externalId became available between the insert and the lookup that follows.
 */
import { AppError } from "@plat/contracts";
import type { InsertOutcome } from "../domain/ports.ts";
import { duplicateKeyFailures } from "./duplicate-key.ts";
import { type RejectedInserts, storedVersions } from "./insert-outcomes.ts";
import type { Models, PropertyDoc } from "./schemas.ts";

type Properties = Models["properties"];

/** Milliseconds after which a placeholder that was never completed counts as deleted, and may be purged. */
const placeholderLifetimeMs = 60_000;
/** The version of placeholders, and of no other document. */
const placeholderVersion = 0;

/**
 * Repeats rejected inserts whose id and externalId are both available. Also completes the placeholders of an earlier
 * attempt that was interrupted between the two steps; they are recognised by their ids.
 * @param docs the documents of the insert command
 * @param rejected the documents that were rejected; updated to those that are still rejected
 * @throws AppError `unavailable` if a placeholder could not be completed
 */
export async function retryRejectedInserts(
  properties: Properties,
  docs: readonly PropertyDoc[],
  rejected: RejectedInserts,
): Promise<void> {
  const candidates = docs.filter(({ _id }) => rejected.has(_id));
  const versions = await storedVersions(properties, candidates);
  const placeholders = candidates.filter(({ _id }) => versions.get(_id) === placeholderVersion);
  const absent = candidates.filter(({ _id }) => !versions.has(_id));
  // An existing id takes precedence, whichever of the two violated keys the server reported.
  for (const id of versions.keys()) rejected.set(id, "id_taken");
  const available = await withAvailableExternalIds(properties, absent);
  await insertPlaceholders(properties, available);
  for (const [id, outcome] of await completePlaceholders(properties, [...placeholders, ...available])) {
    if (outcome === "done") rejected.delete(id);
    else rejected.set(id, outcome);
  }
}

async function withAvailableExternalIds(properties: Properties, docs: readonly PropertyDoc[]): Promise<PropertyDoc[]> {
  const externalIds = docs.flatMap(({ externalId }) => externalId ?? []);
  if (externalIds.length === 0) return [...docs];
  const filter = { organizationId: docs[0]?.organizationId ?? "", externalId: { $in: externalIds } };
  const owners = await properties.find(filter, { externalId: 1 }).lean<PropertyDoc[]>();
  const taken = new Set(owners.map(({ externalId }) => externalId));
  return docs.filter(({ externalId }) => !taken.has(externalId));
}

/** Step 1. */
async function insertPlaceholders(properties: Properties, docs: readonly PropertyDoc[]): Promise<void> {
  if (docs.length === 0) return;
  const placeholders = docs.map((doc) => {
    const {
      externalId: _externalId,
      pending: _pending,
      pendingSince: _since,
      unindexedSince: _unindexed,
      ...rest
    } = doc;
    const deletedAt = new Date(Date.now() + placeholderLifetimeMs);
    return { ...rest, version: placeholderVersion, deleted: true, deletedAt };
  });
  try {
    await properties.collection.insertMany(placeholders as never[], { ordered: false });
  } catch (error) {
    // A concurrent attempt of the same request inserted it first. Either attempt completes it.
    if (duplicateKeyFailures(error).some(({ key }) => key !== "id")) throw error;
  }
}

/** Step 2. @returns the outcomes by id */
async function completePlaceholders(
  properties: Properties,
  docs: readonly PropertyDoc[],
): Promise<Map<string, InsertOutcome>> {
  const all = (outcome: InsertOutcome) => new Map(docs.map(({ _id }) => [_id, outcome]));
  if (docs.length === 0) return all("done");
  // Sets all fields, because an earlier attempt may have inserted the placeholder with other times.
  const updates = docs.map(({ _id, ...fields }) => ({
    updateOne: {
      filter: { _id, version: placeholderVersion },
      update: { $set: fields, $unset: { deletedAt: 1 } },
    },
  }));
  // A placeholder that is not matched was completed by a concurrent attempt of the same request.
  const outcomes = all("id_taken");
  try {
    const { matchedCount } = await properties.collection.bulkWrite(updates as never[], { ordered: false });
    if (matchedCount === updates.length) return all("done");
  } catch (error) {
    const failures = duplicateKeyFailures(error);
    if (failures.length === 0) throw error;
    for (const { index } of failures) outcomes.set(docs[index]?._id ?? "", "external_id_taken");
  }
  const versions = await storedVersions(properties, docs);
  for (const [id, outcome] of outcomes) {
    const isIncomplete = (versions.get(id) ?? placeholderVersion) === placeholderVersion;
    if (outcome !== "external_id_taken" && isIncomplete)
      throw new AppError("unavailable", "The listing could not be stored.", { retryAfter: 1 });
  }
  return outcomes;
}
