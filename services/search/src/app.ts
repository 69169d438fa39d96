import { brandingChanged, propertyChanged, type IndexRefreshed, indexRefreshed, searchContract } from "@plat/contracts";
import {
  checkNats,
  type CleanupStack,
  connectNats,
  consumeBatches,
  createCounter,
  createMetrics,
  createReadGauge,
  type JsMsg,
  type Logger,
  natsOptions,
  opening,
  RpcClient,
  type RunningService,
  serve,
  startOps,
} from "@plat/kit";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { tally } from "./elasticsearch/count-listings.ts";
import { createBrandings } from "./listings/branding-cache.ts";
import type { SearchConfig } from "./config.ts";
import { connectEngine } from "./elasticsearch/client.ts";
import { createIndexer, type Doorbell } from "./indexing/indexer.ts";
import { createLease, leaseStore } from "./indexing/lease.ts";
import { cacheNames } from "./jobs/names-cache.ts";
import { listingsPeer } from "./listings/listings-client.ts";
import { progressClock } from "./jobs/index-progress.ts";
import { listingsOf } from "./elasticsearch/listing-index.ts";
import { startReconciling } from "./indexing/reconcile.ts";
import { cacheCounts, createService } from "./handlers/index.ts";
import { type IndexStore, indexStore } from "./indexing/index-store.ts";
import { readNames } from "./elasticsearch/listing-names.ts";

export interface SearchService extends RunningService {
  opsPort: number;
}

const durable = "search-indexer";
const batch = 250;
/** Changes that a dead process held come to another after this; milliseconds. */
const ackWaitMs = 10_000;
/** Milliseconds an engine may be away at the start. */
const patienceMs = 30_000;
/** Milliseconds between two looks at what the index lacks. */
const progressEveryMs = 1_000;
const namesPauseMs = 1_000;

/** Milliseconds. */
export interface SearchTimes {
  /** Longest that a search waits for names of a change that somebody waited for. */
  namesPatienceMs: number;
  /** How long a branding is kept; a change is told at once, this is for when the word of it is lost. */
  brandingsKeptMs: number;
}
const usualTimes: SearchTimes = { namesPatienceMs: 1_000, brandingsKeptMs: 5_000 };

/** Starts the search service. @throws Error in a sentence for the operator when it cannot */
export const startSearch = (config: SearchConfig, log: Logger, times = usualTimes): Promise<SearchService> =>
  opening(log, (closers) => start({ config, log, times, closers }));

interface Starting {
  config: SearchConfig;
  log: Logger;
  times: SearchTimes;
  closers: CleanupStack;
}

async function start({ config, log, times, closers }: Starting): Promise<SearchService> {
  const metrics = createMetrics("search");
  const failures = createCounter(metrics, {
    name: "plat_index_failures_total",
    help: "Listings that the index refused",
  });
  const engine = await connectEngine({
    url: config.ELASTICSEARCH_URL,
    user: config.ELASTICSEARCH_USER,
    password: config.ELASTICSEARCH_PASSWORD,
    apiKey: config.ELASTICSEARCH_API_KEY,
    caFile: config.ELASTICSEARCH_CA_FILE,
    timeoutMs: config.ELASTICSEARCH_TIMEOUT_MS,
  });
  closers.add("elasticsearch", () => engine.close());
  const alias = config.ELASTICSEARCH_INDEX;
  const shape = { shards: config.ELASTICSEARCH_SHARDS, replicas: config.ELASTICSEARCH_REPLICAS };
  const store = indexStore(engine, alias, shape, warnOfForeign(log));
  await ensureIndex(store, log);

  const connection = await connectNats(natsOptions(config, "search", log));
  closers.add("nats", () => connection.close());
  const rpc = new RpcClient(connection, "_INBOX_search");
  closers.add("calls", () => rpc.close());
  const peer = listingsPeer(rpc);

  const listings = listingsOf(engine, alias);
  const pace = { pauseMs: namesPauseMs, patienceMs: times.namesPatienceMs };
  const names = cacheNames(() => readNames(listings), { ...pace, log });
  closers.add("names", () => names.stop());
  names.changed();
  const counts = cacheCounts((scope) => tally(listings, scope));
  const brandings = createBrandings((ids) => peer.brandings(ids), { keptMs: times.brandingsKeptMs });

  const heard = ({ waitedFor }: Pick<IndexRefreshed, "waitedFor">): void => {
    if (waitedFor === true) {
      counts.expire();
      names.expire();
    } else {
      counts.changed();
      names.changed();
    }
  };
  connection.subscribe(indexRefreshed.subject, {
    callback: (error, message) => {
      if (error !== null) return;
      try {
        heard(message.json<IndexRefreshed>());
      } catch (cause) {
        // Thrown on, it would take the connection with it.
        log.warn({ err: cause }, "a report of the index cannot be read");
      }
    },
  });
  connection.subscribe(brandingChanged.subjects, {
    callback: (error, message) => {
      if (error === null) brandings.forget(message.subject.split(".").at(-1) ?? "");
    },
  });

  const announce = (items: IndexRefreshed["items"], waitedFor: boolean): void => {
    heard({ waitedFor });
    const limit = 500;
    for (let at = 0; at < items.length; at += limit)
      connection.publish(indexRefreshed.subject, JSON.stringify({ items: items.slice(at, at + limit), waitedFor }));
  };
  const indexer = createIndexer({
    documents: (ids) => peer.documents(ids),
    report: (items) => peer.report(items),
    announce,
    store,
    attempts: config.INDEX_ATTEMPTS,
    onFailure: () => failures.inc(),
    log,
  });
  closers.add("indexer", () => indexer.stop());
  const consumption = await consumeBatches(
    connection,
    {
      stream: propertyChanged.stream,
      durable,
      subjects: [propertyChanged.subjects],
      replicas: config.NATS_STREAM_REPLICAS,
      batch,
      ackWaitMs,
      log,
    },
    (messages) => indexer.handle(messages.map(toDoorbell)),
  );
  closers.add("doorbells", () => consumption.stop());
  const intervalMs = config.RECONCILE_INTERVAL_S * 1000;
  const reconciling = startReconciling({
    peer,
    store,
    lease: createLease({
      store: leaseStore(engine, alias, "reconciling"),
      holder: `${hostname()} ${process.pid}`,
      periodMs: intervalMs,
    }),
    announce,
    intervalMs,
    metrics,
    log,
  });
  closers.add("reconciling", () => reconciling.stop());

  const progress = progressClock(() => peer.unindexed(), { everyMs: progressEveryMs, log });
  closers.add("progress", () => progress.stop());
  createReadGauge(
    metrics,
    { name: "plat_index_lag_seconds", help: "Age of the latest moment up to which searches see every change" },
    () => {
      const through = progress.through();
      return through === 0 ? undefined : Math.max(0, (Date.now() - through) / 1_000);
    },
  );
  createReadGauge(
    metrics,
    { name: "plat_elasticsearch_requests_in_flight", help: "Requests to Elasticsearch without an answer" },
    () => engine.inFlight(),
  );
  const handlers = createService({
    listings,
    counts,
    names: () => names.current(),
    brandingOf: (id) => brandings.of(id),
    reference: (id, caller, requestId) => peer.reference(id, caller, requestId),
    indexedThrough: () => progress.through(),
    now: () => Date.now(),
  });
  const server = serve(connection, searchContract, handlers, { queue: "search", log, metrics });
  closers.add("requests", () => server.drain());
  const ops = await startOps({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    metrics,
    checks: { nats: () => checkNats(connection), elasticsearch: () => store.check() },
  });
  // From here on the bus hands requests over.
  await connection.flush();
  log.info({ opsPort: ops.port }, "ready");
  return {
    opsPort: ops.port,
    async stop() {
      ops.stopping();
      await closers.closeAll(log);
      await ops.close();
    },
  };
}

/** Says once of each index that it is left to another release. */
function warnOfForeign(log: Logger): (index: string) => void {
  const told = new Set<string>();
  return (index) => {
    if (told.has(index)) return;
    told.add(index);
    log.warn({ index }, "an index is being built for documents of another release, which alone writes to it");
  };
}

/** Waits for Elasticsearch a while. */
async function ensureIndex(store: IndexStore, log: Logger): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      const { outdated } = await store.ensure();
      if (outdated !== undefined)
        log.warn({ index: outdated }, "the index was made by another release; run: npm run reindex");
      return;
    } catch (error) {
      const passing = error instanceof Error && "code" in error && error.code === "unavailable";
      if (!passing) throw error;
      if (Date.now() > deadline)
        throw new Error(`Elasticsearch cannot be reached within ${patienceMs / 1000} s`, { cause: error });
      log.warn({ err: error }, "waiting for Elasticsearch");
      await wait(500);
    }
  }
}

function toDoorbell(message: JsMsg): Doorbell {
  return {
    id: message.subject.split(".").at(-1) ?? "",
    waits: message.headers?.get(propertyChanged.waitHeader) === "1",
    deliveries: message.info.deliveryCount,
    done: () => message.ack(),
    again: (delayMs) => message.nak(delayMs),
  };
}
