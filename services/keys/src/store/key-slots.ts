import { isDuplicate } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import type { ApiKey } from "../domain/key.ts";

/** The place of one active key among those of its organization. Its id is unique, so no two keys have the same. */
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

/** Longer than any request: a slot whose key is not there by then belongs to a creation that broke off. */
const abandonedMs = 120_000;

type Ends = Pick<ApiKey, "revokedAt" | "expiresAt">;

/**
 * Bounds the active keys of an organization without a lock: a key needs a slot, and there are only so many.
 * @param endsOf when keys end; keys that are not there are left out
 */
export function slotStore(connection: Connection, endsOf: (ids: string[]) => Promise<ReadonlyMap<string, Ends>>) {
  const model = connection.model("Slot", slotSchema, "key_slots");

  /** Frees the slots of keys that work no more; false when there are none. */
  const releaseDead = async (held: SlotDocument[], now: number): Promise<boolean> => {
    const ends = await endsOf(held.map((slot) => slot.keyId));
    const dead = held.filter(({ keyId, claimedAt }) => {
      const end = ends.get(keyId);
      if (end === undefined) return claimedAt.getTime() + abandonedMs < now;
      return end.revokedAt !== null || (end.expiresAt !== null && end.expiresAt <= now);
    });
    if (dead.length === 0) return false;
    await model.deleteMany({ $or: dead.map(({ _id, keyId }) => ({ _id, keyId })) });
    return true;
  };

  return {
    model,
    /** Gives the key a slot. A key that `replaces` another may go one above the limit. False when there is none. */
    async claim(key: ApiKey, limit: number, replaces: boolean): Promise<boolean> {
      const { id: keyId, organizationId, createdAt } = key;
      for (;;) {
        const held = await model.find({ organizationId }).lean();
        if (held.some((slot) => slot.keyId === keyId)) return true;
        const numbers = new Set(held.map((slot) => slot.number));
        const number = freeSlot(numbers, limit) ?? (replaces ? firstBeyond(numbers, limit) : undefined);
        if (number === undefined) {
          if (await releaseDead(held, createdAt)) continue;
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
          // Somebody else took it: look again.
          if (!isDuplicate(error)) throw error;
        }
      }
    },
    /** Ids of the keys that have one. */
    async heldBy(organizationId: string): Promise<string[]> {
      return (await model.find({ organizationId }).lean()).map(({ keyId }) => keyId);
    },
    async release(key: Pick<ApiKey, "id" | "organizationId">): Promise<void> {
      await model.deleteMany({ organizationId: key.organizationId, keyId: key.id });
    },
  };
}

/** Only as many as may be filled, also while a key holds one beyond the limit; at random, so that few want the same. */
function freeSlot(held: ReadonlySet<number>, limit: number): number | undefined {
  const free = Array.from({ length: limit }, (_, number) => number)
    .filter((number) => !held.has(number))
    .slice(0, Math.max(0, limit - held.size));
  return free[Math.floor(Math.random() * free.length)];
}

function firstBeyond(held: ReadonlySet<number>, limit: number): number {
  let number = limit;
  while (held.has(number)) number++;
  return number;
}
