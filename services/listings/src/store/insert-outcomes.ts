import type { InsertOutcome } from "../domain/ports.ts";
import type { Models, PropertyDoc } from "./schemas.ts";

export type InsertRejection = Exclude<InsertOutcome, "done">;

/** Why listings were not inserted, by id. */
export type RejectedInserts = Map<string, InsertRejection>;

/** Returns the stored versions of those documents that exist, by id. */
export async function storedVersions(
  properties: Models["properties"],
  docs: readonly PropertyDoc[],
): Promise<Map<string, number>> {
  const ids = docs.map(({ _id }) => _id);
  const stored = await properties.find({ _id: { $in: ids } }, { version: 1 }).lean<PropertyDoc[]>();
  return new Map(stored.map(({ _id, version }) => [_id, version]));
}
