import type { IdempotencyEntry, IdempotencyStore } from "@plat/kit";
import { withStoreTimeout, insertOrFind, isDuplicateKeyError } from "@plat/mongo";
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
    entry.outcome === null && entry.error === null
      ? null
      : JSON.stringify({ outcome: entry.outcome, error: entry.error }),
});

function toEntry({ organizationId, key }: IdempotencyEntry, doc: IdempotencyDoc): IdempotencyEntry {
  const { outcome = null, error = null } = JSON.parse(doc.result ?? "{}") as Partial<IdempotencyEntry>;
  return {
    organizationId,
    key,
    fingerprint: doc.fingerprint,
    reservedId: doc.reservedId,
    holder: doc.holder,
    heldUntil: doc.heldUntil,
    expiresAt: doc.expiresAt.getTime(),
    outcome,
    error,
  };
}

/** @param withTimeout runs an operation on one entry, which contains the whole response of a request */
export function idempotencyStore(
  { idempotency }: Models,
  withTimeout: <T>(operation: () => Promise<T>) => Promise<T> = withStoreTimeout,
): IdempotencyStore {
  return {
    insert: (entry) =>
      withTimeout(async () => {
        const doc = await insertOrFind(
          () => idempotency.collection.insertOne(toDoc(entry) as never),
          isDuplicateKeyError,
          () => idempotency.findOne({ _id: idOf(entry) }).lean<IdempotencyDoc>(),
        );
        return doc && toEntry(entry, doc);
      }),

    replace: (entry, holder) =>
      withTimeout(async () => {
        const { _id, ...fields } = toDoc(entry);
        const result = await idempotency.updateOne({ _id, holder }, { $set: fields });
        return result.matchedCount === 1;
      }),
  };
}
