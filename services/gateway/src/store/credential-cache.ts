import { AppError, dayEpochField, dayTotalField, dayTtlMs, type RedisKeys, redisKeys } from "@plat/contracts";
import { connectRedis, type Logger, type RateWindow, redisAddress, SpanKind, withSpan } from "@plat/kit";
import { Cluster, Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { randomBytes } from "node:crypto";
import { FifoCache } from "../domain/fifo-cache.ts";
import type { AdmissionCheck, AdmissionResult } from "../quota/admission.ts";
import { admissionScript } from "../quota/admission-script.ts";
import { dailyUsageScript } from "../quota/daily-usage-script.ts";
import type { DailyUsageBatch } from "../quota/usage-counter.ts";
import { tickWriteBatcher } from "./write-batching.ts";

/** Credential records, quotas and usage counts in Redis. */
export interface CredentialCache {
  keys: RedisKeys;
  /** Runs the admission script. @throws AppError `unavailable` */
  check(check: AdmissionCheck): Promise<AdmissionResult>;
  /** Adds a batch of usage counts. Idempotent per instance of the cache: a repeated batch is added once. */
  addDailyUsage(batch: DailyUsageBatch): Promise<void>;
  /** A rate limiter that counts in Redis. Callers far over the limit are rejected without a call to Redis. */
  limiter(name: string, window: RateWindow): RateLimiterAbstract;
  /** @throws Error if Redis is unavailable */
  ping(): Promise<void>;
  close(): void;
}

type Client = (Redis | Cluster) & {
  platAdmission(record: string, accepted: string, used: string, ...args: (string | number)[]): Promise<string>;
  platDailyUsage(day: string, set: string, batches: string, ...args: (string | number)[]): Promise<number>;
};

const redisSpan = { kind: SpanKind.CLIENT, attributes: { "db.system.name": "redis", "db.operation.name": "EVALSHA" } };
/** Multiple of its limit from which a caller is rejected without a call to Redis. */
const localRejectionFactor = 10;
/** Number of sliding logs whose last state is cached as a hint. Without a hint the script takes slightly longer. */
const hintsMax = 20_000;

const scripts = {
  platAdmission: { lua: admissionScript, numberOfKeys: 3 },
  platDailyUsage: { lua: dailyUsageScript, numberOfKeys: 3 },
};

export interface CredentialCacheOptions {
  url: string;
  caFile?: string | undefined;
  /** Prefix of all keys in Redis. */
  prefix: string;
  /** Milliseconds that one command may take. */
  timeoutMs: number;
  log: Logger;
}

/** @throws Error if the URL or the CA file is invalid */
export function openCredentialCache({ url, caFile, prefix, timeoutMs, log }: CredentialCacheOptions): CredentialCache {
  const connection = connectRedis<Redis | Cluster>(redisAddress(url, caFile), {
    timeoutMs,
    scripts,
    log,
    server: (node, options) => new Redis(node, options),
    cluster: (nodes, options) => new Cluster(nodes, options),
  });
  const client = connection.client as Client;
  const keys = redisKeys(prefix);
  const hints = new FifoCache<RateLimiterRes[]>(hintsMax);
  const batchWrite = tickWriteBatcher(client);
  const instanceId = randomBytes(9).toString("base64url");
  return {
    keys,
    async check({ record, used, accepted, windows, consume }) {
      const args: (string | number)[] = [record === undefined ? "0" : "1", used?.member ?? "", consume ? "1" : "0"];
      const hint = hints.get(accepted);
      for (let index = 0; index < windows.length; index++) {
        const window = windows[index];
        if (window !== undefined)
          args.push(window.limit, window.seconds * 1_000_000, hint?.[index]?.consumedPoints ?? 0);
      }
      batchWrite();
      try {
        // Unused key parameters repeat `accepted`, so that all keys are in one hash slot of a cluster.
        const reply = await withSpan("redis admission script", redisSpan, () =>
          client.platAdmission(record ?? accepted, accepted, used?.set ?? accepted, ...args),
        );
        const admission = parseAdmission(reply, windows);
        if (admission.windows.length > 0) hints.set(accepted, admission.windows);
        return admission;
      } catch (cause) {
        throw credentialsUnavailable(cause);
      }
    },
    async addDailyUsage({ hash, date, number, counts }) {
      await client.platDailyUsage(
        keys.day(hash, date),
        keys.usedDays(hash),
        keys.dayBatches(hash, date),
        `${date}:${hash}`,
        randomBytes(6).toString("hex"),
        dayTtlMs,
        dayEpochField,
        dayTotalField,
        instanceId,
        number,
        ...[...counts].flat(),
      );
    },
    limiter: (name, window) =>
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${prefix}limit:${name}`,
        points: window.limit,
        duration: window.seconds,
        // Not at the limit itself: points that are given back in Redis are not visible in this process's memory.
        inMemoryBlockOnConsumed: localRejectionFactor * window.limit,
      }),
    async ping() {
      if (client.status !== "ready") throw new Error(connection.problem());
      await client.ping();
    },
    close: () => client.disconnect(),
  };
}

function parseAdmission(reply: string, windows: readonly RateWindow[]): AdmissionResult {
  const [state, id = "", organizationId = "", scopes = "", waitMicros = "0", ...counts] = reply.split("\n");
  return {
    state: state as AdmissionResult["state"],
    id,
    organizationId,
    scopes,
    retryAfter: Math.ceil(Number(waitMicros) / 1_000_000),
    windows:
      counts.length === 0
        ? []
        : windows.map(({ limit }, index) => {
            const consumed = Number(counts[index * 2]);
            const micros = Number(counts[index * 2 + 1]);
            return new RateLimiterRes(Math.max(0, limit - consumed), micros / 1000, consumed, consumed === 1);
          }),
  };
}

/** Fails closed: without Redis a revocation cannot be detected, so requests are rejected. */
export const credentialsUnavailable = (cause: unknown): AppError =>
  new AppError("unavailable", "Credentials cannot be checked at the moment.", { cause, retryAfter: 1 });
