/** Number of requests made with one key, over its whole life. */
export interface UsageTotal {
  hash: string;
  count: number;
  /** Milliseconds since 1970. */
  lastUsedAt: number | null;
}

/** Requests made with one key on one day. */
export interface DayCounts {
  hash: string;
  /** UTC, `2026-05-01`. */
  date: string;
  /** Counts of one epoch only grow. A new epoch begins when Redis has lost its data. */
  epoch: string;
  /** Sum of all counts. */
  total: number;
  /** By `<endpoint> <status class>`. */
  counts: ReadonlyMap<string, number>;
}

export interface DayUsage {
  /** UTC, `2026-05-01`. */
  date: string;
  total: number;
  endpoints: { endpoint: string; statusClass: string; count: number }[];
}

export interface UsageReport {
  keyId: string;
  total: number;
  data: DayUsage[];
}

/** Groups the stored counts of a day by endpoint and status class, highest count first. */
export function toDayUsage(date: string, counts: ReadonlyMap<string, number>): DayUsage {
  const endpoints = [...counts].map(([name, count]) => {
    const split = name.lastIndexOf(" ");
    return { endpoint: name.slice(0, split), statusClass: name.slice(split + 1), count };
  });
  return {
    date,
    total: endpoints.reduce((sum, { count }) => sum + count, 0),
    endpoints: endpoints.toSorted(
      (a, b) => b.count - a.count || (a.endpoint + a.statusClass < b.endpoint + b.statusClass ? -1 : 1),
    ),
  };
}
