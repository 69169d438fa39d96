import { readInBatches, withStoreTimeout } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import type { SessionStore } from "../domain/ports.ts";
import type { Session } from "../domain/session.ts";

interface SessionDocument {
  _id: string;
  userId: string;
  organizationId: string;
  createdAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  version: number;
  /** True until the credential cache contains the end of the session. */
  unpushed: boolean;
  /** Absent: 0. */
  passwordVersion?: number;
}

const sessionSchema = new Schema<SessionDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    organizationId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    endsAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
    version: { type: Number, required: true },
    unpushed: { type: Boolean, required: true },
    passwordVersion: Number,
  },
  { strict: "throw", versionKey: false },
);
sessionSchema.index({ userId: 1 });
sessionSchema.index({ unpushed: 1 });
sessionSchema.index({ endedAt: 1 });
// One day after the end, when every token of the session has expired.
sessionSchema.index({ endsAt: 1 }, { expireAfterSeconds: 86_400 });

interface SessionFilter {
  userId: string;
  _id: string | { $ne: string };
  $or?: ({ passwordVersion: { $lt: number } } | { passwordVersion: { $exists: false } })[];
}

export const toSessionDocument = (session: Session): SessionDocument => ({
  _id: session.id,
  userId: session.userId,
  organizationId: session.organizationId,
  createdAt: new Date(session.createdAt),
  endsAt: new Date(session.endsAt),
  endedAt: null,
  version: session.version,
  unpushed: false,
  passwordVersion: session.passwordVersion,
});

const toSession = (document: SessionDocument): Session => ({
  id: document._id,
  userId: document.userId,
  organizationId: document.organizationId,
  createdAt: document.createdAt.getTime(),
  endsAt: document.endsAt.getTime(),
  endedAt: document.endedAt?.getTime() ?? null,
  version: document.version,
  passwordVersion: document.passwordVersion ?? 0,
});

export function sessionStore(connection: Connection) {
  const model = connection.model("Session", sessionSchema, "sessions");

  /** Matching sessions whose end the credential cache may not contain yet. */
  const findPending = async (filter: Partial<SessionFilter>): Promise<Session[]> =>
    (await model.find({ ...filter, unpushed: true }).lean()).map(toSession);
  /** Ends matching sessions. @returns what `findPending` does */
  const endWhere = async (filter: SessionFilter, now: number): Promise<Session[]> => {
    await model.updateMany(
      { ...filter, endedAt: null },
      { $set: { endedAt: new Date(now), version: 2, unpushed: true } },
    );
    return findPending(filter);
  };

  const store: SessionStore = {
    insert: (session) =>
      withStoreTimeout(async () => {
        await model.insertOne(toSessionDocument(session));
      }),
    findById: (id) =>
      withStoreTimeout(async () => {
        const found = await model.findById(id).lean();
        return found === null ? undefined : toSession(found);
      }),
    end: (userId, sessionId, now) => withStoreTimeout(() => endWhere({ userId, _id: sessionId }, now)),
    markSynced: (ids) =>
      withStoreTimeout(async () => {
        await model.updateMany({ _id: { $in: ids } }, { $set: { unpushed: false } });
      }),
    findPendingSync: (limit) =>
      withStoreTimeout(async () => (await model.find({ unpushed: true }).limit(limit).lean()).map(toSession)),
    lastEndedAt: () =>
      withStoreTimeout(async () => (await model.findOne().sort({ endedAt: -1 }).lean())?.endedAt?.getTime()),
    async *endedSince(time, size) {
      const ended = model.find({ endedAt: { $gte: new Date(time) } }).lean();
      for await (const batch of readInBatches(ended.cursor({ batchSize: size }), size)) yield batch.map(toSession);
    },
  };
  return { model, store, endWhere, findPending };
}
