import { AppError, dayEpochField, dayTtlMs, dayTotalField, type RedisKeys, redisKeys } from "@plat/contracts";
import { connectRedis, type Logger, type RateWindow, redisAddress, SpanKind, maxBatchSize, traced } from "@plat/kit";
import { Cluster, Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { randomBytes } from "node:crypto";
import { Recent } from "../domain/fifo-cache.ts";
import { dayScript, requestScript } from "../quota/admission-script.ts";
import type { DayBatch } from "../quota/usage-counter.ts";

/** What the script of a request is asked. */
export interface Question {
  /** Where the credential's record is; left out: there is none to look at. */
  record?: string;
  /** Set and member that say that the key was used; left out: uses are not counted. */
  used?: { set: string; member: string };
  /** Where the times of accepted requests are. */
  accepted: string;
  windows: readonly RateWindow[];
  /** False: look only. */
  consume: boolean;
}

export interface Verdict {
  state: "ok" | "limited" | "missing" | "revoked" | "expired";
  id: string;
  organizationId: string;
  scopes: string;
  /** Seconds until a refused request would pass, rounded up. */
  retryAfter: number;
  /** One a window, in the order asked. */
  windows: RateLimiterRes[];
}

export interface Ledger {
  names: RedisKeys;
  ask(question: Question): Promise<Verdict>;
  /** Adds requests of a key on one day; the same batch of one ledger once, however often it is handed over. */
  addDay(batch: DayBatch): Promise<void>;
  /** A limit counted in Redis; who is far over it is turned away without asking Redis. */
  limiter(name: string, window: RateWindow): RateLimiterAbstract;
  check(): Promise<void>;
  close(): void;
}

type Client = (Redis | Cluster) & {
  platRequest(record: string, accepted: string, used: string, ...args: (string | number)[]): Promise<string>;
  platDay(day: string, set: string, batches: string, ...args: (string | number)[]): Promise<number>;
};

const redisSpan = { kind: SpanKind.CLIENT, attributes: { "db.system.name": "redis", "db.operation.name": "EVALSHA" } };
/** Times its limit at which one is turned away without asking Redis. */
const farOver = 10;
/** Hints that are kept; without one the script searches a little longer. */
const hintsMax = 20_000;

const scripts = {
  platRequest: { lua: requestScript, numberOfKeys: 3 },
  platDay: { lua: dayScript, numberOfKeys: 3 },
};

export interface LedgerOptions {
  url: string;
  caFile?: string | undefined;
  prefix: string;
  timeoutMs: number;
  log: Logger;
}

/** @throws Error when the address cannot be used */
export function openLedger({ url, caFile, prefix, timeoutMs, log }: LedgerOptions): Ledger {
  const connection = connectRedis<Redis | Cluster>(redisAddress(url, caFile), {
    timeoutMs,
    scripts,
    log,
    server: (node, options) => new Redis(node, options),
    cluster: (nodes, options) => new Cluster(nodes, options),
  });
  const client = connection.client as Client;
  const names = redisKeys(prefix);
  const hints = new Recent<RateLimiterRes[]>(hintsMax);
  const together = writesByTurn(client);
  const writer = randomBytes(9).toString("base64url");
  return {
    names,
    async ask({ record, used, accepted, windows, consume }) {
      const args: (string | number)[] = [record === undefined ? "0" : "1", used?.member ?? "", consume ? "1" : "0"];
      const seen = hints.get(accepted);
      for (let index = 0; index < windows.length; index++) {
        const window = windows[index];
        if (window !== undefined)
          args.push(window.limit, window.seconds * 1_000_000, seen?.[index]?.consumedPoints ?? 0);
      }
      together();
      try {
        // Names that are not used are filled in, so that all stay on one node of a cluster.
        const reply = await traced("redis request script", redisSpan, () =>
          client.platRequest(record ?? accepted, accepted, used?.set ?? accepted, ...args),
        );
        const verdict = readVerdict(reply, windows);
        if (verdict.windows.length > 0) hints.set(accepted, verdict.windows);
        return verdict;
      } catch (cause) {
        throw away(cause);
      }
    },
    async addDay({ hash, date, number, counts }) {
      const fields = [...counts].flat();
      await client.platDay(
        names.day(hash, date),
        names.usedDays(hash),
        names.dayBatches(hash, date),
        `${date}:${hash}`,
        randomBytes(6).toString("hex"),
        dayTtlMs,
        dayEpochField,
        dayTotalField,
        writer,
        number,
        ...fields,
      );
    },
    limiter: (name, window) =>
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${prefix}limit:${name}`,
        points: window.limit,
        duration: window.seconds,
        // What is taken back must let through again, and this process does not see it in its memory.
        inMemoryBlockOnConsumed: farOver * window.limit,
      }),
    async check() {
      if (client.status !== "ready") throw new Error(connection.problem());
      await client.ping();
    },
    close: () => client.disconnect(),
  };
}

function readVerdict(reply: string, windows: readonly RateWindow[]): Verdict {
  const [state, id = "", organizationId = "", scopes = "", wait = "0", ...counts] = reply.split("\n");
  return {
    state: state as Verdict["state"],
    id,
    organizationId,
    scopes,
    retryAfter: Math.ceil(Number(wait) / 1_000_000),
    windows:
      counts.length === 0
        ? []
        : windows.map(({ limit }, index) => {
            const held = Number(counts[index * 2]);
            const micros = Number(counts[index * 2 + 1]);
            return new RateLimiterRes(Math.max(0, limit - held), micros / 1000, held, held === 1);
          }),
  };
}

/** Without Redis a revocation could not be seen: requests are refused. */
export const away = (cause: unknown): AppError =>
  new AppError("unavailable", "Credentials cannot be checked at the moment.", { cause, retryAfter: 1 });

/**
 * What is asked in one turn of the event loop goes out in one write, and so comes back in one: under load that is most
 * of what a call costs on either side. (Pipelines of ioredis do the same at twice the price.)
 * @returns to be called before each command
 */
function writesByTurn(client: Client): () => void {
  // A cluster's commands go out over several connections, each as it is.
  if (client instanceof Cluster) return () => undefined;
  let corked: Redis["stream"] | undefined;
  let held = 0;
  let planned = false;
  const release = (): void => {
    corked?.uncork();
    corked = undefined;
    held = 0;
  };
  return () => {
    // There is none before the first connection.
    const { stream } = client as { stream?: Redis["stream"] };
    if (held >= maxBatchSize) release();
    if (corked === undefined && stream !== undefined) {
      stream.cork();
      corked = stream;
    }
    held++;
    if (planned) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      release();
    });
  };
}
