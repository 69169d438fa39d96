import { keysContract } from "@plat/contracts";
import {
  checkNats,
  connectNats,
  createMetrics,
  batchLoader,
  type Logger,
  natsOptions,
  newId,
  opening,
  type RunningService,
  serve,
  startOps,
} from "@plat/kit";
import { randomBytes } from "node:crypto";
import { accountHandlers } from "./handlers/accounts.ts";
import { finishPasswordChanges, pushPending, startCatchUp, startLoop } from "./jobs/revocation-replay.ts";
import type { KeysConfig } from "./config.ts";
import type { Deps } from "./handlers/dependencies.ts";
import { keyHandlers } from "./handlers/api-keys.ts";
import { hashPassword, verifyPassword } from "./domain/password.ts";
import { openLedger } from "./store/credential-cache.ts";
import { noLimits, signInLimits } from "./domain/sign-in-limits.ts";
import { openStore } from "./store/mongo.ts";
import { createTokens } from "./domain/tokens.ts";
import { flushUsage, usageReport } from "./jobs/usage-flush.ts";

export { keysSettings } from "./config.ts";

const everyMs = 1_000;

/** Starts the keys service: accounts, sessions and API keys. */
export async function startKeys(config: KeysConfig, log: Logger): Promise<RunningService & { opsPort: number }> {
  return opening(log, async (closers) => {
    const metrics = createMetrics("keys");
    // First: making an index may take longer than whoever watches over the process waits for a sign of it.
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
    const ledger = openLedger({
      url: config.REDIS_URL,
      caFile: config.REDIS_CA_FILE,
      prefix: config.REDIS_PREFIX,
      replicas: config.REDIS_REPLICAS,
      log,
    });
    closers.add("Redis", () => ledger.close());
    const nats = await connectNats(natsOptions(config, "keys", log));
    closers.add("NATS", () => nats.close());

    const { keys, people, usage } = store;
    const now = (): number => Date.now();
    const tokenTtlMs = config.SESSION_TTL_SECONDS * 1000;
    const usageDeps = { ledger, keys, usage, now };
    const dependencies: Deps = {
      keys,
      people,
      ledger,
      tokens: createTokens({
        store: store.signingKeys,
        rotationMs: config.SESSION_KEY_SECONDS * 1000,
        ttlMs: tokenTtlMs,
        now,
      }),
      idempotency: store.idempotency,
      limits: config.RATE_LIMITS.length === 0 ? noLimits : signInLimits((...args) => ledger.limiter(...args)),
      usage: usageReport(usageDeps),
      keyByHash: batchLoader((hashes) => keys.byHashes(hashes)),
      passwords: { hash: hashPassword, verify: verifyPassword },
      signUp: config.SIGN_UP,
      keyLimit: config.KEY_LIMIT,
      tokenTtlMs,
      newId,
      random: randomBytes,
      now,
    };
    const handlers = { ...keyHandlers(dependencies), ...accountHandlers(dependencies) };
    const server = serve(nats, keysContract, handlers, { queue: "keys", log, metrics });
    const loops = [
      startLoop("flush usage", everyMs, log, () => flushUsage(usageDeps)),
      startLoop("finish password changes", everyMs, log, () => finishPasswordChanges(people, now)),
      startLoop("push revocations", everyMs, log, () => pushPending({ keys, people, ledger })),
    ];
    const catchUp = await startCatchUp({ keys, people, ledger }, log, now);
    const checkRedis = async (): Promise<void> => {
      await ledger.check();
      catchUp.check();
    };
    closers.add("loops", async () => {
      await Promise.all([catchUp, ...loops].map((loop) => loop.stop()));
      await flushUsage(usageDeps);
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
