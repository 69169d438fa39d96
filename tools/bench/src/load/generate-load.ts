import { connect, type Socket } from "node:net";
import type { LoadJob, LoadRequest, LoadResult } from "./job.ts";
import { responseReader } from "./response-reader.ts";

const responseTimeoutMs = 30_000;

/** The bytes of a request. */
function encodeRequest({ method, path, headers, body }: LoadRequest, host: string): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const payload = body === undefined ? undefined : Buffer.from(body);
  if (payload !== undefined) lines.push("content-type: application/json", `content-length: ${payload.length}`);
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return payload === undefined ? head : Buffer.concat([head, payload]);
}

/** The current time and a timer, in milliseconds. */
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
  rejected: Record<number, number>;
}

/**
 * Sends requests over keep-alive connections, one at a time per connection, and waits for the last responses. With a
 * rate, each request has a due time, and its latency counts from then, which avoids coordinated omission.
 * @throws Error if a connection fails or a response does not arrive within 30 s
 */
export async function generateLoad(job: LoadJob, clock = realClock): Promise<LoadResult> {
  const cpu = process.cpuUsage();
  const began = clock.now();
  const shared: Shared = { job, clock, began, ends: began + job.seconds * 1_000, latencies: [], rejected: {} };
  await Promise.all(Array.from({ length: job.connections }, (_, index) => connection(index, shared)));
  return { ...summarize(shared.latencies, began, cpu, clock.now()), rejected: shared.rejected };
}

/** Summarizes latencies in milliseconds since `began`, with the CPU time that this process used since then. */
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
    responses: sorted.length,
    rejected: {},
    seconds: (now - began) / 1_000,
    p50: at(0.5),
    p99: at(0.99),
    cpuSeconds: (used.user + used.system) / 1e6,
  };
}

function connection(index: number, { job, clock, began, ends, latencies, rejected }: Shared): Promise<void> {
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
    socket.setTimeout(responseTimeoutMs, () => fail(new Error(`no response within ${responseTimeoutMs / 1_000} s`)));
    socket.once("error", fail);
    socket.once("end", () => fail(new Error("the server closed a connection")));
    socket.once("connect", next);
    socket.on("data", (chunk) => {
      try {
        const status = reader.push(chunk);
        if (status === undefined) return;
        if (status === job.status) latencies.push(clock.now() - since);
        else rejected[status] = (rejected[status] ?? 0) + 1;
        next();
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}
