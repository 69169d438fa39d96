import { AppError, type Caller, type Endpoint, keysContract } from "@plat/contracts";
import {
  connectNats,
  createLogger,
  createMetrics,
  loadConfig,
  type Logger,
  newId,
  readProblem,
  RpcClient,
  type RunningService,
} from "@plat/kit";
import { eventually, type TestBackingServices, testBackingServices, uniqueName } from "@plat/testkit";
import { randomBytes } from "node:crypto";
import { startKeys } from "../src/app.ts";
import { keysSettings } from "../src/config.ts";
import type { Deps } from "../src/handlers/dependencies.ts";
import { hashPassword, verifyPassword } from "../src/domain/password.ts";
import { openLedger } from "../src/store/credential-cache.ts";
import { noLimits } from "../src/domain/sign-in-limits.ts";
import { openStore, type Store } from "../src/store/mongo.ts";
import { createTokens } from "../src/domain/tokens.ts";
import { usageReport } from "../src/jobs/usage-flush.ts";

export interface KeysUnderTest {
  backingServices: TestBackingServices;
  /** Settings that the service runs with. */
  env: Record<string, string>;
  rpc: RpcClient;
  logger: Logger;
  /** Everything that was logged. */
  log: string[];
  /** As `rpc.call`, with an Idempotency-Key if there is one. */
  ask(
    endpoint: Endpoint,
    input: object,
    options: { requestId: string; caller: Caller; idempotencyKey?: string },
  ): Promise<unknown>;
  restart(change?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

const patienceMs = 60_000;

/** The keys service on real engines, asked over the bus as a gateway would. */
export async function keysUnderTest(settings: Record<string, string> = {}): Promise<KeysUnderTest> {
  const backingServices = await testBackingServices("mongo", "redis", "nats");
  const env = {
    MONGO_URL: backingServices.url("mongo"),
    MONGO_DATABASE: uniqueName("keys"),
    REDIS_URL: backingServices.url("redis"),
    NATS_URL: backingServices.url("nats"),
    OPS_HOST: "127.0.0.1",
    ...settings,
  };
  const lines: string[] = [];
  const log = createLogger({
    service: "keys",
    level: "debug",
    destination: { write: (line: string) => void lines.push(line) },
  });
  let running: RunningService = await startKeys(loadConfig(keysSettings, env), log);
  const nats = await connectNats({ url: backingServices.url("nats"), name: "test", log });
  const rpc = new RpcClient(nats, "_INBOX_test");
  const call = rpc.call.bind(rpc);
  // What is tested here is not how fast it answers on a machine that may be slow.
  rpc.call = (endpoint, input, options) => call(endpoint, input, { timeoutMs: patienceMs, ...options });
  return {
    backingServices,
    env,
    rpc,
    logger: log,
    log: lines,
    async ask(endpoint, input, options) {
      const reply = await rpc.request(endpoint.subject, Buffer.from(JSON.stringify(input)), {
        ...options,
        timeoutMs: patienceMs,
      });
      if (reply.status >= 400) throw readProblem(reply);
      return JSON.parse(Buffer.from(reply.body).toString("utf8"));
    },
    async restart(change = {}) {
      await running.stop();
      running = await startKeys(loadConfig(keysSettings, { ...env, ...change }), log);
    },
    async stop() {
      await running.stop();
      rpc.close();
      await nats.close();
      await backingServices.stop();
    },
  };
}

/** What handlers are made of, on the same store as the service but without its loops; parts of it can be exchanged. */
export async function partsOf(
  plat: KeysUnderTest,
  change: { database?: string; prefix?: string } = {},
): Promise<{ deps: Deps; store: Store; close(): Promise<void> }> {
  const store = await openStore({
    url: plat.backingServices.url("mongo"),
    database: change.database ?? plat.env["MONGO_DATABASE"] ?? "",
    signingKeySecret: undefined,
    log: plat.logger,
    metrics: createMetrics("test"),
  });
  const prefix = change.prefix ?? "plat:";
  const ledger = openLedger({ url: plat.backingServices.url("redis"), prefix, replicas: 0, log: plat.logger });
  await eventually(() => ledger.check());
  const { keys, people, usage } = store;
  const now = (): number => Date.now();
  const ttlMs = 60_000;
  const deps: Deps = {
    keys,
    people,
    ledger,
    tokens: createTokens({ store: store.signingKeys, rotationMs: 86_400_000, ttlMs, now }),
    idempotency: store.idempotency,
    limits: noLimits,
    usage: usageReport({ ledger, keys, usage, now }),
    keyByHash: async (hash) => (await keys.byHashes([hash])).get(hash),
    passwords: { hash: hashPassword, verify: verifyPassword },
    signUp: true,
    keyLimit: 50,
    tokenTtlMs: ttlMs,
    newId,
    random: randomBytes,
    now,
  };
  return {
    deps,
    store,
    async close() {
      ledger.close();
      await store.close();
    },
  };
}

/** A request as a handler gets it. */
export const callOf = <B, P>(plat: KeysUnderTest, caller: Caller, input: { body: B; params: P }) => ({
  query: undefined,
  ...input,
  caller,
  requestId: newId(),
  ifMatch: undefined,
  ifNoneMatch: undefined,
  idempotencyKey: undefined,
  acceptEncoding: undefined,
  signal: AbortSignal.timeout(patienceMs),
  log: plat.logger,
});

export const anonymous: Caller = { kind: "anonymous", address: "192.0.2.1" };

export interface Account {
  email: string;
  password: string;
  organizationId: string;
  userId: string;
  token: string;
  caller: Caller;
}

/** A new organization with its first user and session. */
export async function signUp(rpc: RpcClient): Promise<Account> {
  const email = `${newId()}@plat.example`;
  const password = "correct horse battery";
  const made = await rpc.call(
    keysContract.signUp,
    { body: { organizationName: "Acme", email, password } },
    { requestId: newId(), caller: anonymous },
  );
  const caller = sessionCaller(made);
  return { email, password, organizationId: made.organization.id, userId: made.user.id, token: made.token, caller };
}

/** Whom a gateway would find in a session's token. */
export function sessionCaller(session: { token: string; user: { id: string }; organization: { id: string } }): Caller {
  const claims = JSON.parse(Buffer.from(session.token.split(".")[1] ?? "", "base64url").toString()) as { sid: string };
  return {
    kind: "session",
    organizationId: session.organization.id,
    userId: session.user.id,
    sessionId: claims.sid,
  };
}

/** The code of the error that something ends with, or `no error`. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "no error";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
