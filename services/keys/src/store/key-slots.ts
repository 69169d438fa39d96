import { isDuplicateKeyError } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import type { ApiKey } from "../domain/key.ts";

/** One of the numbered slots of an organization, each of which holds at most one key: the `_id` is unique. */
interface SlotDocument {
  /** `<organization> <number>` */
  _id: string;
  organizationId: string;
  number: number;
  keyId: string;
  claimedAt: Date;
}
const slotSchema = new Schema<SlotDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: String, required: true },
    number: { type: Number, required: true },
    keyId: { type: String, required: true },
    claimedAt: { type: Date, required: true },
  },
  { strict: "throw", versionKey: false },
);
slotSchema.index({ organizationId: 1 });

/** Longer than any request: a slot of this age whose key does not exist belongs to a creation that failed. */
const abandonedMs = 120_000;

type Ends = Pick<ApiKey, "revokedAt" | "expiresAt">;

/**
 * Limits the number of active keys per organization without a lock: each key must claim one of a fixed number of slots.
 * @param endsOf returns when keys end, by id; omits keys that do not exist
 */
export function keySlots(connection: Connection, endsOf: (ids: string[]) => Promise<ReadonlyMap<string, Ends>>) {
  const model = connection.model("Slot", slotSchema, "key_slots");

  /** Releases the slots of keys that are no longer active. @returns false if there are none */
  const releaseInactive = async (claimed: SlotDocument[], now: number): Promise<boolean> => {
    const ends = await endsOf(claimed.map((slot) => slot.keyId));
    const inactive = claimed.filter(({ keyId, claimedAt }) => {
      const end = ends.get(keyId);
      if (end === undefined) return claimedAt.getTime() + abandonedMs < now;
      return end.revokedAt !== null || (end.expiresAt !== null && end.expiresAt <= now);
    });
    if (inactive.length === 0) return false;
    await model.deleteMany({ $or: inactive.map(({ _id, keyId }) => ({ _id, keyId })) });
    return true;
  };

  return {
    model,
    /**
     * Claims a slot for a key. A replacement may use one slot beyond the limit.
     * @returns false if all slots hold active keys
     */
    async claim(key: ApiKey, limit: number, isReplacement: boolean): Promise<boolean> {
      const { id: keyId, organizationId, createdAt } = key;
      for (;;) {
        const claimed = await model.find({ organizationId }).lean();
        if (claimed.some((slot) => slot.keyId === keyId)) return true;
        const numbers = new Set(claimed.map((slot) => slot.number));
        const number = freeSlot(numbers, limit) ?? (isReplacement ? firstFreeFrom(limit, numbers) : undefined);
        if (number === undefined) {
          if (await releaseInactive(claimed, createdAt)) continue;
          return false;
        }
        const slot = {
          _id: `${organizationId} ${number}`,
          organizationId,
          number,
          keyId,
          claimedAt: new Date(createdAt),
        };
        try {
          await model.insertOne(slot);
          return true;
        } catch (error) {
          // A concurrent request claimed the slot: try again with the current state.
          if (!isDuplicateKeyError(error)) throw error;
        }
      }
    },
    /** Ids of the keys that hold a slot. */
    async holders(organizationId: string): Promise<string[]> {
      return (await model.find({ organizationId }).lean()).map(({ keyId }) => keyId);
    },
    async release(key: Pick<ApiKey, "id" | "organizationId">): Promise<void> {
      await model.deleteMany({ organizationId: key.organizationId, keyId: key.id });
    },
  };
}

/**
 * Picks a random slot, so that concurrent requests rarely compete for the same one. While a replacement occupies a slot
 * beyond the limit, one slot below the limit stays unused.
 */
function freeSlot(claimed: ReadonlySet<number>, limit: number): number | undefined {
  const free = Array.from({ length: limit }, (_, number) => number)
    .filter((number) => !claimed.has(number))
    .slice(0, Math.max(0, limit - claimed.size));
  return free[Math.floor(Math.random() * free.length)];
}

function firstFreeFrom(start: number, claimed: ReadonlySet<number>): number {
  let number = start;
  while (claimed.has(number)) number++;
  return number;
}
