/**
 * Measures the listings service on real backing services, and the MongoDB driver alone as a baseline in the same run:
 * `node services/listings/bench/bench.ts [listings]`
 */
import { newId } from "@plat/kit";
import mongoose from "mongoose";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { newProperty } from "../src/domain/property.ts";
import { propertyEvents } from "../src/domain/change-events.ts";
import { toPropertyDoc } from "../src/store/document-mapping.ts";
import { house, startSuite } from "../test/support.ts";

const count = Number(process.argv[2] ?? 10_000);
const batchSize = 1_000;
const organization = newId();
const suite = await startSuite();
// The service runs in a separate process, as in production.
await suite.listings.stop();
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const child = spawn(process.execPath, [main], {
  env: { ...process.env, ...suite.env, SWEEP_INTERVAL_MS: "1000", LOG_LEVEL: "info" },
  stdio: ["ignore", "pipe", "inherit"],
});
for await (const line of createInterface({ input: child.stdout })) if (line.includes('"msg":"ready"')) break;
child.stdout.resume();

const report = (label: string, value: string): void => console.log(`${label.padEnd(58)} ${value}`);
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
};
const residentMb = async (): Promise<number> => {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
};
const item = (at: number) =>
  house({
    externalId: `e${at}`,
    title: `House ${at}`,
    description: "A house with a garden near the river. ".repeat(8),
    price: 100_000 + (at % 1_000),
    currency: "USD",
    bedrooms: at % 6,
    area: 100,
    features: ["pool", "garden", "garage"],
    address: { street: "1 Main", city: `City ${at % 40}`, region: "CA", postalCode: "95800", country: "US" },
    location: { lat: 38, lon: -121 },
    media: [{ url: "https://example.org/a.jpg" }],
  });

try {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  report("resident memory, idle", `${(await residentMb()).toFixed(0)} MB`);

  const baseline = await mongoose.mongo.MongoClient.connect(suite.env["MONGO_URL"] ?? "");
  const collection = baseline.db(`${suite.env["MONGO_DATABASE"]}_baseline`).collection("properties");
  const now = new Date().toISOString();
  const docs = (from: number) =>
    Array.from({ length: batchSize }, (_, at) => {
      const context = { id: newId(), organizationId: organization, now, defaultCurrency: null };
      const property = newProperty(item(from + at), context);
      return toPropertyDoc({ property, ads: [] }, propertyEvents(null, property)) as never;
    });
  let [baselineSeconds, serviceSeconds] = [0, 0];
  for (let from = 0; from < count; from += batchSize) {
    const documents = docs(from);
    const options = { ordered: false, writeConcern: { w: "majority", journal: true } } as const;
    baselineSeconds += await seconds(() => collection.insertMany(documents, options));
    const items = Array.from({ length: batchSize }, (_, at) => item(from + at));
    serviceSeconds += await seconds(async () => {
      const { status } = await suite.request(organization, "batchProperties", { body: { mode: "upsert", items } });
      if (status !== 200) throw new Error(`batch failed with status ${status}`);
    });
  }
  report("baseline: insertMany of the same documents, no indexes", `${(count / baselineSeconds).toFixed(0)} /s`);
  report(
    "batch upsert over NATS",
    `${(count / serviceSeconds).toFixed(0)} /s (${((baselineSeconds / serviceSeconds) * 100).toFixed(0)} %)`,
  );
  const relayed = await seconds(async () => {
    for (let after = 0; after < count;) {
      const { body } = await suite.request(organization, "listEvents", { query: { after, limit: 100, wait: 20 } });
      after = body.page.nextAfter;
    }
  });
  report("change feed complete after the last batch", `${relayed.toFixed(2)} s`);
  const repeated = Array.from({ length: batchSize }, (_, at) => item(at));
  const unchanged = await seconds(() =>
    suite.request(organization, "batchProperties", { body: { mode: "upsert", items: repeated } }),
  );
  report("repeated batch without changes", `${(batchSize / unchanged).toFixed(0)} /s`);
  const changed = await seconds(() =>
    suite.request(organization, "batchProperties", {
      body: { mode: "upsert", items: repeated.map((input) => ({ ...input, price: 1 })) },
    }),
  );
  report("repeated batch with changed prices", `${(batchSize / changed).toFixed(0)} /s`);
  await baseline.db(`${suite.env["MONGO_DATABASE"]}_baseline`).dropDatabase();
  await baseline.close();

  const first = await suite.request(organization, "listProperties", { query: { limit: 100 } });
  const ids = first.body.data.map(({ id }) => id);
  for (const connections of [1, 48]) {
    let completed = 0;
    const until = performance.now() + 4_000;
    const latencies: number[] = [];
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < until) {
          const started = performance.now();
          await suite.request(organization, "getProperty", { params: { id: ids[completed++ % ids.length] } });
          latencies.push(performance.now() - started);
        }
      }),
    );
    latencies.sort((a, b) => a - b);
    const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0;
    report(
      `GET by id over NATS, ${connections} concurrent`,
      `${(completed / 4).toFixed(0)} /s, p99 ${p99.toFixed(1)} ms`,
    );
  }

  for (const sort of ["-createdAt", "price"]) {
    const times: number[] = [];
    let cursor: string | null = null;
    do {
      const query: object = { sort, limit: 10, ...(cursor === null ? {} : { cursor }) };
      const started = performance.now();
      const { body } = await suite.request(organization, "listProperties", { query });
      times.push(performance.now() - started);
      cursor = body.page.nextCursor;
    } while (cursor !== null && times.length < 1_000);
    const mean = (list: number[]): string => `${(list.reduce((a, b) => a + b, 0) / list.length).toFixed(1)} ms`;
    report(
      `pages of 10 by ${sort}: mean of the first ten, last ten of ${times.length}`,
      `${mean(times.slice(0, 10))}, ${mean(times.slice(-10))}`,
    );
  }
  report("resident memory after the run", `${(await residentMb()).toFixed(0)} MB`);
} finally {
  child.kill("SIGKILL");
  await suite.client.close();
  await suite.backingServices.stop();
}
