import { isTracing, type Logger, traceMongoCommands, untilAvailable } from "@plat/kit";
import { type Connection, createConnection, mongo } from "mongoose";
import { driverHeartbeatMs, storeLiveness } from "./store-timeout.ts";

export interface MongoOptions {
  url: string;
  database: string;
  /** Name of the service in the log of the MongoDB server. */
  appName: string;
  /** Milliseconds without data after which a socket that waits for a response is closed. */
  socketTimeoutMs: number;
  /** Maximum number of connections. */
  poolMax: number;
  /** Default read concern. Without it, reads return the data of the selected node. */
  readConcern?: "majority";
  log: Logger;
  /** Called with every command when it is sent. */
  monitor?: ((command: Record<string, unknown>) => void) | undefined;
}

/** Permanent errors: missing privileges, wrong credentials, conflicting index definitions, duplicate keys. */
const permanentCodes = new Set<unknown>([13, 18, 85, 86, 11_000]);
const isFinal = (error: unknown): boolean => error instanceof mongo.MongoServerError && permanentCodes.has(error.code);

/**
 * Prepares the database (for example its indexes), then connects to it. Acknowledged writes are durable on a majority
 * of the nodes. The connection survives an outage of the server; during the outage, calls through `withStoreTimeout`
 * fail as `unavailable`.
 *
 * An index build over many documents takes minutes without any data on its socket, so `prepare` gets a separate
 * connection without a socket timeout. The driver's heartbeats still detect an outage.
 * @throws Error if MongoDB cannot be reached within 30 s, or cannot be used; the message is one sentence
 */
export async function connectMongo(
  options: MongoOptions,
  prepare: (connection: Connection) => Promise<void>,
): Promise<Connection> {
  const retryOptions = { what: "MongoDB", log: options.log, isFinal };
  await untilAvailable(async () => {
    const connection = await open({ ...options, socketTimeoutMs: 0 });
    try {
      await prepare(connection);
    } finally {
      await connection.close();
    }
  }, retryOptions);
  const connection = await untilAvailable(() => open(options), retryOptions);
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
      // An unavailable server is detected within two seconds. `withStoreTimeout` handles one that hangs.
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
