import type { Logger } from "@plat/kit";
import { connectMongo } from "@plat/mongo";
import type { Connection } from "mongoose";
import { ensureIndexes } from "./indexes.ts";
import { ensureRetention } from "./retention.ts";
import { makeModels, type Models } from "./schemas.ts";

export interface StoreOptions {
  url: string;
  database: string;
  /** Left out, or 0: for ever. */
  eventsKeptDays?: number;
  /** Milliseconds after which a query's connection that says nothing counts as broken. Default 30,000. */
  socketTimeoutMs?: number;
  log: Logger;
  /** Sees every command before it is sent. */
  monitor?: (command: Record<string, unknown>) => void;
}

export interface Store {
  models: Models;
  client: ReturnType<Connection["getClient"]>;
  /** Throws when the store is away. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Makes the indexes that are missing, then connects. Once up, it survives the store's absence: queries fail as
 * `unavailable`.
 * @throws Error in one sentence when the store cannot be reached within 30 s, or cannot be used
 */
export async function connectStore(options: StoreOptions): Promise<Store> {
  const { url, database, monitor, log, eventsKeptDays = 0, socketTimeoutMs = 30_000 } = options;
  const settings = { url, database, appName: "listings", socketTimeoutMs, poolMax: 32, log, monitor };
  const connection = await connectMongo(settings, async (own) => {
    const models = makeModels(own);
    await ensureIndexes(models, log);
    await ensureRetention(models.events.collection, eventsKeptDays);
  });
  return {
    models: makeModels(connection),
    client: connection.getClient(),
    check: async () => {
      await connection.db?.command({ ping: 1 });
    },
    close: () => connection.close(),
  };
}
