import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

export { Counter, Gauge, Histogram } from "prom-client";

/** Prometheus metrics of one service. */
export interface Metrics {
  registry: Registry;
  /** Records the duration of a request that this service has handled. `subject` is the NATS subject. */
  recordRequest(subject: string, status: number, seconds: number): void;
}

/** Seconds. */
const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the registry of a service, with the default metrics of Node.js. All metrics have the label `service`. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "plat_rpc_request_duration_seconds",
    help: "Duration of RPC requests in seconds, by subject and status class",
    labelNames: ["subject", "status"],
    buckets: latencyBuckets,
    registers: [registry],
  });
  return {
    registry,
    recordRequest: (subject, status, seconds) =>
      durations.observe({ subject, status: `${Math.floor(status / 100)}xx` }, seconds),
  };
}

export interface InstrumentOptions<L extends string> {
  name: string;
  help: string;
  labelNames?: readonly L[];
}

/** Creates a counter. */
export const createCounter = <L extends string>(metrics: Metrics, options: InstrumentOptions<L>): Counter<L> =>
  new Counter({ ...options, labelNames: options.labelNames ?? [], registers: [metrics.registry] });

/** Creates a gauge that the caller sets. */
export const createGauge = <L extends string>(metrics: Metrics, options: InstrumentOptions<L>): Gauge<L> =>
  new Gauge({ ...options, labelNames: options.labelNames ?? [], registers: [metrics.registry] });

/**
 * Creates a gauge whose value is read at each scrape.
 * @param read returns the value; if it returns undefined or rejects, the metric is omitted from the scrape
 */
export function createObservableGauge(
  metrics: Metrics,
  options: Omit<InstrumentOptions<never>, "labelNames">,
  read: () => Promise<number | undefined> | number | undefined,
): void {
  const gauge: Gauge = new Gauge({
    ...options,
    registers: [metrics.registry],
    async collect() {
      // Otherwise a failed read would expose the value of the previous scrape.
      gauge.remove();
      const value = await Promise.resolve()
        .then(read)
        .catch(() => undefined);
      if (value !== undefined) gauge.set(value);
    },
  });
}

/** The part of a MongoDB client that `countConnections` uses. */
interface PoolEvents {
  on(event: "connectionCheckedOut" | "connectionCheckedIn", listener: () => void): unknown;
}

/** Adds a gauge of a MongoDB client's connections in use. Must be called before the client sends its first command. */
export function countConnections(metrics: Metrics, client: PoolEvents): void {
  const inUse = createGauge(metrics, {
    name: "plat_mongo_connections_in_use",
    help: "MongoDB connections in use by a command",
  });
  client.on("connectionCheckedOut", () => inUse.inc());
  client.on("connectionCheckedIn", () => inUse.dec());
}

/** Creates a histogram of seconds, with buckets from 1 ms to 10 s. */
export const createHistogram = <L extends string>(metrics: Metrics, options: InstrumentOptions<L>): Histogram<L> =>
  new Histogram({
    ...options,
    labelNames: options.labelNames ?? [],
    buckets: latencyBuckets,
    registers: [metrics.registry],
  });
