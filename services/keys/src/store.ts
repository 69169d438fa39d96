import { countConnections, type IdempotencyStore, type Logger, type Metrics } from "@plat/kit";
import { connectMongo } from "./store/connection.ts";
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

/** Connects to MongoDB and sees to it that every index is there. */
export async function openStore(options: {
  url: string;
  database: string;
  /** Seals the private signing keys; without it they are kept in clear. */
  signingKeySecret: string | undefined;
  log: Logger;
  metrics: Metrics;
}): Promise<Store> {
  const connection = await connectMongo(options);
  countConnections(options.metrics, connection.getClient());
  const keys = keyStore(connection);
  const people = peopleStore(connection);
  const usage = usageStore(connection);
  const { signingKeySecret, log } = options;
  const seal = signingKeySecret === undefined ? undefined : sealWith(signingKeySecret);
  const signingKeys = signingKeyStore(connection, seal, log);
  const idempotency = idempotencyStore(connection);
  const models = [...keys.models, ...people.models, usage.model, signingKeys.model, idempotency.model];
  for (const model of models) {
    await model.createCollection();
    await model.createIndexes();
  }
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
