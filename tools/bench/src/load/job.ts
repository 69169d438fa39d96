/** A request that a connection sends repeatedly. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoadJob {
  /** Base URLs, over which the connections are distributed. */
  urls: string[];
  connections: number;
  seconds: number;
  /** Requests per connection, sent round robin. If there are fewer lists than connections, lists are reused. */
  requests: LoadRequest[][];
  /** Requests per second over all connections. Without it, each connection sends as fast as responses arrive. */
  rate?: number;
  /** The status of a successful response. */
  status: number;
}

export interface LoadResult {
  responses: number;
  /** Number of responses with another status, by status. Their latencies are not counted. */
  rejected: Record<number, number>;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU seconds used by the load generator itself. */
  cpuSeconds: number;
}
