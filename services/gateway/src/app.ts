import { allContracts } from "@plat/contracts";
import {
  checkNats,
  connectNats,
  createCounter,
  createHistogram,
  createMetrics,
  createReadGauge,
  type Logger,
  type NatsConnection,
  natsOptions,
  opening,
  RpcClient,
  type RunningService,
  startOps,
  untilAvailable,
} from "@plat/kit";
import { setTimeout } from "node:timers/promises";
import { addressReader } from "./http/client-address.ts";
import { createAuthenticator } from "./auth/authenticator.ts";
import type { GatewayConfig } from "./config.ts";
import { createForward } from "./http/rpc-forwarding.ts";
import { createGuard, noGuard } from "./auth/auth-failure-limiter.ts";
import { createHttp, statusClass } from "./http/request-listener.ts";
import { routesOf } from "./http/routes.ts";
import { bucketOf } from "./quota/rate-limit-headers.ts";
import { openLedger } from "./store/credential-cache.ts";
import { startHttpServer } from "./http/server.ts";
import { createTokenVerifier } from "./auth/session-tokens.ts";
import { createUsageCounter } from "./quota/usage-counter.ts";

export { gatewaySettings } from "./config.ts";

export interface Gateway extends RunningService {
  port: number;
  url: string;
  opsPort: number;
}

/** Starts the gateway: the HTTP interface over the services on the bus. */
export async function startGateway(config: GatewayConfig, log: Logger): Promise<Gateway> {
  return opening(log, async (closers) => {
    const metrics = createMetrics("gateway");
    const now = (): number => Date.now();
    const ledger = openLedger({
      url: config.REDIS_URL,
      caFile: config.REDIS_CA_FILE,
      prefix: config.REDIS_PREFIX,
      timeoutMs: config.REDIS_TIMEOUT_MS,
      log,
    });
    closers.add("Redis", () => ledger.close());
    await untilAvailable(() => ledger.check(), { what: "Redis", log });
    const nats = await connectNats(natsOptions(config, "gateway", log));
    closers.add("NATS", () => nats.close());
    const rpc = new RpcClient(nats, "_INBOX_gateway");
    closers.add("requests under way", () => rpc.close());
    const usage = createUsageCounter((batch) => ledger.addDay(batch), log, now);
    closers.add("usage", () => usage.stop());

    const isLimited = config.RATE_LIMITS.length > 0;
    const buckets = {
      listings: bucketOf(config.RATE_LIMITS),
      management: bucketOf(isLimited ? config.MANAGEMENT_LIMITS : [], "management-"),
    };
    const failures = config.FAILED_AUTH_LIMITS[0];
    const guard = isLimited && failures !== undefined ? createGuard(ledger.limiter("auth", failures)) : noGuard;
    const tokens = createTokenVerifier({ rpc, outside: outsideIssuer(config), now });
    const authenticator = createAuthenticator({ ledger, rpc, tokens, guard, buckets });
    const stopping = new AbortController();
    const seconds = createHistogram(metrics, {
      name: "plat_http_request_seconds",
      help: "Time to answer an HTTP request, by endpoint and status class",
      labelNames: ["endpoint", "status"],
    });

    const refusals = createCounter(metrics, {
      name: "plat_quota_refusals_total",
      help: "Requests refused with 429, by endpoint",
      labelNames: ["endpoint"],
    });
    createReadGauge(
      metrics,
      { name: "plat_bus_requests_in_flight", help: "Requests over the bus without an answer" },
      () => rpc.inFlight,
    );

    const app = createHttp({
      routes: routesOf(allContracts),
      authenticator,
      buckets,
      addressOf: addressReader(config.TRUST_PROXY, () =>
        log.warn(
          "X-Forwarded-For was sent while TRUST_PROXY is off: if a proxy stands in front, all its clients have one address, and one limit of sign-ins and failed authentications",
        ),
      ),
      forward: createForward({ rpc, authenticator, buckets, stopping: stopping.signal }),
      bodyBytesMax: (large) => (large ? largeBodyMax(nats) : bodyMax),
      corsOrigins: config.CORS_ORIGINS,
      publicUrl: config.PUBLIC_URL,
      staticDir: config.STATIC_DIR,
      dashboardDir: config.DASHBOARD_DIR,
      dashboard: {
        tileUrl: config.DASHBOARD_TILE_URL,
        tileAttribution: config.DASHBOARD_TILE_ATTRIBUTION,
        issuer: config.SESSION_ISSUER,
      },
      finished: ({ locals, statusCode }) => {
        const { endpoint, keyHash, started } = locals;
        seconds.observe({ endpoint, status: statusClass(statusCode) }, (performance.now() - started) / 1000);
        if (statusCode === 429) refusals.inc({ endpoint });
        if (keyHash !== undefined) usage.count(keyHash, endpoint, statusCode);
        log.debug({ requestId: locals.requestId, endpoint, status: statusCode }, "answered");
      },
      log,
    });
    const ops = await startOps({
      host: config.OPS_HOST,
      port: config.OPS_PORT,
      metrics,
      checks: { redis: () => ledger.check(), nats: () => checkNats(nats) },
      // All gateways lose them at the same time. If all left their load balancer then, clients would get its bare error
      // in place of a problem with Retry-After, and neither page nor documentation.
      readyWithout: true,
    });
    closers.add("ops port", () => ops.close());
    const server = await startHttpServer(app, { host: config.HOST, port: config.PORT, log });
    closers.add("HTTP server", () => server.drain());
    const host = config.HOST === "0.0.0.0" || config.HOST === "::" ? "127.0.0.1" : config.HOST;
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`;
    log.info({ port: server.port, url, opsPort: ops.port }, "ready");
    return {
      port: server.port,
      url,
      opsPort: ops.port,
      async stop() {
        ops.stopping();
        await setTimeout(config.SHUTDOWN_DELAY_MS);
        stopping.abort();
        await closers.closeAll(log);
      },
    };
  });
}

const bodyMax = 256 * 1024;
/** What the bus carries, less room for what travels beside the body. */
function largeBodyMax(nats: NatsConnection): number {
  const carried = (nats.info?.max_payload ?? 1024 * 1024) - 64 * 1024;
  return Math.min(Math.max(carried, 900 * 1024), 8 * 1024 * 1024);
}

function outsideIssuer(config: GatewayConfig) {
  if (config.SESSION_ISSUER === undefined) return undefined;
  return {
    issuer: config.SESSION_ISSUER,
    jwksUrl: config.SESSION_JWKS_URL ?? "",
    audience: config.SESSION_AUDIENCE ?? "",
    organizationClaim: config.SESSION_ORG_CLAIM,
    algorithms: config.SESSION_ALGORITHMS,
  };
}
