import { countConnections, type IdempotencyStore, type Logger, type Metrics } from "@plat/kit";
import { connectMongo, type Index, ensureIndexes } from "@plat/mongo";
import type { Connection, Schema } from "mongoose";
import { keyStore, type KeyStore } from "./key-store.ts";
import { peopleStore, type PeopleStore } from "./user-store.ts";
import { idempotencyStore } from "./idempotency-store.ts";
import { signingKeyStore } from "./signing-key-store.ts";
import { usageStore, type UsageStore } from "./usage-store.ts";
import { sealWith } from "../domain/secret-cipher.ts";
import type { SigningKeyStore } from "../domain/tokens.ts";

export interface Store {
  keys: KeyStore;
  people: PeopleStore;
  usage: UsageStore;
  signingKeys: SigningKeyStore;
  idempotency: IdempotencyStore;
  /** Throws when MongoDB is away. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  url: string;
  database: string;
  /** Milliseconds after which a connection that owes an answer and says nothing counts as broken. Default 10,000. */
  socketTimeoutMs?: number;
  log: Logger;
  /** Seals the private signing keys; without it they are kept in clear. */
  signingKeySecret: string | undefined;
  metrics: Metrics;
}

/**
 * Sees to it that every index is there, and connects to MongoDB.
 * @throws Error in one sentence when it cannot be reached within 30 s, or cannot be used
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
  const connection = await connectMongo(settings, async (own) => {
    const { keys, people, usage, signingKeys, idempotency } = partsOn(own, options);
    for (const model of [...keys.models, ...people.models, usage.model, signingKeys.model, idempotency.model]) {
      await model.createCollection();
      await ensureIndexes(model.collection, indexesOf(model), log);
    }
  });
  countConnections(options.metrics, connection.getClient());
  const { keys, people, usage, signingKeys, idempotency } = partsOn(connection, options);
  await signingKeys.settle();
  return {
    keys: keys.store,
    people: people.store,
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

function partsOn(connection: Connection, { signingKeySecret, log }: StoreOptions) {
  const seal = signingKeySecret === undefined ? undefined : sealWith(signingKeySecret);
  return {
    keys: keyStore(connection),
    people: peopleStore(connection),
    usage: usageStore(connection),
    signingKeys: signingKeyStore(connection, seal, log),
    idempotency: idempotencyStore(connection),
  };
}

const indexesOf = ({ schema }: { schema: Schema }): Index[] =>
  schema.indexes().map(([keys, options]) => ({ keys, options }) as Index);
