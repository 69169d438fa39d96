import { countConnections, type IdempotencyStore, type Metrics } from "@plat/kit";
import type { Connection } from "mongoose";
import { connectMongo, type MongoOptions } from "./store/connection.ts";
import { keyStore, type KeyStore } from "./store/keys.ts";
import { peopleStore, type PeopleStore } from "./store/people.ts";
import { idempotencyStore } from "./store/idempotency.ts";
import { signingKeyStore } from "./store/signing-keys.ts";
import { usageStore, type UsageStore } from "./store/usage.ts";
import { sealWith } from "./seal.ts";
import type { SigningKeyStore } from "./token.ts";

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

export interface StoreOptions extends MongoOptions {
  /** Seals the private signing keys; without it they are kept in clear. */
  signingKeySecret: string | undefined;
  metrics: Metrics;
}

/** Sees to it that every index is there, and connects to MongoDB. */
export async function openStore(options: StoreOptions): Promise<Store> {
  await prepare(options);
  const connection = await connectMongo(options);
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

/**
 * An index over many documents takes minutes, in which its connection says nothing: it has one of its own, without a
 * limit. A store that goes away meanwhile is noticed all the same, by the driver's heartbeats.
 */
async function prepare(options: StoreOptions): Promise<void> {
  const connection = await connectMongo({ ...options, socketTimeoutMs: 0 });
  try {
    const { keys, people, usage, signingKeys, idempotency } = partsOn(connection, options);
    for (const model of [...keys.models, ...people.models, usage.model, signingKeys.model, idempotency.model]) {
      await model.createCollection();
      await model.createIndexes();
    }
  } finally {
    await connection.close();
  }
}
