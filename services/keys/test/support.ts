import { AppError, type Caller, type Endpoint, keysContract } from "@plat/contracts";
import {
  connectNats,
  createLogger,
  loadConfig,
  type Logger,
  newId,
  readProblem,
  RpcClient,
  type Running,
} from "@plat/kit";
import { type TestEngines, testEngines, uniqueName } from "@plat/testkit";
import { startKeys } from "../src/app.ts";
import { keysSettings } from "../src/config.ts";

export interface KeysUnderTest {
  engines: TestEngines;
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

/** The keys service on real engines, asked over the bus as a gateway would. */
export async function keysUnderTest(settings: Record<string, string> = {}): Promise<KeysUnderTest> {
  const engines = await testEngines("mongo", "redis", "nats");
  const env = {
    MONGO_URL: engines.url("mongo"),
    MONGO_DATABASE: uniqueName("keys"),
    REDIS_URL: engines.url("redis"),
    NATS_URL: engines.url("nats"),
    OPS_HOST: "127.0.0.1",
    ...settings,
  };
  const lines: string[] = [];
  const log = createLogger({
    service: "keys",
    level: "debug",
    destination: { write: (line: string) => void lines.push(line) },
  });
  let running: Running = await startKeys(loadConfig(keysSettings, env), log);
  const nats = await connectNats({ url: engines.url("nats"), name: "test", log });
  const rpc = new RpcClient(nats, "_INBOX_test");
  return {
    engines,
    env,
    rpc,
    logger: log,
    log: lines,
    async ask(endpoint, input, options) {
      const reply = await rpc.request(endpoint.subject, Buffer.from(JSON.stringify(input)), {
        ...options,
        timeoutMs: 10_000,
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
      await engines.stop();
    },
  };
}

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
