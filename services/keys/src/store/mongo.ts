import { countConnections, type IdempotencyStore, type Logger, type Metrics } from "@plat/kit";
import { connectMongo, ensureIndexes, type Index } from "@plat/mongo";
import type { Connection, Schema } from "mongoose";
import type { KeyStore, OrganizationStore, SessionStore, UsageStore, UserStore } from "../domain/ports.ts";
import { createSecretCipher } from "../domain/secret-cipher.ts";
import type { SigningKeyStore } from "../domain/tokens.ts";
import { idempotencyStore } from "./idempotency-store.ts";
import { keyStore } from "./key-store.ts";
import { organizationStore } from "./organization-store.ts";
import { sessionStore } from "./session-store.ts";
import { signingKeyStore } from "./signing-key-store.ts";
import { usageStore } from "./usage-store.ts";
import { userStore } from "./user-store.ts";

export interface Store {
  keys: KeyStore;
  organizations: OrganizationStore;
  users: UserStore;
  sessions: SessionStore;
  usage: UsageStore;
  signingKeys: SigningKeyStore;
  idempotency: IdempotencyStore;
  /** @throws Error if MongoDB cannot be reached */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  url: string;
  database: string;
  /** Milliseconds without data after which a connection with a pending reply counts as broken. Default 10,000. */
  socketTimeoutMs?: number;
  log: Logger;
  /** Encrypts the private signing keys; if undefined, they are stored in clear text. */
  signingKeySecret: string | undefined;
  metrics: Metrics;
}

/**
 * Connects to MongoDB and creates missing indexes.
 * @throws Error with a one-line message if MongoDB cannot be reached within 30 s, or cannot be used
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url, database, log, socketTimeoutMs = 10_000 } = options;
  const settings = {
    url,
    database,
    appName: "keys",
    socketTimeoutMs,
    poolMax: 20,
    readConcern: "majority",
    log,
  } as const;
  const connection = await connectMongo(settings, async (setupConnection) => {
    for (const model of storesOn(setupConnection, options).models) {
      await model.createCollection();
      await ensureIndexes(model.collection, indexesOf(model), log);
    }
  });
  countConnections(options.metrics, connection.getClient());
  const { keys, organizations, users, sessions, usage, signingKeys, idempotency } = storesOn(connection, options);
  await signingKeys.applySecret();
  return {
    keys: keys.store,
    organizations: organizations.store,
    users: users.store,
    sessions: sessions.store,
    usage: usage.store,
    signingKeys: signingKeys.store,
    idempotency: idempotency.store,
    async check() {
      if (connection.db === undefined) throw new Error("not connected");
      await connection.db.admin().ping();
    },
    close: () => connection.close(),
  };
}

function storesOn(connection: Connection, { signingKeySecret, log }: StoreOptions) {
  const keys = keyStore(connection);
  const organizations = organizationStore(connection);
  const sessions = sessionStore(connection);
  const users = userStore(connection, organizations, sessions);
  const usage = usageStore(connection);
  const cipher = signingKeySecret === undefined ? undefined : createSecretCipher(signingKeySecret);
  const signingKeys = signingKeyStore(connection, cipher, log);
  const idempotency = idempotencyStore(connection);
  return {
    keys,
    organizations,
    users,
    sessions,
    usage,
    signingKeys,
    idempotency,
    models: [
      ...keys.models,
      organizations.model,
      users.model,
      sessions.model,
      usage.model,
      signingKeys.model,
      idempotency.model,
    ],
  };
}

const indexesOf = ({ schema }: { schema: Schema }): Index[] =>
  schema.indexes().map(([keys, options]) => ({ keys, options }) as Index);
