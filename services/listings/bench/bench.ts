/**
 * Measures the listings service on real engines, beside the bare driver in the same run:
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
// The service runs as a process of its own, as it does for users.
await suite.listings.stop();
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const child = spawn(process.execPath, [main], {
  env: { ...process.env, ...suite.env, SWEEP_INTERVAL_MS: "1000", LOG_LEVEL: "info" },
  stdio: ["ignore", "pipe", "inherit"],
});
for await (const line of createInterface({ input: child.stdout })) if (line.includes('"msg":"ready"')) break;
child.stdout.resume();

const say = (what: string, value: string): void => console.log(`${what.padEnd(58)} ${value}`);
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
  say("idle, resident", `${(await residentMb()).toFixed(0)} MB`);

  const bare = await mongoose.mongo.MongoClient.connect(suite.env["MONGO_URL"] ?? "");
  const collection = bare.db(`${suite.env["MONGO_DATABASE"]}_bare`).collection("properties");
  const now = new Date().toISOString();
  const docs = (from: number) =>
    Array.from({ length: batchSize }, (_, at) => {
      const facts = { id: newId(), organizationId: organization, now, defaultCurrency: null };
      const property = newProperty(item(from + at), facts);
      return toPropertyDoc({ property, ads: [] }, propertyEvents(null, property)) as never;
    });
  let [bareSeconds, ownSeconds] = [0, 0];
  for (let from = 0; from < count; from += batchSize) {
    const made = docs(from);
    const options = { ordered: false, writeConcern: { w: "majority", journal: true } } as const;
    bareSeconds += await seconds(() => collection.insertMany(made, options));
    const items = Array.from({ length: batchSize }, (_, at) => item(from + at));
    ownSeconds += await seconds(async () => {
      const { status } = await suite.request(organization, "batchProperties", { body: { mode: "upsert", items } });
      if (status !== 200) throw new Error(`a batch was answered ${status}`);
    });
  }
  say("bare insertMany of the same documents, no indexes", `${(count / bareSeconds).toFixed(0)} /s`);
  say(
    "batch upsert over the bus",
    `${(count / ownSeconds).toFixed(0)} /s (${((bareSeconds / ownSeconds) * 100).toFixed(0)} %)`,
  );
  const relayed = await seconds(async () => {
    for (let after = 0; after < count;) {
      const { body } = await suite.request(organization, "listEvents", { query: { after, limit: 100, wait: 20 } });
      after = body.page.nextAfter;
    }
  });
  say("feed complete after the last batch", `${relayed.toFixed(2)} s`);
  const again = Array.from({ length: batchSize }, (_, at) => item(at));
  const unchanged = await seconds(() =>
    suite.request(organization, "batchProperties", { body: { mode: "upsert", items: again } }),
  );
  say("the same batch again, nothing changed", `${(batchSize / unchanged).toFixed(0)} /s`);
  const changed = await seconds(() =>
    suite.request(organization, "batchProperties", {
      body: { mode: "upsert", items: again.map((one) => ({ ...one, price: 1 })) },
    }),
  );
  say("the same batch again, each price another", `${(batchSize / changed).toFixed(0)} /s`);
  await bare.db(`${suite.env["MONGO_DATABASE"]}_bare`).dropDatabase();
  await bare.close();

  const first = await suite.request(organization, "listProperties", { query: { limit: 100 } });
  const ids = first.body.data.map(({ id }) => id);
  for (const connections of [1, 48]) {
    let answered = 0;
    const until = performance.now() + 4_000;
    const latencies: number[] = [];
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < until) {
          const started = performance.now();
          await suite.request(organization, "getProperty", { params: { id: ids[answered++ % ids.length] } });
          latencies.push(performance.now() - started);
        }
      }),
    );
    latencies.sort((a, b) => a - b);
    const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0;
    say(`GET by id over the bus, ${connections} at once`, `${(answered / 4).toFixed(0)} /s, p99 ${p99.toFixed(1)} ms`);
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
    say(
      `pages of 10 by ${sort}: first ten, last ten of ${times.length}`,
      `${mean(times.slice(0, 10))}, ${mean(times.slice(-10))}`,
    );
  }
  say("after all that, resident", `${(await residentMb()).toFixed(0)} MB`);
} finally {
  child.kill("SIGKILL");
  await suite.client.close();
  await suite.backingServices.stop();
}
