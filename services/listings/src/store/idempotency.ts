import type { IdempotencyEntry, IdempotencyStore } from "@plat/kit";
import { duplicateOf, guarded } from "./errors.ts";
import type { IdempotencyDoc, Models } from "./schemas.ts";

const idOf = ({ organizationId, key }: IdempotencyEntry): string => `${organizationId}:${key}`;

const toDoc = (entry: IdempotencyEntry): IdempotencyDoc => ({
  _id: idOf(entry),
  fingerprint: entry.fingerprint,
  reservedId: entry.reservedId,
  holder: entry.holder,
  heldUntil: entry.heldUntil,
  expiresAt: new Date(entry.expiresAt),
  result:
    entry.outcome === null && entry.refusal === null
      ? null
      : JSON.stringify({ outcome: entry.outcome, refusal: entry.refusal }),
});

function toEntry({ organizationId, key }: IdempotencyEntry, doc: IdempotencyDoc): IdempotencyEntry {
  const { outcome = null, refusal = null } = JSON.parse(doc.result ?? "{}") as Partial<IdempotencyEntry>;
  return {
    organizationId,
    key,
    fingerprint: doc.fingerprint,
    reservedId: doc.reservedId,
    holder: doc.holder,
    heldUntil: doc.heldUntil,
    expiresAt: doc.expiresAt.getTime(),
    outcome,
    refusal,
  };
}

export function idempotencyStore({ idempotency }: Models): IdempotencyStore {
  return {
    insert: (entry) =>
      guarded(async () => {
        for (;;) {
          try {
            await idempotency.collection.insertOne(toDoc(entry) as never);
            return undefined;
          } catch (error) {
            if (duplicateOf(error) !== "id") throw error;
          }
          const doc = await idempotency.findOne({ _id: idOf(entry) }).lean<IdempotencyDoc>();
          // Expired between the two calls: it is free again.
          if (doc === null) continue;
          return toEntry(entry, doc);
        }
      }),

    replace: (entry, holder) =>
      guarded(async () => {
        const { _id, ...fields } = toDoc(entry);
        const result = await idempotency.updateOne({ _id, holder }, { $set: fields });
        return result.matchedCount === 1;
      }),
  };
}
