import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

export { Counter, Gauge, Histogram } from "prom-client";

/** Prometheus metrics of one service. */
export interface Metrics {
  registry: Registry;
  /** Records an answered request of the bus. */
  served(subject: string, status: number, seconds: number): void;
}

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "plat_bus_request_seconds",
    help: "Time to answer a request of the bus, by subject and status class",
    labelNames: ["subject", "status"],
    buckets: latencyBuckets,
    registers: [registry],
  });
  return {
    registry,
    served: (subject, status, seconds) =>
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

/** Seconds, with buckets from 1 ms to 10 s. */
export const createHistogram = <L extends string>(metrics: Metrics, options: InstrumentOptions<L>): Histogram<L> =>
  new Histogram({
    ...options,
    labelNames: options.labelNames ?? [],
    buckets: latencyBuckets,
    registers: [metrics.registry],
  });
