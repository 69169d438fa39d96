import { AppError, type Caller, type Endpoint, keysContract, recordField } from "@plat/contracts";
import {
  connectNats,
  createLogger,
  createMetrics,
  loadConfig,
  type Logger,
  newId,
  readProblem,
  RpcClient,
} from "@plat/kit";
import { eventually, type TestBackingServices, testBackingServices, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import type { Redis } from "ioredis";
import mongoose, { type Connection } from "mongoose";
import { randomBytes } from "node:crypto";
import { startKeys } from "../src/app.ts";
import { keysSettings } from "../src/config.ts";
import { hashPassword, verifyPassword } from "../src/domain/password.ts";
import { noLimits } from "../src/domain/sign-in-limits.ts";
import { createTokenIssuer } from "../src/domain/tokens.ts";
import type { Dependencies } from "../src/handlers/dependencies.ts";
import { usageReport } from "../src/handlers/usage-report.ts";
import { openCredentialCache } from "../src/store/credential-cache.ts";
import { openStore } from "../src/store/mongo.ts";

export interface KeysUnderTest {
  backingServices: TestBackingServices;
  /** Settings that the service runs with. */
  env: Record<string, string>;
  rpc: RpcClient;
  logger: Logger;
  /** Every line that was logged. */
  log: string[];
  /** Like `rpc.call`, with an optional Idempotency-Key. */
  request(
    endpoint: Endpoint,
    input: object,
    options: { requestId: string; caller: Caller; idempotencyKey?: string },
  ): Promise<unknown>;
  /** Opens a connection to the database of the service; the caller closes it. */
  connectToDatabase(): Promise<Connection>;
  restart(change?: Record<string, string>): Promise<void>;
  /** Waits until the readiness probe succeeds: a restarted service may still be connecting. */
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

/** Lenient, because these tests do not measure speed and may run on a slow machine. */
const requestTimeoutMs = 60_000;

/** Starts the keys service with real backing services, and a client that calls it over NATS as a gateway does. */
export async function startKeysUnderTest(settings: Record<string, string> = {}): Promise<KeysUnderTest> {
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
  let running = await startKeys(loadConfig(keysSettings, env), log);
  const nats = await connectNats({ url: backingServices.url("nats"), name: "test", log });
  const rpc = new RpcClient(nats, "_INBOX_test");
  const call = rpc.call.bind(rpc);
  rpc.call = (endpoint, input, options) => call(endpoint, input, { timeoutMs: requestTimeoutMs, ...options });
  return {
    backingServices,
    env,
    rpc,
    logger: log,
    log: lines,
    async request(endpoint, input, options) {
      const reply = await rpc.request(endpoint.subject, Buffer.from(JSON.stringify(input)), {
        ...options,
        timeoutMs: requestTimeoutMs,
      });
      if (reply.status >= 400) throw readProblem(reply);
      return JSON.parse(Buffer.from(reply.body).toString("utf8"));
    },
    connectToDatabase: () => mongoose.createConnection(env.MONGO_URL, { dbName: env.MONGO_DATABASE }).asPromise(),
    async restart(change = {}) {
      await running.stop();
      running = await startKeys(loadConfig(keysSettings, { ...env, ...change }), log);
    },
    untilReady: () =>
      eventually(async () => {
        const { status } = await fetch(`http://127.0.0.1:${running.opsPort}/readyz`);
        expect(status).to.equal(200);
      }),
    async stop() {
      await running.stop();
      rpc.close();
      await nats.close();
      await backingServices.stop();
    },
  };
}

/** Dependencies of handlers on the same stores as the service, without its jobs; a test can replace some of them. */
export async function createDependencies(
  plat: KeysUnderTest,
  change: { database?: string; prefix?: string } = {},
): Promise<{ dependencies: Dependencies; close: () => Promise<void> }> {
  const store = await openStore({
    url: plat.backingServices.url("mongo"),
    database: change.database ?? plat.env["MONGO_DATABASE"] ?? "",
    signingKeySecret: undefined,
    log: plat.logger,
    metrics: createMetrics("test"),
  });
  const prefix = change.prefix ?? "plat:";
  const cache = openCredentialCache({ url: plat.backingServices.url("redis"), prefix, replicas: 0, log: plat.logger });
  await eventually(() => cache.check());
  const { keys, organizations, users, sessions, usage } = store;
  const now = (): number => Date.now();
  const ttlMs = 60_000;
  const dependencies: Dependencies = {
    keys,
    organizations,
    users,
    sessions,
    cache,
    tokens: createTokenIssuer({ store: store.signingKeys, rotationMs: 86_400_000, ttlMs, now }),
    idempotency: store.idempotency,
    limits: noLimits,
    reportUsage: usageReport({ cache, usage, now }),
    loadKey: async (hash) => (await keys.findByHashes([hash])).get(hash),
    passwords: { hash: hashPassword, verify: verifyPassword },
    signUp: true,
    keyLimit: 50,
    tokenTtlMs: ttlMs,
    newId,
    random: randomBytes,
    now,
  };
  return {
    dependencies,
    async close() {
      cache.close();
      await store.close();
    },
  };
}

/** A request in the form in which a handler receives it. */
export const handlerCall = <B, P>(plat: KeysUnderTest, caller: Caller, input: { body: B; params: P }) => ({
  query: undefined,
  ...input,
  caller,
  requestId: newId(),
  ifMatch: undefined,
  ifNoneMatch: undefined,
  idempotencyKey: undefined,
  acceptEncoding: undefined,
  signal: AbortSignal.timeout(requestTimeoutMs),
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

/** Creates an organization with its first user and session. */
export async function signUp(rpc: RpcClient): Promise<Account> {
  const email = `${newId()}@plat.example`;
  const password = "correct horse battery";
  const created = await rpc.call(
    keysContract.signUp,
    { body: { organizationName: "Acme", email, password } },
    { requestId: newId(), caller: anonymous },
  );
  const { user, organization, token } = created;
  return { email, password, organizationId: organization.id, userId: user.id, token, caller: sessionCaller(created) };
}

/** The caller that a gateway derives from a session's token. */
export function sessionCaller(session: { token: string; user: { id: string }; organization: { id: string } }): Caller {
  const claims = JSON.parse(Buffer.from(session.token.split(".")[1] ?? "", "base64url").toString()) as { sid: string };
  return {
    kind: "session",
    organizationId: session.organization.id,
    userId: session.user.id,
    sessionId: claims.sid,
  };
}

/** Whether Redis contains the end of a caller's session. */
export async function isSessionEnded(redis: Redis, caller: Caller): Promise<boolean> {
  if (caller.kind !== "session") throw new Error("not a session");
  const [record] = await redis.keys(`*session:${caller.userId}:${caller.sessionId}`);
  return (await redis.hexists(record ?? "", recordField.revokedAt)) === 1;
}

/** The code of the error that a call rejects with, or `no error`. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "no error";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
