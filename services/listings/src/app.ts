import { type IndexRefreshed, listingsContract } from "@plat/contracts";
import {
  checkNats,
  type CleanupStack,
  connectNats,
  countConnections,
  createMetrics,
  type Logger,
  natsOptions,
  newId,
  withCleanupOnError,
  type RunningService,
  serve,
  startOps,
} from "@plat/kit";
import type { Config } from "./config.ts";
import type { Dependencies } from "./handlers/dependencies.ts";
import { listingsHandlers } from "./handlers/index.ts";
import { unassignDeletedAgents } from "./jobs/agent-removal.ts";
import { registerBacklogMetrics } from "./jobs/backlog-metrics.ts";
import { ChangeNotifier } from "./jobs/change-notifier.ts";
import { nameSynchronizer } from "./jobs/name-sync.ts";
import { OutboxRelay } from "./jobs/outbox-relay.ts";
import { Sweeper } from "./jobs/sweeper.ts";
import { KeyedNotifier } from "./messaging/keyed-notifier.ts";
import { openMessaging } from "./messaging/nats.ts";
import { RefreshListeners } from "./messaging/refresh-listeners.ts";
import { agentStore } from "./store/agent-store.ts";
import { connectStore } from "./store/connect.ts";
import { eventStore } from "./store/event-store.ts";
import { withBulkTimeout } from "./store/bulk-timeout.ts";
import { idempotencyStore } from "./store/idempotency-store.ts";
import { indexStore } from "./store/index-store.ts";
import { maintenanceStore } from "./store/maintenance-store.ts";
import { organizationStore } from "./store/organization-store.ts";
import { outboxStore } from "./store/outbox-store.ts";
import { propertyStore } from "./store/property-store.ts";
import { ListingWriter } from "./writing/listing-writer.ts";

export { type Config, listingsSettings } from "./config.ts";

export interface RunningListings extends RunningService {
  opsPort: number;
}

/** Starts the listings service. @throws Error if MongoDB or NATS cannot be reached */
export const startListings = (config: Config, log: Logger): Promise<RunningListings> =>
  withCleanupOnError(log, (closers) => start(config, log, closers));

async function start(config: Config, log: Logger, closers: CleanupStack): Promise<RunningListings> {
  const metrics = createMetrics("listings");
  // Started first: creating an index may take longer than an orchestrator waits for the first successful health check.
  const ops = await startOps({ host: config.OPS_HOST, port: config.OPS_PORT, metrics });
  closers.add("ops", () => ops.close());
  const connection = await connectNats(natsOptions(config, "listings", log));
  closers.add("nats", () => connection.close());
  const store = await connectStore({
    url: config.MONGO_URL,
    database: config.MONGO_DATABASE,
    eventsKeptDays: config.EVENTS_KEPT_DAYS,
    log,
  });
  closers.add("store", () => store.close());
  countConnections(metrics, store.client);

  const feedNotifier = new KeyedNotifier();
  const refreshListeners = new RefreshListeners();
  const listeners = {
    onFeedAppended: (organizationId: string) => feedNotifier.notify(organizationId),
    onIndexRefreshed: (items: IndexRefreshed["items"]) => refreshListeners.notify(items),
    log,
  };
  const messaging = await openMessaging(connection, listeners, config.NATS_STREAM_REPLICAS);
  closers.add("messaging", () => messaging.close());
  const notifier = new ChangeNotifier({
    publish: messaging.notifyPropertyChanged,
    log,
    now: () => performance.now(),
  });
  closers.add("change notifier", () => notifier.drained());
  const { models } = store;
  const relay = new OutboxRelay({
    store: outboxStore(models),
    log,
    onAppended: (organizationId) => {
      feedNotifier.notify(organizationId);
      messaging.notifyFeedAppended(organizationId);
    },
  });
  closers.add("outbox relay", () => relay.stop());

  const now = (): string => new Date().toISOString();
  const properties = propertyStore(models);
  const maintenance = maintenanceStore(models);
  registerBacklogMetrics(metrics, maintenance);
  const dependencies: Dependencies = {
    properties,
    agents: agentStore(models),
    organizations: organizationStore(models),
    events: eventStore(models),
    index: indexStore(models),
    oldestUnindexed: () => maintenance.oldestUnindexed(),
    idempotency: idempotencyStore(models),
    bulkIdempotency: idempotencyStore(models, withBulkTimeout),
    writer: new ListingWriter({ properties, relay, notifier, refreshListeners, now }),
    relay,
    feedNotifier,
    fetchSignUpName: messaging.fetchSignUpName,
    syncName: messaging.syncName,
    notifyBrandingChanged: messaging.notifyBrandingChanged,
    newId,
    now,
  };
  const sweeper = new Sweeper({
    store: maintenance,
    notifier,
    relay,
    unassignAgents: () => unassignDeletedAgents(dependencies, log),
    syncNames: nameSynchronizer(dependencies),
    intervalMs: config.SWEEP_INTERVAL_MS,
    purgeAfterMs: config.PURGE_AFTER_MS,
    log,
  });
  closers.add("sweeper", () => sweeper.stop());

  const server = serve(connection, listingsContract, listingsHandlers(dependencies, refreshListeners), {
    queue: "listings",
    log,
    metrics,
  });
  closers.add("rpc server", () => server.drain());
  // After the flush, the NATS server delivers requests to this process.
  await connection.flush();
  ops.started({ mongo: store.check, nats: () => checkNats(connection) });
  log.info({ opsPort: ops.port }, "ready");
  return {
    opsPort: ops.port,
    async stop() {
      ops.stopping();
      feedNotifier.stop();
      await closers.closeAll(log);
    },
  };
}
