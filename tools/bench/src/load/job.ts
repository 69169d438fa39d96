/** One request that a connection sends again and again. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoadJob {
  /** Base addresses; connections are divided among them. */
  urls: string[];
  connections: number;
  seconds: number;
  /** By connection: what it sends, in turn. Fewer lists than connections are used round robin. */
  requests: LoadRequest[][];
  /** Requests a second over all connections; left out: as many as there come answers. */
  rate?: number;
  /** The status of an answer that counts. */
  status: number;
}

export interface LoadResult {
  answers: number;
  /** Answers with another status, by status; their latencies count for nothing. */
  refused: Record<number, number>;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU seconds that the generator itself used. */
  cpuSeconds: number;
}
