import { type BackingServices, startBackingServices } from "@plat/backing-services";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cold, measureCold } from "./cold-aggregations.ts";
import { type Contestant, type ContestantName, type Ground, titles } from "./frameworks/framework.ts";
import { peerIndex, type PeerName, startPeer } from "./frameworks/baselines.ts";
import { startPlat } from "./frameworks/plat.ts";
import { ask, expectOk } from "./http.ts";
import { installPeers } from "./install-baselines.ts";
import { startGenerator } from "./load/generator-process.ts";
import type { InsertJob } from "./load/insert-worker.ts";
import type { LoadJob } from "./load/job.ts";
import { machine } from "./machine.ts";
import { type Drivers, measure, type Measured } from "./measure.ts";
import type { Options } from "./options.ts";
import { coldPath, type Path, paths } from "./workloads.ts";
import type { ProcessRole } from "./processes.ts";
import type { Run } from "./report.ts";
import { median } from "./statistics.ts";

type Closer = () => Promise<void>;
const peerNames: readonly ContestantName[] = ["nest", "moleculer", "express", "bare"];
const coldNames: readonly ContestantName[] = ["plat", "nest", "moleculer", "express", "engine"];

/** Everything the options ask for; what was started is stopped when it ends, and when `closers` are run. */
export async function run(
  options: Options,
  command: string,
  closers: Closer[],
  onProgress: (line: string) => void,
): Promise<Run> {
  if (options.contestants.some((name) => peerNames.includes(name))) await installPeers(onProgress);
  const dataDir = await mkdtemp(join(tmpdir(), "plat-bench-"));
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const backingServices = await startBackingServices({ dataDir, onProgress });
  closers.push(() => backingServices.stop());
  const http = await startGenerator<LoadJob>("./http-worker.ts");
  closers.push(() => http.stop());
  const insert = await startGenerator<InsertJob>("./insert-worker.ts");
  closers.push(() => insert.stop());

  const measured: Measured[] = [];
  const cold: Cold[] = [];
  const chosen = paths.filter(({ name }) => options.only.includes(name));
  const part = async (ground: Path["ground"], listings: number): Promise<void> => {
    const wanted = chosen.filter((path) => path.ground === ground);
    const withCold = ground === "data" && options.only.includes(coldPath);
    const names = new Set(wanted.flatMap(({ contestants }) => contestants));
    if (withCold) for (const name of coldNames) names.add(name);
    const entering = options.contestants.filter((name) => names.has(name));
    if (entering.length === 0 || (wanted.length === 0 && !withCold)) return;
    const suffix = ground === "fixed" ? "fixed" : String(listings);
    const common: Ground = {
      engineUrls: backingServices.urls,
      rateLimits: options.rateLimits,
      suffix,
      keys: options.keys,
      listings,
      onProgress,
    };
    const drivers: Drivers = {
      http: (job) => http.run(job),
      insert: (job) =>
        insert.run({ ...job, mongoUrl: backingServices.urls.MONGO_URL, database: `bench_driver_${suffix}` }),
    };
    const { started, missing } = await startAll(entering, common, ground, options, onProgress);
    const stopStarted: Closer = async () => void (await Promise.allSettled(started.map((each) => each.stop())));
    closers.push(stopStarted);
    const takingPart = (names_: readonly ContestantName[]): Contestant[] =>
      started.filter(({ name }) => names_.includes(name));
    for (const path of withCold ? wanted.filter((each) => each.isWrite !== true) : wanted) await onePath(path);
    if (withCold) {
      onProgress(`measuring ${coldPath}`);
      const result = await measureCold(
        takingPart(coldNames),
        backingServices.urls.ELASTICSEARCH_URL,
        listings,
        options.coldSamples,
      );
      addMissing(result.failures, missing, coldNames);
      cold.push(result);
      for (const path of wanted.filter((each) => each.isWrite === true)) await onePath(path);
    }
    closers.splice(closers.indexOf(stopStarted), 1);
    await stopStarted();

    /** Whether Elasticsearch keeps its answers until an index changes. */
    async function keepAnswers(kept: boolean): Promise<void> {
      const body = { "index.requests.cache.enable": kept };
      await expectOk(ask(backingServices.urls.ELASTICSEARCH_URL, "/bench_*/_settings", { method: "PUT", body }));
    }
    async function onePath(path: Path): Promise<void> {
      onProgress(`measuring ${path.name}`);
      if (path.withoutEngineCache === true) await keepAnswers(false);
      const result = await measure(path, takingPart(path.contestants), engineRoles(backingServices), drivers, {
        ...options,
        listings,
      });
      if (path.withoutEngineCache === true) await keepAnswers(true);
      addMissing(result.failures, missing, path.contestants);
      measured.push(result);
      onProgress(`  ${summary(result)}`);
    }
  };
  await part("fixed", 0);
  for (const listings of options.listings) await part("data", listings);
  return { date: new Date(), machine: machine(), options, peers: peerVersions(), command, measured, cold };
}

/** Starts them one after the other; one that does not start is reported, and the others run without it. */
async function startAll(
  names: readonly ContestantName[],
  common: Ground,
  ground: Path["ground"],
  options: Options,
  onProgress: (line: string) => void,
): Promise<{ started: Contestant[]; missing: Map<ContestantName, string> }> {
  const started: Contestant[] = [];
  const missing = new Map<ContestantName, string>();
  const idle = { processes: [], keys: [], session: "", stop: () => Promise.resolve() };
  for (const name of names) {
    onProgress(`starting ${titles[name]}`);
    try {
      if (name === "plat")
        started.push(
          await startPlat(common, { fixed: ground === "fixed", gateways: options.gateways, profile: options.profile }),
        );
      else if (name === "driver") started.push({ ...idle, name, urls: [], held: [] });
      else if (name === "engine") {
        // On the index of a peer, which must be there.
        const owner = started.find(
          (each) => each.name === "nest" || each.name === "express" || each.name === "moleculer",
        );
        if (owner === undefined)
          throw new Error("it needs nest, moleculer or express beside it, whose index it searches");
        const index = peerIndex(owner.name as PeerName, common.suffix);
        const url = `${common.engineUrls.ELASTICSEARCH_URL}/${index}`;
        started.push({ ...idle, name, urls: [url], held: owner.held });
      } else started.push(await startPeer(name, common, ground === "data"));
    } catch (error) {
      missing.set(name, error instanceof Error ? error.message : String(error));
      onProgress(`  ${titles[name]} is not there: ${missing.get(name) ?? ""}`);
    }
  }
  return { started, missing };
}

function addMissing(
  failures: Map<ContestantName, string>,
  missing: ReadonlyMap<ContestantName, string>,
  names: readonly ContestantName[],
): void {
  for (const [name, why] of missing) if (names.includes(name)) failures.set(name, why);
}

const engineRoles = (backingServices: BackingServices): ProcessRole[] =>
  [backingServices.mongo, backingServices.elasticsearch, backingServices.redis, backingServices.nats].flatMap(
    ({ name, pid }) => (pid === undefined ? [] : [{ role: name, pid }]),
  );

function summary({ rounds, failures }: Measured): string {
  const rates = [...rounds].map(([name, each]) => `${name} ${median(each.map(({ rate }) => rate)).toFixed(0)}/s`);
  return [...rates, ...[...failures].map(([name, why]) => `${name} FAILED: ${why}`)].join(", ");
}

/** Versions of what the peers are made of, from their package.json. */
function peerVersions(): string[] {
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
