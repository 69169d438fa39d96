import { withStoreTimeout } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import type { UsageStore } from "../domain/ports.ts";

interface DayDocument {
  _id: string;
  hash: string;
  date: string;
  /** Counts by epoch, then by encoded name (see `encodeName`). */
  lives: Record<string, Record<string, number>>;
  /** When the document may be deleted. */
  keptUntil: Date;
}
const daySchema = new Schema<DayDocument>(
  {
    _id: { type: String, required: true },
    hash: { type: String, required: true },
    date: { type: String, required: true },
    lives: { type: Schema.Types.Mixed, required: true },
    keptUntil: { type: Date, required: true },
  },
  { strict: "throw", versionKey: false, minimize: false },
);
daySchema.index({ hash: 1, date: -1 });
daySchema.index({ keptUntil: 1 }, { expireAfterSeconds: 0 });

const retentionMs = 400 * 86_400_000;
/** Percent-encodes the characters that have a meaning in a field path of MongoDB: dots and dollar signs. */
const encodeName = (name: string): string => name.replaceAll("%", "%25").replaceAll(".", "%2E").replaceAll("$", "%24");
const decodeName = (name: string): string => decodeURIComponent(name);

export function usageStore(connection: Connection) {
  const model = connection.model("UsageDay", daySchema, "usage_days");
  const store: UsageStore = {
    raiseDays: (days) =>
      withStoreTimeout(async () => {
        if (days.length === 0) return;
        await model.bulkWrite(
          days.map(({ hash, date, epoch, counts }) => ({
            updateOne: {
              filter: { _id: `${date} ${hash}` },
              update: {
                $setOnInsert: { hash, date, keptUntil: new Date(Date.parse(date) + retentionMs) },
                $max: Object.fromEntries(
                  [...counts].map(([name, count]) => [`lives.${epoch}.${encodeName(name)}`, count]),
                ),
              },
              upsert: true,
            },
          })),
          { ordered: false },
        );
      }),
    findDays: (hash, from) =>
      withStoreTimeout(async () => {
        const found = await model
          .find({ hash, date: { $gte: from } })
          .sort({ date: -1 })
          .lean();
        return found.map(({ date, lives }) => {
          const counts = new Map<string, number>();
          for (const epoch of Object.values(lives))
            for (const [encoded, count] of Object.entries(epoch)) {
              const name = decodeName(encoded);
              counts.set(name, (counts.get(name) ?? 0) + count);
            }
          return { date, counts };
        });
      }),
  };
  return { model, store };
}
