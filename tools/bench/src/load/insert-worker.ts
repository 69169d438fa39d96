import mongoose from "mongoose";
import { randomUUID } from "node:crypto";
import { makeListings } from "../listings.ts";
import { summarize } from "./generate-load.ts";
import type { LoadResult } from "./job.ts";
import { runJobs } from "./job-loop.ts";

export interface InsertJob {
  mongoUrl: string;
  database: string;
  /** Rows of one insertMany. */
  rows: number;
  /** Concurrent calls. */
  connections: number;
  seconds: number;
}

/** Measures the MongoDB driver alone: insertMany with the rows of a batch, without HTTP or validation. */
runJobs(async ({ mongoUrl, database, rows, connections, seconds }: InsertJob): Promise<LoadResult> => {
  const connection = await mongoose.createConnection(mongoUrl, { dbName: database }).asPromise();
  try {
    const collection = connection.collection<{ _id: string }>("inserted");
    const listings = [...makeListings(rows, 7)];
    await collection.insertOne({ _id: randomUUID() });
    const cpu = process.cpuUsage();
    const began = performance.now();
    const latencies: number[] = [];
    const one = async (): Promise<void> => {
      while (performance.now() - began < seconds * 1_000) {
        const since = performance.now();
        const documents = listings.map((listing) => ({ ...listing, _id: randomUUID() }));
        await collection.insertMany(documents, { ordered: false });
        latencies.push(performance.now() - since);
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
    return summarize(latencies, began, cpu);
  } finally {
    await connection.close();
  }
});
