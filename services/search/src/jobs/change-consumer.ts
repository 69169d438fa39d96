import { propertyChanged } from "@plat/contracts";
import {
  type CleanupStack,
  consumeBatches,
  createCounter,
  type JsMsg,
  type Logger,
  type Metrics,
  type NatsConnection,
} from "@plat/kit";
import type { SearchConfig } from "../config.ts";
import { type ChangeNotification, createIndexer, type IndexerOptions } from "../indexing/indexer.ts";
import type { ListingsClient } from "../listings/listings-client.ts";

const durable = "search-indexer";
const batchSize = 250;
/** Milliseconds after which JetStream redelivers messages of a crashed instance to another one. */
const ackWaitMs = 10_000;

export interface StartIndexingOptions extends Pick<IndexerOptions, "store" | "publishRefreshed"> {
  connection: NatsConnection;
  config: Pick<SearchConfig, "INDEX_ATTEMPTS" | "NATS_STREAM_REPLICAS">;
  listings: Pick<ListingsClient, "documents" | "reportIndexed">;
  metrics: Metrics;
  closers: CleanupStack;
  log: Logger;
}

/** Starts to consume change notifications from JetStream and to index the changed listings. */
export async function startIndexing(options: StartIndexingOptions): Promise<void> {
  const { connection, config, listings, store, publishRefreshed, metrics, closers, log } = options;
  const failures = createCounter(metrics, {
    name: "plat_index_failures_total",
    help: "Listings rejected by the index",
  });
  const indexer = createIndexer({
    documents: (ids) => listings.documents(ids),
    reportIndexed: (items) => listings.reportIndexed(items),
    publishRefreshed,
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
      batch: batchSize,
      ackWaitMs,
      log,
    },
    (messages) => indexer.handle(messages.map(toChangeNotification)),
  );
  closers.add("change consumer", () => consumption.stop());
}

function toChangeNotification(message: JsMsg): ChangeNotification {
  return {
    id: message.subject.split(".").at(-1) ?? "",
    isAwaited: message.headers?.get(propertyChanged.waitHeader) === "1",
    deliveries: message.info.deliveryCount,
    ack: () => message.ack(),
    nak: (delayMs) => message.nak(delayMs),
  };
}
