import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Check } from "./check.ts";
import { failedResponses, Client, percentile, sendAtRate, type LoadResult } from "./load.ts";
import type { Target, Tenant } from "./target.ts";

const headerSockets = 300;
const bodySockets = 100;
/** Milliseconds for which slow clients reconnect. */
const attackMs = 15_000;
const p99Max = 100;
const closedWithinMs = 12_000;
const requestsPerSecond = 60;

/** Checks that slow clients do not delay regular ones, and that each is disconnected. */
export async function runSlow(target: Target, onProgress: (line: string) => void): Promise<Check[]> {
  const tenant = await target.tenant("Slow");
  const ids = await target.fill(tenant, 100);
  onProgress("regular clients alone");
  const baseline = await normal(target, tenant, ids, (signal) =>
    setTimeout(5_000, undefined, { signal }).catch(() => undefined),
  );
  onProgress(`regular clients during ${headerSockets} slow headers and ${bodySockets} slow bodies`);
  const durations: number[] = [];
  const measureDuring = await normal(target, tenant, ids, async () => {
    const until = performance.now() + attackMs;
    const head = `GET /properties HTTP/1.1\r\nHost: a\r\n`;
    const body = `POST /properties/search HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tenant.key}\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n{`;
    const clients = [
      ...Array.from({ length: headerSockets }, () => ({ begin: head, drip: "X-A: b\r\n" })),
      ...Array.from({ length: bodySockets }, () => ({ begin: body, drip: " " })),
    ];
    await Promise.all(clients.map((client) => reconnectUntil(target, client, until, durations)));
  });
  const longest = Math.max(...durations);
  return [
    {
      what: "regular clients' p99 alone",
      expected: "for comparison",
      seen: shown(baseline),
      failures: failedResponses(baseline),
    },
    {
      what: `regular clients' p99 during ${headerSockets + bodySockets} slow clients`,
      expected: `below ${p99Max} ms, no 5xx`,
      seen: shown(measureDuring),
      failures: [
        ...(percentile(measureDuring.ms, 0.99) < p99Max
          ? []
          : [`p99 ${percentile(measureDuring.ms, 0.99).toFixed(0)} ms`]),
        ...failedResponses(measureDuring),
      ],
    },
    {
      what: "slow clients are disconnected",
      expected: `all within ${closedWithinMs / 1_000} s`,
      seen: `${durations.length} connections, the longest ${(longest / 1_000).toFixed(1)} s`,
      failures: [
        ...(longest < closedWithinMs ? [] : [`one connection stayed open for ${(longest / 1_000).toFixed(1)} s`]),
        ...(durations.length >= headerSockets + bodySockets ? [] : ["not all slow clients could connect"]),
      ],
    },
  ];
}

const shown = ({ ms }: LoadResult): string =>
  `p50 ${percentile(ms, 0.5).toFixed(1)} ms, p99 ${percentile(ms, 0.99).toFixed(1)} ms of ${ms.length}`;

async function normal(
  target: Target,
  { key }: Tenant,
  ids: readonly string[],
  meanwhile: (signal: AbortSignal) => Promise<unknown>,
): Promise<LoadResult> {
  const client = new Client(target.url, 16);
  const loadRequests = ids.map((id) => ({ path: `/properties/${id}`, key }));
  const ended = new AbortController();
  // Warms up connections and caches.
  for (const loadRequest of loadRequests.slice(0, 20)) await client.send(loadRequest);
  const measured = new Client(target.url, 16);
  try {
    await Promise.all([
      meanwhile(ended.signal).finally(() => ended.abort()),
      sendAtRate(measured, loadRequests, requestsPerSecond, ended.signal),
    ]);
    return measured.result();
  } finally {
    client.close();
    measured.close();
  }
}

interface SlowClient {
  begin: string;
  /** Sent once per second. */
  drip: string;
}

/** One slow client, which reconnects until the end and records how long each connection stayed open. */
async function reconnectUntil(
  { host, port }: Target,
  client: SlowClient,
  until: number,
  durations: number[],
): Promise<void> {
  while (performance.now() < until) {
    const began = performance.now();
    await keepOpen(connect({ host, port }), client);
    durations.push(performance.now() - began);
  }
}

function keepOpen(socket: Socket, { begin, drip }: SlowClient): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => socket.write(drip), 1_000);
    socket.once("connect", () => socket.write(begin));
    socket.on("error", () => socket.destroy());
    socket.resume();
    // A connection that stays open must not block this check.
    const deadline = global.setTimeout(() => socket.destroy(), 2 * closedWithinMs);
    socket.once("close", () => {
      clearInterval(timer);
      clearTimeout(deadline);
      resolve();
    });
  });
}
