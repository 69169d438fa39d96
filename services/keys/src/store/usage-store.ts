import { withStoreTimeout } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";

/** Requests of one key on one day. */
export interface DayCounts {
  hash: string;
  /** UTC, `2026-05-01`. */
  date: string;
  /** Which life of the counts; counts of one life only grow. */
  epoch: string;
  /** Sum of all counts. */
  total: number;
  /** By `<endpoint> <status class>`. */
  counts: ReadonlyMap<string, number>;
}

export interface UsageStore {
  /** Raises counts; never lowers one. */
  raiseDays(days: DayCounts[]): Promise<void>;
  /** Days from `from` on, newest first. */
  days(hash: string, from: string): Promise<{ date: string; counts: Map<string, number> }[]>;
}

interface DayDocument {
  _id: string;
  hash: string;
  date: string;
  lives: Record<string, Record<string, number>>;
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

const keptMs = 400 * 86_400_000;
/** A dot would divide the name of a member, and `$` begins an operator. */
const memberName = (name: string): string => name.replaceAll("%", "%25").replaceAll(".", "%2E").replaceAll("$", "%24");
const shownName = (name: string): string => decodeURIComponent(name);

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
                $setOnInsert: { hash, date, keptUntil: new Date(Date.parse(date) + keptMs) },
                $max: Object.fromEntries(
                  [...counts].map(([name, count]) => [`lives.${epoch}.${memberName(name)}`, count]),
                ),
              },
              upsert: true,
            },
          })),
          { ordered: false },
        );
      }),
    days: (hash, from) =>
      withStoreTimeout(async () => {
        const found = await model
          .find({ hash, date: { $gte: from } })
          .sort({ date: -1 })
          .lean();
        return found.map(({ date, lives }) => {
          const counts = new Map<string, number>();
          for (const life of Object.values(lives))
            for (const [name, count] of Object.entries(life)) {
              const shown = shownName(name);
              counts.set(shown, (counts.get(shown) ?? 0) + count);
            }
          return { date, counts };
        });
      }),
  };
  return { model, store };
}
