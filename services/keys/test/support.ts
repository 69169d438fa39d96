import { type Caller, keysContract } from "@plat/contracts";
import { connectNats, createLogger, loadConfig, newId, RpcClient, type Running } from "@plat/kit";
import { type TestEngines, testEngines, uniqueName } from "@plat/testkit";
import { startKeys } from "../src/app.ts";
import { keysSettings } from "../src/config.ts";

export interface KeysUnderTest {
  engines: TestEngines;
  /** Settings that the service runs with. */
  env: Record<string, string>;
  rpc: RpcClient;
  log: string[];
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
    log: lines,
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
  const claims = JSON.parse(Buffer.from(made.token.split(".")[1] ?? "", "base64url").toString()) as { sid: string };
  const caller: Caller = {
    kind: "session",
    organizationId: made.organization.id,
    userId: made.user.id,
    sessionId: claims.sid,
  };
  return { email, password, organizationId: made.organization.id, userId: made.user.id, token: made.token, caller };
}
