import { type IndexRefreshed, listingsContract } from "@plat/contracts";
import {
  checkNats,
  type CleanupStack,
  connectNats,
  countConnections,
  createMetrics,
  createReadGauge,
  type Logger,
  natsOptions,
  newId,
  opening,
  type RunningService,
  serve,
  startOps,
} from "@plat/kit";
import { releaseDeletedAgents } from "./handlers/agent-handlers.ts";
import { openBus } from "./messaging/nats.ts";
import type { Config } from "./config.ts";
import type { Context } from "./handlers/context.ts";
import { Doorbell } from "./jobs/change-notifier.ts";
import { nameTeller } from "./handlers/organization-handlers.ts";
import { Relay } from "./jobs/outbox-relay.ts";
import { listingsHandlers } from "./handlers/index.ts";
import { Signal } from "./messaging/keyed-notifier.ts";
import { agentStore } from "./store/agent-store.ts";
import { connectStore } from "./store/connect.ts";
import { eventStore, relayStore } from "./store/event-store.ts";
import { idempotencyStore } from "./store/idempotency-store.ts";
import { organizationStore } from "./store/organization-store.ts";
import { propertyStore } from "./store/property-store.ts";
import { indexStore, upkeepStore } from "./store/maintenance-store.ts";
import { Sweeper } from "./jobs/sweeper.ts";
import { IndexWaiters } from "./messaging/refresh-listeners.ts";
import { ListingWriter } from "./writing/listing-writer.ts";

export { type Config, listingsSettings } from "./config.ts";

export interface RunningListings extends RunningService {
  opsPort: number;
}

/** Starts the listings service. @throws Error when the store or the bus cannot be reached */
export const startListings = (config: Config, log: Logger): Promise<RunningListings> =>
  opening(log, (closers) => start(config, log, closers));

async function start(config: Config, log: Logger, closers: CleanupStack): Promise<RunningListings> {
  const metrics = createMetrics("listings");
  // First: making an index may take longer than whoever watches over the process waits for a sign of it.
  const ops = await startOps({ host: config.OPS_HOST, port: config.OPS_PORT, metrics });
  closers.add("ops", () => ops.close());
  const connection = await connectNats(natsOptions(config, "listings", log));
  closers.add("bus", () => connection.close());
  const store = await connectStore({
    url: config.MONGO_URL,
    database: config.MONGO_DATABASE,
    eventsKeptDays: config.EVENTS_KEPT_DAYS,
    log,
  });
  closers.add("store", () => store.close());
  countConnections(metrics, store.client);

  const feedSignal = new Signal();
  const waiters = new IndexWaiters();
  const listeners = {
    appended: (organizationId: string) => feedSignal.wake(organizationId),
    indexRefreshed: (items: IndexRefreshed["items"]) => waiters.seen(items),
    log,
  };
  const bus = await openBus(connection, listeners, config.NATS_STREAM_REPLICAS);
  closers.add("calls", () => bus.close());
  const { models } = store;
  const now = (): string => new Date().toISOString();
  const doorbell = new Doorbell({ publish: bus.ring, log, now: () => performance.now() });
  closers.add("doorbell", () => doorbell.settled());
  const relay = new Relay({
    store: relayStore(models),
    log,
    appended: (organizationId) => {
      feedSignal.wake(organizationId);
      bus.appended(organizationId);
    },
  });
  closers.add("relay", () => relay.stop());

  const properties = propertyStore(models);
  const upkeep = upkeepStore(models);
  const context: Context = {
    properties,
    agents: agentStore(models),
    organizations: organizationStore(models),
    events: eventStore(models),
    index: indexStore(models),
    oldestUnindexed: () => upkeep.oldestUnindexed(),
    idempotency: idempotencyStore(models),
    writer: new ListingWriter({ properties, relay, doorbell, waiters, now }),
    relay,
    feedSignal,
    signUpName: bus.signUpName,
    tellName: bus.tellName,
    brandingChanged: bus.brandingChanged,
    newId,
    now,
  };
  const ageOf = async (oldest: () => Promise<Date | undefined>): Promise<number> => {
    const since = await oldest();
    return since === undefined ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1_000);
  };
  createReadGauge(
    metrics,
    { name: "plat_outbox_oldest_seconds", help: "Age of the oldest event that has no place in the feed yet" },
    () => ageOf(() => upkeep.oldestPending()),
  );
  createReadGauge(
    metrics,
    { name: "plat_unindexed_oldest_seconds", help: "Age of the oldest change that the index has not reported" },
    () => ageOf(() => upkeep.oldestUnindexed()),
  );
  const sweeper = new Sweeper({
    store: upkeep,
    doorbell,
    relay,
    releaseAgents: () => releaseDeletedAgents(context, log),
    tellNames: nameTeller(context),
    intervalMs: config.SWEEP_INTERVAL_MS,
    purgeAfterMs: config.PURGE_AFTER_SECONDS * 1_000,
    log,
  });
  closers.add("sweeper", () => sweeper.stop());

  const server = serve(connection, listingsContract, listingsHandlers(context, waiters), {
    queue: "listings",
    log,
    metrics,
  });
  closers.add("requests", () => server.drain());
  // From here on the bus hands requests over.
  await connection.flush();
  ops.started({ mongo: store.check, nats: () => checkNats(connection) });
  log.info({ opsPort: ops.port }, "ready");
  return {
    opsPort: ops.port,
    async stop() {
      ops.stopping();
      feedSignal.stop();
      await closers.closeAll(log);
    },
  };
}
