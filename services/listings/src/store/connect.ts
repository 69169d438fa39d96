import type { Logger } from "@plat/kit";
import { connectMongo } from "@plat/mongo";
import type { Connection } from "mongoose";
import { ensureEventRetention } from "./event-retention.ts";
import { ensureIndexes } from "./indexes.ts";
import { createModels, type Models } from "./schemas.ts";

export interface StoreOptions {
  url: string;
  database: string;
  /** Days for which events are retained. Default 0: forever. */
  eventsKeptDays?: number;
  /** Milliseconds without data after which the connection of a query is considered broken. Default 30,000. */
  socketTimeoutMs?: number;
  log: Logger;
  /** Called with every command before it is sent. */
  monitor?: (command: Record<string, unknown>) => void;
}

export interface Store {
  models: Models;
  client: ReturnType<Connection["getClient"]>;
  /** Health check. @throws Error if MongoDB is unavailable */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Creates missing indexes, then connects. A connected store survives outages of MongoDB: meanwhile its queries fail with
 * `unavailable`.
 * @throws Error if MongoDB cannot be reached within 30 s or cannot be used
 */
export async function connectStore(options: StoreOptions): Promise<Store> {
  const { url, database, monitor, log, eventsKeptDays = 0, socketTimeoutMs = 30_000 } = options;
  const settings = { url, database, appName: "listings", socketTimeoutMs, poolMax: 32, log, monitor };
  const connection = await connectMongo(settings, async (setupConnection) => {
    const models = createModels(setupConnection);
    await ensureIndexes(models, log);
    await ensureEventRetention(models.events.collection, eventsKeptDays);
  });
  return {
    models: createModels(connection),
    client: connection.getClient(),
    check: async () => {
      await connection.db?.command({ ping: 1 });
    },
    close: () => connection.close(),
  };
}
