import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

export { Counter, Gauge, Histogram } from "prom-client";

/** Prometheus metrics of one service. */
export interface Metrics {
  registry: Registry;
  /** Records an answered request of the bus. */
  recordRequest(subject: string, status: number, seconds: number): void;
}

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "plat_rpc_request_duration_seconds",
    help: "Time to answer a request of the bus, by subject and status class",
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

export const createCounter = <L extends string>(metrics: Metrics, options: InstrumentOptions<L>): Counter<L> =>
  new Counter({ ...options, labelNames: options.labelNames ?? [], registers: [metrics.registry] });

export const createGauge = <L extends string>(metrics: Metrics, options: InstrumentOptions<L>): Gauge<L> =>
  new Gauge({ ...options, labelNames: options.labelNames ?? [], registers: [metrics.registry] });

/**
 * A gauge that is read when somebody looks.
 * @param read undefined, or a rejection: not known at the moment, and left out
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
      // What is left of the last look would be taken for news.
      gauge.remove();
      const value = await Promise.resolve()
        .then(read)
        .catch(() => undefined);
      if (value !== undefined) gauge.set(value);
    },
  });
}

/** What is used of a MongoDB client. */
interface PoolEvents {
  on(event: "connectionCheckedOut" | "connectionCheckedIn", listener: () => void): unknown;
}

/** Counts the connections of a MongoDB client that are in use; from when nothing is asked of it yet. */
export function countConnections(metrics: Metrics, client: PoolEvents): void {
  const used = createGauge(metrics, {
    name: "plat_mongo_connections_in_use",
    help: "Connections to MongoDB that a command is waiting on",
  });
  client.on("connectionCheckedOut", () => used.inc());
  client.on("connectionCheckedIn", () => used.dec());
}

/** Seconds, with buckets from 1 ms to 10 s. */
export const createHistogram = <L extends string>(metrics: Metrics, options: InstrumentOptions<L>): Histogram<L> =>
  new Histogram({
    ...options,
    labelNames: options.labelNames ?? [],
    buckets: latencyBuckets,
    registers: [metrics.registry],
  });
