import { type BackingServices, startBackingServices } from "@plat/backing-services";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ColdResult, measureColdAggregations } from "./cold-aggregations.ts";
import { type Framework, type FrameworkName, type Environment, titles } from "./frameworks/framework.ts";
import { baselineIndex, type BaselineName, startBaseline } from "./frameworks/baselines.ts";
import { startPlat } from "./frameworks/plat.ts";
import { sendRequest, expectOk } from "./http.ts";
import { installBaselines } from "./install-baselines.ts";
import { startLoadProcess } from "./load/generator-process.ts";
import type { InsertJob } from "./load/insert-worker.ts";
import type { LoadJob } from "./load/job.ts";
import { machine } from "./machine.ts";
import { type LoadGenerators, measure, type Measurement } from "./measure.ts";
import type { Options } from "./options.ts";
import { coldWorkload, type Workload, workloads } from "./workloads.ts";
import type { ProcessRole } from "./processes.ts";
import type { Run } from "./report.ts";
import { median } from "./statistics.ts";

type Closer = () => Promise<void>;
const baselineNames: readonly FrameworkName[] = ["nest", "moleculer", "express", "bare"];
const coldNames: readonly FrameworkName[] = ["plat", "nest", "moleculer", "express", "elasticsearch"];

/** Runs the benchmark. Each part stops its frameworks; `closers` stop everything that was started. */
export async function run(
  options: Options,
  command: string,
  closers: Closer[],
  onProgress: (line: string) => void,
): Promise<Run> {
  if (options.frameworks.some((name) => baselineNames.includes(name))) await installBaselines(onProgress);
  const dataDir = await mkdtemp(join(tmpdir(), "plat-bench-"));
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const backingServices = await startBackingServices({ dataDir, onProgress });
  closers.push(() => backingServices.stop());
  const http = await startLoadProcess<LoadJob>(new URL("./load/http-worker.ts", import.meta.url));
  closers.push(() => http.stop());
  const insert = await startLoadProcess<InsertJob>(new URL("./load/insert-worker.ts", import.meta.url));
  closers.push(() => insert.stop());

  const measurements: Measurement[] = [];
  const coldResults: ColdResult[] = [];
  const chosen = workloads.filter(({ name }) => options.only.includes(name));
  const part = async (dataset: Workload["dataset"], listings: number): Promise<void> => {
    const workloadsOfPart = chosen.filter((workload) => workload.dataset === dataset);
    const withCold = dataset === "data" && options.only.includes(coldWorkload);
    const names = new Set(workloadsOfPart.flatMap(({ frameworks }) => frameworks));
    if (withCold) for (const name of coldNames) names.add(name);
    const selected = options.frameworks.filter((name) => names.has(name));
    if (selected.length === 0 || (workloadsOfPart.length === 0 && !withCold)) return;
    const suffix = dataset === "fixed" ? "fixed" : String(listings);
    const common: Environment = {
      backingServiceUrls: backingServices.urls,
      rateLimits: options.rateLimits,
      suffix,
      keys: options.keys,
      listings,
      onProgress,
    };
    const loadGenerators: LoadGenerators = {
      http: (job) => http.run(job),
      insert: (job) =>
        insert.run({ ...job, mongoUrl: backingServices.urls.MONGO_URL, database: `bench_driver_${suffix}` }),
    };
    const { started, missing } = await startAll(selected, common, dataset, options, onProgress);
    const stopStarted: Closer = async () => void (await Promise.allSettled(started.map((each) => each.stop())));
    closers.push(stopStarted);
    const participating = (names_: readonly FrameworkName[]): Framework[] =>
      started.filter(({ name }) => names_.includes(name));
    for (const workload of withCold ? workloadsOfPart.filter((each) => each.isWrite !== true) : workloadsOfPart)
      await measureWorkload(workload);
    if (withCold) {
      onProgress(`measuring ${coldWorkload}`);
      const result = await measureColdAggregations(
        participating(coldNames),
        backingServices.urls.ELASTICSEARCH_URL,
        listings,
        options.coldSamples,
      );
      addStartFailures(result.failures, missing, coldNames);
      coldResults.push(result);
      for (const workload of workloadsOfPart.filter((each) => each.isWrite === true)) await measureWorkload(workload);
    }
    closers.splice(closers.indexOf(stopStarted), 1);
    await stopStarted();

    /** Switches Elasticsearch's request cache on or off. */
    async function setRequestCache(enabled: boolean): Promise<void> {
      const body = { "index.requests.cache.enable": enabled };
      await expectOk(
        sendRequest(backingServices.urls.ELASTICSEARCH_URL, "/bench_*/_settings", { method: "PUT", body }),
      );
    }
    async function measureWorkload(workload: Workload): Promise<void> {
      onProgress(`measuring ${workload.name}`);
      if (workload.withoutElasticsearchCache === true) await setRequestCache(false);
      const result = await measure(
        workload,
        participating(workload.frameworks),
        backingServiceProcesses(backingServices),
        loadGenerators,
        {
          ...options,
          listings,
        },
      );
      if (workload.withoutElasticsearchCache === true) await setRequestCache(true);
      addStartFailures(result.failures, missing, workload.frameworks);
      measurements.push(result);
      onProgress(`  ${summary(result)}`);
    }
  };
  await part("fixed", 0);
  for (const listings of options.listings) await part("data", listings);
  return {
    date: new Date(),
    machine: machine(),
    options,
    baselines: baselineVersions(),
    command,
    measurements,
    coldResults,
  };
}

/** Starts frameworks one after another. One that does not start is reported and excluded. */
async function startAll(
  names: readonly FrameworkName[],
  common: Environment,
  dataset: Workload["dataset"],
  options: Options,
  onProgress: (line: string) => void,
): Promise<{ started: Framework[]; missing: Map<FrameworkName, string> }> {
  const started: Framework[] = [];
  const missing = new Map<FrameworkName, string>();
  const idle = { processes: [], keys: [], session: "", stop: () => Promise.resolve() };
  for (const name of names) {
    onProgress(`starting ${titles[name]}`);
    try {
      if (name === "plat")
        started.push(
          await startPlat(common, { fixed: dataset === "fixed", gateways: options.gateways, profile: options.profile }),
        );
      else if (name === "driver") started.push({ ...idle, name, urls: [], storedListings: [] });
      else if (name === "elasticsearch") {
        // Searches the index of a baseline, which must be running.
        const owner = started.find(
          (each) => each.name === "nest" || each.name === "express" || each.name === "moleculer",
        );
        if (owner === undefined)
          throw new Error("it searches the index of nest, moleculer or express, one of which must be included");
        const index = baselineIndex(owner.name as BaselineName, common.suffix);
        const url = `${common.backingServiceUrls.ELASTICSEARCH_URL}/${index}`;
        started.push({ ...idle, name, urls: [url], storedListings: owner.storedListings });
      } else started.push(await startBaseline(name, common, dataset === "data"));
    } catch (error) {
      missing.set(name, error instanceof Error ? error.message : String(error));
      onProgress(`  ${titles[name]} did not start: ${missing.get(name) ?? ""}`);
    }
  }
  return { started, missing };
}

function addStartFailures(
  failures: Map<FrameworkName, string>,
  missing: ReadonlyMap<FrameworkName, string>,
  names: readonly FrameworkName[],
): void {
  for (const [name, why] of missing) if (names.includes(name)) failures.set(name, why);
}

const backingServiceProcesses = (backingServices: BackingServices): ProcessRole[] =>
  [backingServices.mongo, backingServices.elasticsearch, backingServices.redis, backingServices.nats].flatMap(
    ({ name, pid }) => (pid === undefined ? [] : [{ role: name, pid }]),
  );

function summary({ rounds, failures }: Measurement): string {
  const rates = [...rounds].map(([name, each]) => `${name} ${median(each.map(({ rate }) => rate)).toFixed(0)}/s`);
  return [...rates, ...[...failures].map(([name, why]) => `${name} FAILED: ${why}`)].join(", ");
}

/** Versions of the baselines' packages, from their package.json. */
function baselineVersions(): string[] {
  const file = new URL("../baselines/package.json", import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as { dependencies: Record<string, string> };
  const shown = [
    "@nestjs/core",
    "@nestjs/microservices",
    "@nestjs/throttler",
    "moleculer",
    "moleculer-web",
    "express",
    "express-rate-limit",
    "mongoose",
    "@elastic/elasticsearch",
    "nats",
  ];
  return shown.map((name) => `${name} ${dependencies[name] ?? "unknown"}`);
}
