import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./metrics.ts";

/** Throws when the dependency is away. */
export type HealthCheck = () => Promise<void>;

export interface OpsOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  metrics: Metrics;
  /**
   * By the name of the dependency. Left out: the service is starting, and not ready before it calls `started`. For a
   * start that may take longer than whoever watches over the process is patient.
   */
  checks?: Record<string, HealthCheck>;
  /**
   * True: `/readyz` names what is away and answers 200 all the same, until the service stops. For a service that has
   * something to say without its dependencies. Default false.
   */
  readyWhenDegraded?: boolean;
}

export interface Ops {
  port: number;
  /** The service does its work from now on, when these are well. */
  started(checks: Record<string, HealthCheck>): void;
  /** From now on `/readyz` answers 503, so that nothing new is sent here. */
  stopping(): void;
  close(): Promise<void>;
}

const checkMs = 1_500;

/** Serves `/livez`, `/readyz` (which names what is away) and `/metrics`. */
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
    if (path === "/livez") json(response, 200, { status: "alive" });
    else if (path === "/readyz") void ready(response, checks, { stopping, readyWhenDegraded });
    else if (path === "/metrics") void exposition(response, metrics);
    else json(response, 404, { status: "not found" });
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    started: (given) => {
      checks = given;
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
 * @param trouble told when a connection cannot be taken later, as for want of file descriptors; the server goes on
 * @throws Error that names the port when it is taken.
 */
export function listen(
  server: Server,
  host: string,
  port: number,
  trouble: (error: Error) => void = () => undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isListening = false;
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (isListening) {
        trouble(error);
        return;
      }
      const taken = error.code === "EADDRINUSE" ? `port ${port} on ${host} is taken by another program` : error.message;
      reject(new Error(taken, { cause: error }));
    });
    server.listen(port, host, () => {
      isListening = true;
      resolve();
    });
  });
}

async function ready(
  response: ServerResponse,
  checks: Record<string, HealthCheck> | undefined,
  { stopping, readyWhenDegraded }: { stopping: boolean; readyWhenDegraded: boolean },
): Promise<void> {
  if (checks === undefined) {
    json(response, 503, { status: stopping ? "stopping" : "starting", away: [], dependencies: {} });
    return;
  }
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
  );
  const dependencies = Object.fromEntries(results);
  const away = results.filter(([, state]) => state !== "ok").map(([name]) => name);
  const isReady = !stopping && (readyWhenDegraded || away.length === 0);
  json(response, isReady ? 200 : 503, {
    status: stopping ? "stopping" : isReady ? "ready" : "not ready",
    away,
    dependencies,
  });
}

async function runCheck(check: HealthCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${checkMs} ms`)), checkMs);
  });
  try {
    await Promise.race([check(), late]);
    return "ok";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

async function exposition(response: ServerResponse, { registry }: Metrics): Promise<void> {
  try {
    const body = await registry.metrics();
    response.writeHead(200, { "content-type": registry.contentType }).end(body);
  } catch (error) {
    json(response, 500, { status: error instanceof Error ? error.message : "metrics failed" });
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(body));
}
