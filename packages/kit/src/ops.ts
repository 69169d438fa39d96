import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./metrics.ts";

/** Rejects if the dependency is unavailable. The message of the error is exposed by `/readyz`. */
export type HealthCheck = () => Promise<void>;

export interface OpsOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  metrics: Metrics;
  /**
   * Health checks by name of the dependency. Without them the service is starting, and not ready until it calls
   * `started`. For services whose start may take longer than a liveness probe allows.
   */
  checks?: Record<string, HealthCheck>;
  /**
   * Whether `/readyz` responds with 200 while dependencies are unavailable; it lists them. For services that can
   * respond without their dependencies. Default false.
   */
  readyWhenDegraded?: boolean;
}

export interface Ops {
  port: number;
  /** Declares the service started. From now on, it is ready if these checks pass. */
  started(checks: Record<string, HealthCheck>): void;
  /** From now on `/readyz` responds with 503, so that load balancers send no new requests. */
  stopping(): void;
  close(): Promise<void>;
}

const checkTimeoutMs = 1_500;

/**
 * Starts the HTTP server for `/livez`, `/readyz` (which lists unavailable dependencies) and `/metrics`.
 * @throws Error if the port is in use
 */
export async function startOps({
  host,
  port,
  metrics,
  readyWhenDegraded = false,
  ...options
}: OpsOptions): Promise<Ops> {
  let stopping = false;
  let checks = options.checks;
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0];
    if (path === "/livez") sendJson(response, 200, { status: "alive" });
    else if (path === "/readyz") void sendReadiness(response, checks, { stopping, readyWhenDegraded });
    else if (path === "/metrics") void sendMetrics(response, metrics);
    else sendJson(response, 404, { status: "not found" });
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    started: (startedChecks) => {
      checks = startedChecks;
    },
    stopping: () => {
      stopping = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Starts a server and resolves when it listens.
 * @param onError called for errors after the start, for example when a connection cannot be accepted because the
 * process has no file descriptors left; the server continues to run
 * @throws Error if the server cannot listen; the message contains the port if that is in use
 */
export function listen(
  server: Server,
  host: string,
  port: number,
  onError: (error: Error) => void = () => undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isListening = false;
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (isListening) {
        onError(error);
        return;
      }
      const message = error.code === "EADDRINUSE" ? `port ${port} on ${host} is already in use` : error.message;
      reject(new Error(message, { cause: error }));
    });
    server.listen(port, host, () => {
      isListening = true;
      resolve();
    });
  });
}

async function sendReadiness(
  response: ServerResponse,
  checks: Record<string, HealthCheck> | undefined,
  { stopping, readyWhenDegraded }: { stopping: boolean; readyWhenDegraded: boolean },
): Promise<void> {
  if (checks === undefined) {
    sendJson(response, 503, { status: stopping ? "stopping" : "starting", away: [], dependencies: {} });
    return;
  }
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
  );
  const dependencies = Object.fromEntries(results);
  const unavailable = results.filter(([, state]) => state !== "ok").map(([name]) => name);
  const isReady = !stopping && (readyWhenDegraded || unavailable.length === 0);
  sendJson(response, isReady ? 200 : 503, {
    status: stopping ? "stopping" : isReady ? "ready" : "not ready",
    away: unavailable,
    dependencies,
  });
}

/** Returns `ok` or the message of the error. */
async function runCheck(check: HealthCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${checkTimeoutMs} ms`)), checkTimeoutMs);
  });
  try {
    await Promise.race([check(), timeout]);
    return "ok";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

async function sendMetrics(response: ServerResponse, { registry }: Metrics): Promise<void> {
  try {
    const body = await registry.metrics();
    response.writeHead(200, { "content-type": registry.contentType }).end(body);
  } catch (error) {
    sendJson(response, 500, { status: error instanceof Error ? error.message : "metrics failed" });
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(body));
}
