import { keysContract } from "@plat/contracts";
import {
  batchLoader,
  checkNats,
  connectNats,
  createMetrics,
  type Logger,
  natsOptions,
  newId,
  withCleanupOnError,
  type RunningService,
  serve,
  startOps,
} from "@plat/kit";
import { randomBytes } from "node:crypto";
import type { KeysConfig } from "./config.ts";
import { hashPassword, verifyPassword } from "./domain/password.ts";
import { noLimits, signInLimits } from "./domain/sign-in-limits.ts";
import { createTokenIssuer } from "./domain/tokens.ts";
import { accountHandlers } from "./handlers/accounts.ts";
import { apiKeyHandlers } from "./handlers/api-keys.ts";
import type { Dependencies } from "./handlers/dependencies.ts";
import { identityHandlers } from "./handlers/identities.ts";
import { usageReport } from "./handlers/usage-report.ts";
import { endOutdatedSessions, syncPending } from "./jobs/credential-sync.ts";
import { runPeriodically } from "./jobs/periodic.ts";
import { startRevocationReplay } from "./jobs/revocation-replay.ts";
import { flushUsage } from "./jobs/usage-flush.ts";
import { openCredentialCache } from "./store/credential-cache.ts";
import { openStore } from "./store/mongo.ts";

export { keysSettings } from "./config.ts";

const jobIntervalMs = 1_000;

/** Starts the keys service: accounts, sessions and API keys. */
export async function startKeys(config: KeysConfig, log: Logger): Promise<RunningService & { opsPort: number }> {
  return withCleanupOnError(log, async (closers) => {
    const metrics = createMetrics("keys");
    // First, so that liveness probes succeed during index creation, which may take longer than they allow for.
    const ops = await startOps({ host: config.OPS_HOST, port: config.OPS_PORT, metrics });
    closers.add("ops port", () => ops.close());
    const store = await openStore({
      url: config.MONGO_URL,
      database: config.MONGO_DATABASE,
      signingKeySecret: config.SIGNING_KEY_SECRET,
      log,
      metrics,
    });
    closers.add("MongoDB", () => store.close());
    const cache = openCredentialCache({
      url: config.REDIS_URL,
      caFile: config.REDIS_CA_FILE,
      prefix: config.REDIS_PREFIX,
      replicas: config.REDIS_REPLICAS,
      log,
    });
    closers.add("Redis", () => cache.close());
    const nats = await connectNats(natsOptions(config, "keys", log));
    closers.add("NATS", () => nats.close());

    const { keys, organizations, users, sessions, usage } = store;
    const now = (): number => Date.now();
    const dependencies: Dependencies = {
      keys,
      organizations,
      users,
      sessions,
      cache,
      tokens: createTokenIssuer({
        store: store.signingKeys,
        rotationMs: config.SIGNING_KEY_ROTATION_MS,
        ttlMs: config.SESSION_TTL_MS,
        now,
      }),
      idempotency: store.idempotency,
      limits: config.RATE_LIMITS.length === 0 ? noLimits : signInLimits((...args) => cache.rateLimiter(...args)),
      reportUsage: usageReport({ cache, usage, now }),
      loadKey: batchLoader((hashes) => keys.findByHashes(hashes)),
      passwords: { hash: hashPassword, verify: verifyPassword },
      signUp: config.SIGN_UP,
      keyLimit: config.KEY_LIMIT,
      tokenTtlMs: config.SESSION_TTL_MS,
      newId,
      random: randomBytes,
      now,
    };
    const handlers = {
      ...apiKeyHandlers(dependencies),
      ...accountHandlers(dependencies),
      ...identityHandlers(dependencies),
    };
    const server = serve(nats, keysContract, handlers, { queue: "keys", log, metrics });
    const flush = (): Promise<void> => flushUsage({ cache, keys, usage });
    const jobs = [
      runPeriodically("flush usage", jobIntervalMs, log, flush),
      runPeriodically("end outdated sessions", jobIntervalMs, log, () => endOutdatedSessions(users, now)),
      runPeriodically("sync credential cache", jobIntervalMs, log, () => syncPending({ keys, sessions, cache })),
    ];
    const replay = await startRevocationReplay({ keys, sessions, cache }, log, now);
    const checkRedis = async (): Promise<void> => {
      await cache.check();
      replay.check();
    };
    closers.add("jobs", async () => {
      await Promise.all([replay, ...jobs].map((job) => job.stop()));
      await flush();
    });
    closers.add("requests", () => server.drain());
    await nats.flush();
    ops.started({ mongo: () => store.check(), redis: checkRedis, nats: () => checkNats(nats) });
    log.info({ opsPort: ops.port }, "ready");
    return {
      opsPort: ops.port,
      async stop() {
        ops.stopping();
        await closers.closeAll(log);
      },
    };
  });
}
