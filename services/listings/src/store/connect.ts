import { isTracing, type Logger, traceCommands, untilUp } from "@plat/kit";
import { type Connection, createConnection, mongo } from "mongoose";
import { heartbeatMs, storeLife } from "./errors.ts";
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

/** Codes of what waiting does not mend: a wrong password, too few rights, data that an index does not allow. */
const hopeless = new Set<unknown>([13, 18, 85, 86, 11_000]);
const isFinal = (error: unknown): boolean => error instanceof mongo.MongoServerError && hopeless.has(error.code);

/**
 * Makes the indexes that are missing, then connects. Once up, it survives the store's absence: queries fail as
 * `unavailable`.
 * @throws Error in one sentence when the store cannot be reached within 30 s, or cannot be used
 */
export async function connectStore(options: StoreOptions): Promise<Store> {
  const { log, monitor, socketTimeoutMs = 30_000 } = options;
  await untilUp(() => prepare(options), { what: "MongoDB", log, isFinal });
  const connection = await untilUp(() => open(options, socketTimeoutMs), { what: "MongoDB", log, isFinal });
  const client = connection.getClient();
  if (monitor !== undefined) client.on("commandStarted", ({ command }) => monitor(command));
  if (isTracing()) traceCommands(client);
  client.on("serverHeartbeatSucceeded", storeLife.heard);
  return {
    models: makeModels(connection),
    client,
    check: async () => {
      await connection.db?.command({ ping: 1 });
    },
    close: () => connection.close(),
  };
}

/**
 * An index over many documents takes minutes, in which its connection says nothing: it has one of its own, without a
 * limit. A store that goes away meanwhile is noticed all the same, by the driver's heartbeats.
 */
async function prepare(options: StoreOptions): Promise<void> {
  const connection = await open(options, 0);
  try {
    const models = makeModels(connection);
    await ensureIndexes(models, options.log);
    await ensureRetention(models.events.collection, options.eventsKeptDays ?? 0);
  } finally {
    await connection.close();
  }
}

async function open({ url, database, monitor }: StoreOptions, socketTimeoutMS: number): Promise<Connection> {
  const connection = createConnection();
  try {
    return await connection.openUri(url, {
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
      socketTimeoutMS,
      maxPoolSize: 32,
      monitorCommands: monitor !== undefined || isTracing(),
    });
  } catch (error) {
    await connection.close();
    throw error;
  }
}
