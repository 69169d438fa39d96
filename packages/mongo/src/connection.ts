import { isTracing, type Logger, traceMongoCommands, untilAvailable } from "@plat/kit";
import { type Connection, createConnection, mongo } from "mongoose";
import { driverHeartbeatMs, storeLiveness } from "./store-timeout.ts";

export interface MongoOptions {
  url: string;
  database: string;
  /** The service, as the server's own log names it. */
  appName: string;
  /** Milliseconds after which a connection that owes an answer and says nothing counts as broken. */
  socketTimeoutMs: number;
  /** Most connections. */
  poolMax: number;
  /** Of reads that do not say it themselves. Default: of the node that is asked. */
  readConcern?: "majority";
  log: Logger;
  /** Sees every command before it is sent. */
  monitor?: ((command: Record<string, unknown>) => void) | undefined;
}

/** Codes of what waiting does not mend: a wrong password, too few rights, data that an index does not allow. */
const hopeless = new Set<unknown>([13, 18, 85, 86, 11_000]);
const isFinal = (error: unknown): boolean => error instanceof mongo.MongoServerError && hopeless.has(error.code);

/**
 * Prepares the store, then connects to it. Acknowledged writes are on the disks of a majority. Once up, the connection
 * survives the store's absence: calls by way of `guarded` fail as `unavailable`.
 *
 * An index over many documents takes minutes, in which its connection says nothing: preparing has a connection of its
 * own, without a limit. A store that goes away meanwhile is noticed all the same, by the driver's heartbeats.
 * @throws Error in one sentence when the store cannot be reached within 30 s, or cannot be used
 */
export async function connectMongo(
  options: MongoOptions,
  prepare: (connection: Connection) => Promise<void>,
): Promise<Connection> {
  const patience = { what: "MongoDB", log: options.log, isFinal };
  await untilAvailable(async () => {
    const connection = await open({ ...options, socketTimeoutMs: 0 });
    try {
      await prepare(connection);
    } finally {
      await connection.close();
    }
  }, patience);
  const connection = await untilAvailable(() => open(options), patience);
  const client = connection.getClient();
  const { monitor } = options;
  if (monitor !== undefined) client.on("commandStarted", ({ command }) => monitor(command));
  if (isTracing()) traceMongoCommands(client);
  client.on("serverHeartbeatSucceeded", storeLiveness.recordHeartbeat);
  return connection;
}

async function open(options: MongoOptions): Promise<Connection> {
  const { url, database, appName, socketTimeoutMs, poolMax, readConcern, monitor } = options;
  const connection = createConnection();
  try {
    return await connection.openUri(url, {
      dbName: database,
      appName,
      autoIndex: false,
      autoCreate: false,
      bufferCommands: false,
      writeConcern: { w: "majority", journal: true },
      ...(readConcern === undefined ? {} : { readConcern: { level: readConcern } }),
      retryWrites: true,
      // A store that is away is told within two seconds; for one that hangs, see `guarded`.
      serverSelectionTimeoutMS: 1_500,
      connectTimeoutMS: 2_000,
      heartbeatFrequencyMS: driverHeartbeatMs,
      waitQueueTimeoutMS: 5_000,
      socketTimeoutMS: socketTimeoutMs,
      maxPoolSize: poolMax,
      monitorCommands: monitor !== undefined || isTracing(),
    });
  } catch (error) {
    await connection.close();
    throw error;
  }
}
