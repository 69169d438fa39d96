import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Check } from "./check.ts";
import { broken, Client, percentile, steadily, type Taken } from "./load.ts";
import type { Target, Tenant } from "./target.ts";

const headerSockets = 300;
const bodySockets = 100;
/** How long slow clients keep coming. */
const attackMs = 15_000;
const p99Max = 100;
const closedWithinMs = 12_000;
const perSecond = 60;

/** Slow clients beside normal ones: nobody waits for them, and each is sent away. */
export async function runSlow(target: Target, onProgress: (line: string) => void): Promise<Check[]> {
  const tenant = await target.tenant("Slow");
  const ids = await target.fill(tenant, 100);
  onProgress("normal clients alone");
  const alone = await normal(target, tenant, ids, (signal) =>
    setTimeout(5_000, undefined, { signal }).catch(() => undefined),
  );
  onProgress(`normal clients beside ${headerSockets} slow headers and ${bodySockets} slow bodies`);
  const lives: number[] = [];
  const beside = await normal(target, tenant, ids, async () => {
    const until = performance.now() + attackMs;
    const head = `GET /properties HTTP/1.1\r\nHost: a\r\n`;
    const body = `POST /properties/search HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tenant.key}\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n{`;
    const clients = [
      ...Array.from({ length: headerSockets }, () => ({ begin: head, drip: "X-A: b\r\n" })),
      ...Array.from({ length: bodySockets }, () => ({ begin: body, drip: " " })),
    ];
    await Promise.all(clients.map((client) => keepComing(target, client, until, lives)));
  });
  const longest = Math.max(...lives);
  return [
    {
      what: "normal p99 alone",
      wanted: "for comparison",
      seen: shown(alone),
      failures: broken(alone),
    },
    {
      what: `normal p99 beside ${headerSockets + bodySockets} slow clients`,
      wanted: `below ${p99Max} ms, no 5xx`,
      seen: shown(beside),
      failures: [
        ...(percentile(beside.ms, 0.99) < p99Max ? [] : [`p99 ${percentile(beside.ms, 0.99).toFixed(0)} ms`]),
        ...broken(beside),
      ],
    },
    {
      what: "slow clients are sent away",
      wanted: `all within ${closedWithinMs / 1_000} s`,
      seen: `${lives.length} connections, the longest ${(longest / 1_000).toFixed(1)} s`,
      failures: [
        ...(longest < closedWithinMs ? [] : [`one was kept for ${(longest / 1_000).toFixed(1)} s`]),
        ...(lives.length >= headerSockets + bodySockets ? [] : ["not all of them could connect"]),
      ],
    },
  ];
}

const shown = ({ ms }: Taken): string =>
  `p50 ${percentile(ms, 0.5).toFixed(1)} ms, p99 ${percentile(ms, 0.99).toFixed(1)} ms of ${ms.length}`;

async function normal(
  target: Target,
  { key }: Tenant,
  ids: readonly string[],
  meanwhile: (signal: AbortSignal) => Promise<unknown>,
): Promise<Taken> {
  const client = new Client(target.url, 16);
  const asks = ids.map((id) => ({ path: `/properties/${id}`, key }));
  const ended = new AbortController();
  // Connections and caches of a client that has been there for a while.
  for (const ask of asks.slice(0, 20)) await client.send(ask);
  const measured = new Client(target.url, 16);
  try {
    await Promise.all([
      meanwhile(ended.signal).finally(() => ended.abort()),
      steadily(measured, asks, perSecond, ended.signal),
    ]);
    return measured.taken();
  } finally {
    client.close();
    measured.close();
  }
}

interface SlowClient {
  begin: string;
  /** Sent each second. */
  drip: string;
}

/** One slow client: sent away, it comes again until the end; notes how long each connection was kept. */
async function keepComing({ host, port }: Target, client: SlowClient, until: number, lives: number[]): Promise<void> {
  while (performance.now() < until) {
    const began = performance.now();
    await slowly(connect({ host, port }), client);
    lives.push(performance.now() - began);
  }
}

function slowly(socket: Socket, { begin, drip }: SlowClient): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => socket.write(drip), 1_000);
    socket.once("connect", () => socket.write(begin));
    socket.on("error", () => socket.destroy());
    socket.resume();
    // A connection that is kept for ever must not keep this from ending.
    const deadline = global.setTimeout(() => socket.destroy(), 2 * closedWithinMs);
    socket.once("close", () => {
      clearInterval(timer);
      clearTimeout(deadline);
      resolve();
    });
  });
}
