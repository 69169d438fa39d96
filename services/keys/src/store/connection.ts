import { AppError } from "@plat/contracts";
import { isStoreAway, isTracing, lifeSigns, type Logger, NoAnswer, patiently, traceCommands, untilUp } from "@plat/kit";
import mongoose, { type Connection } from "mongoose";

export interface MongoOptions {
  url: string;
  database: string;
  /** Milliseconds after which a connection that owes an answer and says nothing counts as broken; 0: never. Default 10,000. */
  socketTimeoutMs?: number;
  log: Logger;
}

/**
 * Connects to MongoDB; acknowledged writes are on disk at a majority. Waits up to 30 s for a server that is away.
 * @throws Error in one sentence when there is none by then
 */
export async function connectMongo(options: MongoOptions): Promise<Connection> {
  const { url, database, socketTimeoutMs = 10_000, log } = options;
  const open = (): Promise<Connection> =>
    mongoose
      .createConnection(url, {
        dbName: database,
        autoIndex: false,
        autoCreate: false,
        bufferCommands: false,
        maxPoolSize: 20,
        // A store that is away is told within two seconds; for one that hangs, see `asked`.
        serverSelectionTimeoutMS: 1_500,
        heartbeatFrequencyMS: heartbeatMs,
        socketTimeoutMS: socketTimeoutMs,
        writeConcern: { w: "majority", journal: true },
        readConcern: { level: "majority" },
        monitorCommands: isTracing(),
      })
      .asPromise();
  const connection = await untilUp(open, { what: "MongoDB", log });
  if (isTracing()) traceCommands(connection.getClient());
  connection.getClient().on("serverHeartbeatSucceeded", storeLife.heard);
  return connection;
}

/** Below the deadline of a request, so that a store that is too slow is told as such. */
const usualMs = 4_000;
/** Heartbeats of the driver come from the store however busy it is: after this silence it counts as gone. */
const heartbeatMs = 500;
const storeLife = lifeSigns(1_200);

const duplicateKey = 11_000;
export const isDuplicate = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === duplicateKey;

/** Runs a call to the store; a store that is away, gone or too slow is `unavailable`, anything else stays as it is. */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await patiently(call, { timeoutMs: usualMs, life: storeLife });
  } catch (error) {
    if (error instanceof NoAnswer || isStoreAway(error))
      throw new AppError("unavailable", "The store is away.", { cause: error, retryAfter: 1 });
    throw error;
  }
}
