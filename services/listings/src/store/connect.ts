import { isTracing, type Logger, traceCommands } from "@plat/kit";
import { type Connection, createConnection } from "mongoose";
import { setTimeout } from "node:timers/promises";
import { heartbeatMs, storeLife } from "./errors.ts";
import { ensureIndexes } from "./indexes.ts";
import { ensureRetention } from "./retention.ts";
import { makeModels, type Models } from "./schemas.ts";

export interface StoreOptions {
  url: string;
  database: string;
  /** Left out, or 0: for ever. */
  eventsKeptDays?: number;
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

/** Milliseconds that a start waits for the store. */
const patienceMs = 30_000;

/**
 * Connects and makes the indexes. Once up, it survives the store's absence: queries fail as `unavailable`.
 * @throws Error when the store cannot be reached within 30 s
 */
export async function connectStore(options: StoreOptions): Promise<Store> {
  const { url, database, eventsKeptDays = 0, log, monitor } = options;
  const deadline = Date.now() + patienceMs;
  const connection = createConnection();
  for (;;) {
    try {
      await connection.openUri(url, {
        dbName: database,
        appName: "listings",
        autoIndex: false,
        autoCreate: false,
        bufferCommands: false,
        // Acknowledged means on the disks of a majority.
        writeConcern: { w: "majority", journal: true },
        retryWrites: true,
        // A store that is away is told within two seconds; for one that hangs, see `guarded`.
        serverSelectionTimeoutMS: 1_500,
        connectTimeoutMS: 2_000,
        heartbeatFrequencyMS: heartbeatMs,
        waitQueueTimeoutMS: 5_000,
        socketTimeoutMS: 30_000,
        maxPoolSize: 32,
        monitorCommands: monitor !== undefined || isTracing(),
      });
      if (monitor !== undefined) connection.getClient().on("commandStarted", ({ command }) => monitor(command));
      if (isTracing()) traceCommands(connection.getClient());
      connection.getClient().on("serverHeartbeatSucceeded", storeLife.heard);
      const models = makeModels(connection);
      await ensureIndexes(models);
      await ensureRetention(models.events.collection, eventsKeptDays);
      return {
        models,
        client: connection.getClient(),
        check: async () => {
          await connection.db?.command({ ping: 1 });
        },
        close: () => connection.close(),
      };
    } catch (error) {
      await connection.close();
      if (Date.now() >= deadline)
        throw new Error("MongoDB cannot be reached: is MONGO_URL right, and does the server run?", { cause: error });
      log.warn({ err: error }, "MongoDB is away, trying again");
      await setTimeout(1_000);
    }
  }
}
