import type { PendingEvent } from "../domain/change-events.ts";
import type { InsertOutcome } from "../domain/ports.ts";
import type { Listing } from "../domain/property.ts";
import { toPropertyDoc } from "./document-mapping.ts";
import { duplicateKeyFailures } from "./duplicate-key.ts";
import { type InsertRejection, type RejectedInserts, storedVersions } from "./insert-outcomes.ts";
import type { Models, PropertyDoc } from "./schemas.ts";
import { retryRejectedInserts } from "./secantusdb-insert.ts";

type Properties = Models["properties"];

/**
 * Inserts new listings with one command.
 * @returns one outcome per listing, in the same order. `id_taken` means that the listing was created before, even if it
 * was changed or deleted since.
 */
export async function insertListings(
  properties: Properties,
  created: readonly { listing: Listing; events: PendingEvent[] }[],
): Promise<InsertOutcome[]> {
  const docs = created.map(({ listing, events }) => toPropertyDoc(listing, events));
  const rejected = await insertDocs(properties, docs);
  if (rejected.size > 0) await retryRejectedInserts(properties, docs, rejected);
  return docs.map(({ _id }) => rejected.get(_id) ?? "done");
}

async function insertDocs(properties: Properties, docs: PropertyDoc[]): Promise<RejectedInserts> {
  try {
    // The driver's insertMany instead of Mongoose's, which would validate and copy each document again.
    await properties.collection.insertMany(docs as never[], { ordered: false });
    return new Map();
  } catch (error) {
    const failures = duplicateKeyFailures(error);
    if (failures.some(({ key }) => key === "other")) throw error;
    if (failures.length > 0)
      return new Map(
        failures.map(({ index, key }) => [docs[index]?._id ?? "", key === "id" ? "id_taken" : "external_id_taken"]),
      );
    // Some servers report a duplicate key without its document. Then the stored documents show which were inserted.
    const versions = await storedVersions(properties, docs);
    return new Map(
      docs.flatMap(({ _id, version }): [string, InsertRejection][] =>
        versions.get(_id) === version ? [] : [[_id, versions.has(_id) ? "id_taken" : "external_id_taken"]],
      ),
    );
  }
}
