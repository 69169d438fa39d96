import { searchContract } from "@plat/contracts";
import {
  checkNats,
  type CleanupStack,
  connectNats,
  createMetrics,
  createObservableGauge,
  type Logger,
  natsOptions,
  withCleanupOnError,
  RpcClient,
  type RunningService,
  serve,
  startOps,
} from "@plat/kit";
import { hostname } from "node:os";
import { elasticsearchOptions, indexShape, type SearchConfig } from "./config.ts";
import { createElasticsearchClient } from "./elasticsearch/client.ts";
import { countListings } from "./elasticsearch/count-listings.ts";
import { createListingIndex } from "./elasticsearch/listing-index.ts";
import { readListingNames, readOwnNames } from "./elasticsearch/listing-names.ts";
import { createCountsCache } from "./handlers/aggregations.ts";
import { createHandlers } from "./handlers/index.ts";
import { ensureIndex, warnOncePerIndex } from "./indexing/ensure-index.ts";
import { createIndexStore } from "./indexing/index-store.ts";
import { createLease, createLeaseStore } from "./indexing/lease.ts";
import { subscribeCaches } from "./jobs/cache-invalidation.ts";
import { startIndexing } from "./jobs/change-consumer.ts";
import { trackIndexProgress } from "./jobs/index-progress.ts";
import { createNamesCache } from "./jobs/names-cache.ts";
import { createOrganizationNamesCache } from "./jobs/organization-names-cache.ts";
import { startPeriodicReconciliation } from "./jobs/periodic-reconciliation.ts";
import { createBrandingCache } from "./listings/branding-cache.ts";
import { createListingsClient } from "./listings/listings-client.ts";

export interface SearchService extends RunningService {
  opsPort: number;
}

/** Milliseconds between two reads of the index progress. */
const progressIntervalMs = 1_000;
/** Minimum milliseconds between two reads of the same names, unless a client waits for a change. */
const namesPauseMs = 1_000;

export interface SearchTimings {
  /** Milliseconds that a search waits for names that include an awaited change. */
  namesMaxWaitMs: number;
  /** Time to live of a cached branding in milliseconds, in case the notification of a change is lost. */
  brandingsTtlMs: number;
}
const defaultTimings: SearchTimings = { namesMaxWaitMs: 1_000, brandingsTtlMs: 5_000 };

/** Starts the search service. @throws Error with a sentence for the operator if it cannot start */
export const startSearch = (config: SearchConfig, log: Logger, timings = defaultTimings): Promise<SearchService> =>
  withCleanupOnError(log, (closers) => start({ config, log, timings, closers }));

interface StartOptions {
  config: SearchConfig;
  log: Logger;
  timings: SearchTimings;
  closers: CleanupStack;
}

async function start({ config, log, timings, closers }: StartOptions): Promise<SearchService> {
  const metrics = createMetrics("search");
  const elasticsearch = await createElasticsearchClient(elasticsearchOptions(config));
  closers.add("elasticsearch", () => elasticsearch.close());
  const alias = config.ELASTICSEARCH_INDEX;
  const store = createIndexStore(elasticsearch, alias, indexShape(config), warnOncePerIndex(log));
  await ensureIndex(store, log);

  const connection = await connectNats(natsOptions(config, "search", log));
  closers.add("nats", () => connection.close());
  const rpc = new RpcClient(connection, "_INBOX_search");
  closers.add("calls", () => rpc.close());
  const listingsClient = createListingsClient(rpc);

  const listings = createListingIndex(elasticsearch, alias);
  const names = createNamesCache(() => readListingNames(listings), {
    pauseMs: namesPauseMs,
    maxWaitMs: timings.namesMaxWaitMs,
    log,
  });
  closers.add("names", () => names.stop());
  names.revalidate();
  const organizationNames = createOrganizationNamesCache({
    readShared: () => names.current(),
    readOwn: (organizationId) => readOwnNames(listings, organizationId),
    pauseMs: namesPauseMs,
    maxWaitMs: timings.namesMaxWaitMs,
  });
  const counts = createCountsCache((scope) => countListings(listings, scope));
  const brandings = createBrandingCache((ids) => listingsClient.brandings(ids), { ttlMs: timings.brandingsTtlMs });
  const publishRefreshed = subscribeCaches(connection, {
    indexCaches: [counts, names, organizationNames],
    brandings,
    log,
  });

  await startIndexing({ connection, config, listings: listingsClient, store, publishRefreshed, metrics, closers, log });
  const intervalMs = config.RECONCILE_INTERVAL_MS;
  const reconciliation = startPeriodicReconciliation({
    listings: listingsClient,
    store,
    lease: createLease({
      store: createLeaseStore(elasticsearch, alias, "reconciling"),
      holder: `${hostname()} ${process.pid}`,
      periodMs: intervalMs,
    }),
    publishRefreshed,
    intervalMs,
    metrics,
    log,
  });
  closers.add("reconciliation", () => reconciliation.stop());

  const progress = trackIndexProgress(() => listingsClient.indexProgress(), { intervalMs: progressIntervalMs, log });
  closers.add("progress", () => progress.stop());
  createObservableGauge(
    metrics,
    { name: "plat_index_lag_seconds", help: "Age of the latest moment up to which searches include every change" },
    () => {
      const through = progress.indexedThrough();
      return through === 0 ? undefined : Math.max(0, (Date.now() - through) / 1_000);
    },
  );
  createObservableGauge(
    metrics,
    { name: "plat_elasticsearch_requests_in_flight", help: "Requests to Elasticsearch without a response" },
    () => elasticsearch.inFlight(),
  );
  const handlers = createHandlers({
    listings,
    counts,
    names: {
      shared: () => names.current(),
      ofOrganization: (organizationId, ownNames) => organizationNames.get(organizationId, ownNames),
    },
    loadBranding: (id) => brandings.get(id),
    getProperty: (id, caller, requestId) => listingsClient.getProperty(id, caller, requestId),
    indexedThrough: () => progress.indexedThrough(),
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
  // After the flush, NATS delivers requests to this instance.
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
