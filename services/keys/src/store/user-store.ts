import { withStoreTimeout, readInBatches, isDuplicate } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import { emailKey, type Organization, type Session, type User } from "../domain/session.ts";

interface OrganizationDocument {
  _id: string;
  name: string;
  /** Of the record in listings that the name is from; left out while it is that of the sign-up. */
  nameVersion?: number;
  createdAt: Date;
}
interface UserDocument {
  _id: string;
  organizationId: string;
  email: string | null;
  emailKey?: string;
  passwordHash: string | null;
  /** Absent: 0. */
  passwordVersion?: number;
  /** After a change of the password, until the sessions begun before it are ended: the one that stays. */
  endingAllBut?: string;
  createdAt: Date;
}
interface SessionDocument {
  _id: string;
  userId: string;
  organizationId: string;
  createdAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  version: number;
  unpushed: boolean;
  /** Absent: 0. */
  passwordVersion?: number;
}

const options = { strict: "throw", versionKey: false } as const;
const organizationSchema = new Schema<OrganizationDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    nameVersion: Number,
    createdAt: { type: Date, required: true },
  },
  options,
);
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
  options,
);
userSchema.index({ emailKey: 1 }, { unique: true, partialFilterExpression: { emailKey: { $exists: true } } });
userSchema.index({ endingAllBut: 1 }, { sparse: true });
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
  options,
);
sessionSchema.index({ userId: 1 });
sessionSchema.index({ unpushed: 1 });
sessionSchema.index({ endedAt: 1 });
// A day longer than any token of it can live.
sessionSchema.index({ endsAt: 1 }, { expireAfterSeconds: 86_400 });

interface SessionFilter {
  userId: string;
  _id: string | { $ne: string };
  $or?: ({ passwordVersion: { $lt: number } } | { passwordVersion: { $exists: false } })[];
}

const toUser = (document: UserDocument): User => ({
  id: document._id,
  organizationId: document.organizationId,
  email: document.email,
  passwordHash: document.passwordHash,
  passwordVersion: document.passwordVersion ?? 0,
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

export interface PeopleStore {
  /** Both or, when the e-mail is taken (false), nothing that anybody can reach. */
  insertAccount(organization: Organization, user: User, now: number): Promise<boolean>;
  /** Makes them known unless they are. */
  adopt(organization: Organization, user: User, session: Session): Promise<void>;
  organization(id: string): Promise<Organization | undefined>;
  /** Unless it has a name of this version or a later one. */
  nameOrganization(id: string, name: string, version: number): Promise<void>;
  user(id: string): Promise<User | undefined>;
  userByEmail(email: string): Promise<User | undefined>;
  /**
   * In one write with the mark that sessions begun before are to be ended, all but one: whoever finds the mark does it.
   * False when the password has changed since `user` was read.
   */
  changePassword(user: User, passwordHash: string, allBut: string): Promise<boolean>;
  /** Ends what the last change of the password left to be ended. Gives the sessions whose end gateways may not see. */
  endOutdated(userId: string, now: number): Promise<Session[]>;
  /** Users whose outdated sessions were not all ended. */
  withOutdated(limit: number): Promise<string[]>;
  insertSession(session: Session): Promise<void>;
  session(id: string): Promise<Session | undefined>;
  /** Ends sessions of a user that are open: one, or all but one. Gives those whose end gateways may not see. */
  endSession(userId: string, sessionId: string, now: number): Promise<Session[]>;
  sessionsPushed(ids: string[]): Promise<void>;
  unpushedSessions(limit: number): Promise<Session[]>;
  /** When a session was ended last. */
  lastEnd(): Promise<number | undefined>;
  /** Sessions that were ended since, `size` at a time. */
  endedSince(time: number, size: number): AsyncIterable<Session[]>;
}

export function peopleStore(connection: Connection) {
  const organizations = connection.model("Organization", organizationSchema, "organizations");
  const users = connection.model("User", userSchema, "users");
  const sessions = connection.model("Session", sessionSchema, "sessions");

  const insertOnce = async (insert: () => Promise<unknown>): Promise<boolean> => {
    try {
      await insert();
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  };
  const userDocument = (user: User, now: number): UserDocument => ({
    _id: user.id,
    organizationId: user.organizationId,
    email: user.email,
    passwordHash: user.passwordHash,
    createdAt: new Date(now),
  });
  const sessionDocument = (session: Session): SessionDocument => ({
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
  const unpushedOf = async (which: Partial<SessionFilter>): Promise<Session[]> =>
    (await sessions.find({ ...which, unpushed: true }).lean()).map(toSession);
  const end = async (which: SessionFilter, now: number): Promise<Session[]> => {
    await sessions.updateMany(
      { ...which, endedAt: null },
      { $set: { endedAt: new Date(now), version: 2, unpushed: true } },
    );
    return unpushedOf(which);
  };

  const store: PeopleStore = {
    insertAccount: (organization, user, now) =>
      withStoreTimeout(async () => {
        // The organization first: one without users is of no harm, a user without organization would be.
        await organizations.insertOne({ _id: organization.id, name: organization.name, createdAt: new Date(now) });
        const document = { ...userDocument(user, now), emailKey: emailKey(user.email ?? "") };
        if (await insertOnce(() => users.insertOne(document))) return true;
        await organizations.deleteOne({ _id: organization.id });
        return false;
      }),
    adopt: (organization, user, session) =>
      withStoreTimeout(async () => {
        const now = new Date(session.createdAt);
        await insertOnce(() =>
          organizations.insertOne({ _id: organization.id, name: organization.name, createdAt: now }),
        );
        await insertOnce(() => users.insertOne(userDocument(user, session.createdAt)));
        if (await insertOnce(() => sessions.insertOne(sessionDocument(session)))) return;
        await sessions.updateOne({ _id: session.id }, { $max: { endsAt: new Date(session.endsAt) } });
      }),
    organization: (id) =>
      withStoreTimeout(async () => {
        const found = await organizations.findById(id).lean();
        return found === null ? undefined : { id: found._id, name: found.name };
      }),
    nameOrganization: (id, name, version) =>
      withStoreTimeout(async () => {
        const older = { $or: [{ nameVersion: { $exists: false } }, { nameVersion: { $lt: version } }] };
        await organizations.updateOne({ _id: id, ...older }, { $set: { name, nameVersion: version } });
      }),
    user: (id) =>
      withStoreTimeout(async () => {
        const found = await users.findById(id).lean();
        return found === null ? undefined : toUser(found);
      }),
    userByEmail: (email) =>
      withStoreTimeout(async () => {
        const found = await users.findOne({ emailKey: emailKey(email) }).lean();
        return found === null ? undefined : toUser(found);
      }),
    changePassword: (user, passwordHash, allBut) =>
      withStoreTimeout(async () => {
        const filter = { _id: user.id, passwordHash: user.passwordHash };
        const change = { $set: { passwordHash, endingAllBut: allBut }, $inc: { passwordVersion: 1 } };
        return (await users.updateOne(filter, change)).modifiedCount === 1;
      }),
    endOutdated: (userId, now) =>
      withStoreTimeout(async () => {
        const user = await users.findById(userId).lean();
        // Somebody else has ended them.
        if (user?.endingAllBut === undefined) return unpushedOf({ userId });
        const { endingAllBut, passwordVersion = 0 } = user;
        const ended = await end(
          {
            userId,
            _id: { $ne: endingAllBut },
            $or: [{ passwordVersion: { $lt: passwordVersion } }, { passwordVersion: { $exists: false } }],
          },
          now,
        );
        await users.updateOne({ _id: userId, passwordVersion }, { $unset: { endingAllBut: 1 } });
        return ended;
      }),
    withOutdated: (limit) =>
      withStoreTimeout(async () => {
        const found = await users
          .find({ endingAllBut: { $exists: true } }, { _id: 1 })
          .limit(limit)
          .lean();
        return found.map(({ _id }) => _id);
      }),
    insertSession: (session) =>
      withStoreTimeout(async () => {
        await sessions.insertOne(sessionDocument(session));
      }),
    session: (id) =>
      withStoreTimeout(async () => {
        const found = await sessions.findById(id).lean();
        return found === null ? undefined : toSession(found);
      }),
    endSession: (userId, sessionId, now) => withStoreTimeout(() => end({ userId, _id: sessionId }, now)),
    sessionsPushed: (ids) =>
      withStoreTimeout(async () => {
        await sessions.updateMany({ _id: { $in: ids } }, { $set: { unpushed: false } });
      }),
    unpushedSessions: (limit) =>
      withStoreTimeout(async () => (await sessions.find({ unpushed: true }).limit(limit).lean()).map(toSession)),
    lastEnd: () =>
      withStoreTimeout(async () => (await sessions.findOne().sort({ endedAt: -1 }).lean())?.endedAt?.getTime()),
    async *endedSince(since, size) {
      const ended = sessions.find({ endedAt: { $gte: new Date(since) } }).lean();
      for await (const part of readInBatches(ended.cursor({ batchSize: size }), size)) yield part.map(toSession);
    },
  };
  return { models: [organizations, users, sessions], store };
}
