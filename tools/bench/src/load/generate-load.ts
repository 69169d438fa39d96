import { connect, type Socket } from "node:net";
import type { LoadJob, LoadRequest, LoadResult } from "./job.ts";
import { responseReader } from "./response-reader.ts";

const quietMs = 30_000;

/** The bytes of a request. */
export function encodeRequest({ method, path, headers, body }: LoadRequest, host: string): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const payload = body === undefined ? undefined : Buffer.from(body);
  if (payload !== undefined) lines.push("content-type: application/json", `content-length: ${payload.length}`);
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return payload === undefined ? head : Buffer.concat([head, payload]);
}

/** Milliseconds, and a way to wait some of them. */
export interface Clock {
  now(): number;
  after(ms: number, run: () => void): void;
}
const realClock: Clock = { now: () => performance.now(), after: (ms, run) => void setTimeout(run, ms) };

interface Shared {
  job: LoadJob;
  clock: Clock;
  began: number;
  ends: number;
  latencies: number[];
  refused: Record<number, number>;
}

/**
 * Sends requests over keep-alive connections, one at a time on each, and waits for the last answers. With a rate each
 * request has a time at which it is due, and its latency counts from then when a slow answer held it up.
 * @throws Error when a connection fails or an answer does not come
 */
export async function fire(job: LoadJob, clock = realClock): Promise<LoadResult> {
  const cpu = process.cpuUsage();
  const began = clock.now();
  const shared: Shared = { job, clock, began, ends: began + job.seconds * 1_000, latencies: [], refused: {} };
  await Promise.all(Array.from({ length: job.connections }, (_, index) => connection(index, shared)));
  return { ...summarize(shared.latencies, began, cpu, clock.now()), refused: shared.refused };
}

/** Latencies (milliseconds) of everything since `began`, with the CPU that this process used since then. */
export function summarize(
  latencies: readonly number[],
  began: number,
  cpu: NodeJS.CpuUsage,
  now = performance.now(),
): LoadResult {
  const used = process.cpuUsage(cpu);
  const sorted = Float64Array.from(latencies).toSorted();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    answers: sorted.length,
    refused: {},
    seconds: (now - began) / 1_000,
    p50: at(0.5),
    p99: at(0.99),
    cpuSeconds: (used.user + used.system) / 1e6,
  };
}

function connection(index: number, { job, clock, began, ends, latencies, refused }: Shared): Promise<void> {
  const { hostname, port, host } = new URL(job.urls[index % job.urls.length] ?? "");
  const requests = (job.requests[index % job.requests.length] ?? []).map((request) => encodeRequest(request, host));
  const reader = responseReader();
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let sent = 0;
    let since = 0;
    const fail = (error: Error): void => {
      socket.destroy();
      reject(new Error(`${host}: ${error.message}`, { cause: error }));
    };
    const send = (countsFrom: number): void => {
      since = countsFrom;
      const request = requests[sent % requests.length];
      sent++;
      if (request !== undefined) socket.write(request);
    };
    const next = (): void => {
      const now = clock.now();
      const due = job.rate === undefined ? now : began + ((sent * job.connections + index) * 1_000) / job.rate;
      if (Math.max(now, due) >= ends) {
        socket.destroy();
        resolve();
      } else if (due <= now) send(due);
      else clock.after(due - now, () => send(clock.now()));
    };
    socket.setTimeout(quietMs, () => fail(new Error(`no answer within ${quietMs / 1_000} s`)));
    socket.once("error", fail);
    socket.once("end", () => fail(new Error("the server closed a connection")));
    socket.once("connect", next);
    socket.on("data", (chunk) => {
      try {
        const status = reader.push(chunk);
        if (status === undefined) return;
        if (status === job.status) latencies.push(clock.now() - since);
        else refused[status] = (refused[status] ?? 0) + 1;
        next();
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}
