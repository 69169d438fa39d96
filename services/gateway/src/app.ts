import { allContracts } from "@plat/contracts";
import {
  checkNats,
  connectNats,
  createCounter,
  createHistogram,
  createMetrics,
  createObservableGauge,
  type Logger,
  natsOptions,
  withCleanupOnError,
  RpcClient,
  type RunningService,
  startOps,
  untilAvailable,
} from "@plat/kit";
import { setTimeout } from "node:timers/promises";
import { createAuthFailureLimiter, unlimitedAuthFailures } from "./auth/auth-failure-limiter.ts";
import { createAuthenticator } from "./auth/authenticator.ts";
import { createTokenVerifier } from "./auth/session-tokens.ts";
import { type GatewayConfig, identityProviderOf } from "./config.ts";
import { defaultBodyBytesMax, largeBodyBytesMax } from "./http/body.ts";
import { clientAddressReader } from "./http/client-address.ts";
import { createRequestListener, statusClass } from "./http/request-listener.ts";
import { routesOf } from "./http/routes.ts";
import { createForward } from "./http/rpc-forwarding.ts";
import { startHttpServer } from "./http/server.ts";
import { createBucket } from "./quota/rate-limit-headers.ts";
import { createUsageCounter } from "./quota/usage-counter.ts";
import { openCredentialCache } from "./store/credential-cache.ts";

export interface Gateway extends RunningService {
  port: number;
  url: string;
  opsPort: number;
}

/** Starts the gateway: the HTTP API of the services, which it calls over NATS. */
export async function startGateway(config: GatewayConfig, log: Logger): Promise<Gateway> {
  return withCleanupOnError(log, async (closers) => {
    const metrics = createMetrics("gateway");
    const now = (): number => Date.now();
    const credentialCache = openCredentialCache({
      url: config.REDIS_URL,
      caFile: config.REDIS_CA_FILE,
      prefix: config.REDIS_PREFIX,
      timeoutMs: config.REDIS_TIMEOUT_MS,
      log,
    });
    closers.add("Redis", () => credentialCache.close());
    await untilAvailable(() => credentialCache.ping(), { what: "Redis", log });
    const nats = await connectNats(natsOptions(config, "gateway", log));
    closers.add("NATS", () => nats.close());
    const rpc = new RpcClient(nats, "_INBOX_gateway");
    closers.add("RPC client", () => rpc.close());
    const usage = createUsageCounter((batch) => credentialCache.addDailyUsage(batch), log, now);
    closers.add("usage counter", () => usage.stop());

    const isLimited = config.RATE_LIMITS.length > 0;
    const buckets = {
      listings: createBucket(config.RATE_LIMITS),
      management: createBucket(isLimited ? config.MANAGEMENT_LIMITS : [], "management-"),
    };
    const failureLimit = config.FAILED_AUTH_LIMITS[0];
    const failureLimiter =
      isLimited && failureLimit !== undefined
        ? createAuthFailureLimiter(credentialCache.limiter("auth", failureLimit))
        : unlimitedAuthFailures;
    const tokens = createTokenVerifier({ rpc, identityProvider: identityProviderOf(config), now });
    const authenticator = createAuthenticator({ credentialCache, rpc, tokens, failureLimiter, buckets });
    const stopping = new AbortController();

    const durations = createHistogram(metrics, {
      name: "plat_http_request_duration_seconds",
      help: "Duration of HTTP requests, by endpoint and status class",
      labelNames: ["endpoint", "status"],
    });
    const rejections = createCounter(metrics, {
      name: "plat_quota_rejections_total",
      help: "HTTP requests rejected with 429, by endpoint",
      labelNames: ["endpoint"],
    });
    createObservableGauge(
      metrics,
      { name: "plat_rpc_requests_in_flight", help: "RPC requests over NATS that wait for a reply" },
      () => rpc.inFlight,
    );

    const listener = createRequestListener({
      routes: routesOf(allContracts),
      authenticator,
      buckets,
      addressOf: clientAddressReader(config.TRUST_PROXY, () =>
        log.warn(
          "X-Forwarded-For ignored because TRUST_PROXY is off; behind a proxy, all clients share one address and its rate limits",
        ),
      ),
      forward: createForward({ rpc, authenticator, buckets, stopping: stopping.signal }),
      bodyBytesMax: (large) => (large ? largeBodyBytesMax(nats.info?.max_payload) : defaultBodyBytesMax),
      corsOrigins: config.CORS_ORIGINS,
      publicUrl: config.PUBLIC_URL,
      staticDir: config.STATIC_DIR,
      dashboardDir: config.DASHBOARD_DIR,
      dashboard: {
        tileUrl: config.DASHBOARD_TILE_URL,
        tileAttribution: config.DASHBOARD_TILE_ATTRIBUTION,
        issuer: config.SESSION_ISSUER,
      },
      onFinished: ({ locals: { requestId, endpoint, keyHash, startedAt }, statusCode }) => {
        durations.observe({ endpoint, status: statusClass(statusCode) }, (performance.now() - startedAt) / 1000);
        if (statusCode === 429) rejections.inc({ endpoint });
        if (keyHash !== undefined) usage.count(keyHash, endpoint, statusCode);
        log.debug({ requestId, endpoint, status: statusCode }, "request completed");
      },
      log,
    });
    const ops = await startOps({
      host: config.OPS_HOST,
      port: config.OPS_PORT,
      metrics,
      checks: { redis: () => credentialCache.ping(), nats: () => checkNats(nats) },
      // A dependency fails for all gateways at the same time. If they all became unready, clients would get the bare
      // error of the load balancer instead of a problem document with Retry-After, and no dashboard or documentation.
      readyWhenDegraded: true,
    });
    closers.add("ops port", () => ops.close());
    const server = await startHttpServer(listener, { host: config.HOST, port: config.PORT, log });
    closers.add("HTTP server", () => server.drain());
    const url = localUrl(config.HOST, server.port);
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

function localUrl(listenHost: string, port: number): string {
  const host = listenHost === "0.0.0.0" || listenHost === "::" ? "127.0.0.1" : listenHost;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
