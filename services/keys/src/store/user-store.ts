import { isDuplicateKeyError, withStoreTimeout } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import type { UserStore } from "../domain/ports.ts";
import { normalizeEmail, type User } from "../domain/session.ts";
import type { organizationStore } from "./organization-store.ts";
import { type sessionStore, toSessionDocument } from "./session-store.ts";

interface UserDocument {
  _id: string;
  organizationId: string;
  email: string | null;
  /** Normalized e-mail address of an account with a password. */
  emailKey?: string;
  passwordHash: string | null;
  /** Absent: 0. */
  passwordVersion?: number;
  /** Id of the session that changed the password; present until the user's other, older sessions have ended. */
  endingAllBut?: string;
  createdAt: Date;
}

const userSchema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: String, required: true },
    email: { type: String, default: null },
    emailKey: String,
    passwordHash: { type: String, default: null },
    passwordVersion: Number,
    endingAllBut: String,
    createdAt: { type: Date, required: true },
  },
  { strict: "throw", versionKey: false },
);
userSchema.index({ emailKey: 1 }, { unique: true, partialFilterExpression: { emailKey: { $exists: true } } });
userSchema.index({ endingAllBut: 1 }, { sparse: true });

const toUserDocument = (user: User, now: number): UserDocument => ({
  _id: user.id,
  organizationId: user.organizationId,
  email: user.email,
  passwordHash: user.passwordHash,
  createdAt: new Date(now),
});

const toUser = (document: UserDocument): User => ({
  id: document._id,
  organizationId: document.organizationId,
  email: document.email,
  passwordHash: document.passwordHash,
  passwordVersion: document.passwordVersion ?? 0,
});

/** @returns false if a document with the same unique key exists */
async function insertIfAbsent(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (isDuplicateKeyError(error)) return false;
    throw error;
  }
}

export function userStore(
  connection: Connection,
  { model: organizations }: ReturnType<typeof organizationStore>,
  { model: sessions, endWhere, findPending }: ReturnType<typeof sessionStore>,
) {
  const model = connection.model("User", userSchema, "users");

  const store: UserStore = {
    insertAccount: (organization, user, now) =>
      withStoreTimeout(async () => {
        // The organization first: a crash may leave an organization without users, but no user without organization.
        await organizations.insertOne({ _id: organization.id, name: organization.name, createdAt: new Date(now) });
        const document = { ...toUserDocument(user, now), emailKey: normalizeEmail(user.email ?? "") };
        if (await insertIfAbsent(() => model.insertOne(document))) return true;
        await organizations.deleteOne({ _id: organization.id });
        return false;
      }),
    provision: (organization, user, session) =>
      withStoreTimeout(async () => {
        const now = new Date(session.createdAt);
        await insertIfAbsent(() =>
          organizations.insertOne({ _id: organization.id, name: organization.name, createdAt: now }),
        );
        await insertIfAbsent(() => model.insertOne(toUserDocument(user, session.createdAt)));
        if (await insertIfAbsent(() => sessions.insertOne(toSessionDocument(session)))) return;
        await sessions.updateOne({ _id: session.id }, { $max: { endsAt: new Date(session.endsAt) } });
      }),
    findById: (id) =>
      withStoreTimeout(async () => {
        const found = await model.findById(id).lean();
        return found === null ? undefined : toUser(found);
      }),
    findByEmail: (email) =>
      withStoreTimeout(async () => {
        const found = await model.findOne({ emailKey: normalizeEmail(email) }).lean();
        return found === null ? undefined : toUser(found);
      }),
    changePassword: (user, passwordHash, keptSessionId) =>
      withStoreTimeout(async () => {
        const filter = { _id: user.id, passwordHash: user.passwordHash };
        const update = { $set: { passwordHash, endingAllBut: keptSessionId }, $inc: { passwordVersion: 1 } };
        return (await model.updateOne(filter, update)).modifiedCount === 1;
      }),
    endOutdatedSessions: (userId, now) =>
      withStoreTimeout(async () => {
        const user = await model.findById(userId).lean();
        // Another replica may have ended them already.
        if (user?.endingAllBut === undefined) return findPending({ userId });
        const { endingAllBut, passwordVersion = 0 } = user;
        const ended = await endWhere(
          {
            userId,
            _id: { $ne: endingAllBut },
            $or: [{ passwordVersion: { $lt: passwordVersion } }, { passwordVersion: { $exists: false } }],
          },
          now,
        );
        // Not after a further password change: its own outdated sessions have not ended yet.
        await model.updateOne({ _id: userId, passwordVersion }, { $unset: { endingAllBut: 1 } });
        return ended;
      }),
    findWithOutdatedSessions: (limit) =>
      withStoreTimeout(async () => {
        const found = await model
          .find({ endingAllBut: { $exists: true } }, { _id: 1 })
          .limit(limit)
          .lean();
        return found.map(({ _id }) => _id);
      }),
  };
  return { model, store };
}
