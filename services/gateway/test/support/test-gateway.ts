import { keysContract, redisKeys, recordField } from "@plat/contracts";
import { createLogger, loadConfig, newId } from "@plat/kit";
import { type TestBackingServices, testBackingServices } from "@plat/testkit";
import { Redis } from "ioredis";
import type { JWK } from "jose";
import { type Gateway, startGateway } from "../../src/app.ts";
import { gatewaySettings } from "../../src/config.ts";
import { hashOf } from "../../src/auth/credentials.ts";
import { type FakeServices, startFakeServices } from "./fake-services.ts";

export interface TestGateway {
  gateway: Gateway;
  url: string;
  backingServices: TestBackingServices;
  redis: Redis;
  services: FakeServices;
  /** Log lines of all gateways. */
  log: string[];
  /** Stores the record of an API key in Redis, as the keys service does. */
  storeKey(
    key: string,
    record?: { id?: string; organizationId?: string; scopes?: string; expiresAt?: number },
  ): Promise<void>;
  storeSession(userId: string, sessionId: string): Promise<void>;
  /** Starts another gateway in this process. */
  startAnother(env?: Record<string, string>): Promise<Gateway>;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  env?: Record<string, string>;
  /** Public keys that the fake keys service returns. */
  publicKeys?: JWK[];
}

/** Starts a gateway in this process with real Redis and NATS. All services behind it are fakes. */
export async function startTestGateway({ env = {}, publicKeys = [] }: TestGatewayOptions = {}): Promise<TestGateway> {
  const backingServices = await testBackingServices("redis", "nats");
  const lines: string[] = [];
  const log = createLogger({
    service: "gateway",
    level: "debug",
    destination: { write: (line) => void lines.push(line) },
  });
  const services = await startFakeServices(backingServices.url("nats"), ["listings.v1.>", "search.v1.>", "keys.v1.>"]);
  const echo = services.respond;
  services.respond = (request) => {
    if (request.subject === keysContract.publicKeys.subject) return { body: { keys: publicKeys } };
    if (request.subject === keysContract.lookUpKey.subject) return { body: { record: null } };
    if (request.subject === keysContract.lookUpSession.subject) return { body: { endedAt: null, endsAt: null } };
    return echo(request);
  };
  const started: Gateway[] = [];
  const startAnother = async (overrides: Record<string, string> = {}): Promise<Gateway> => {
    const settings = {
      REDIS_URL: backingServices.url("redis"),
      NATS_URL: backingServices.url("nats"),
      HOST: "127.0.0.1",
      PORT: "0",
      OPS_HOST: "127.0.0.1",
      RATE_LIMITS: "off",
      REDIS_TIMEOUT_MS: "5000",
      ...env,
      ...overrides,
    };
    const gateway = await startGateway(loadConfig(gatewaySettings, settings), log);
    started.push(gateway);
    return gateway;
  };
  const gateway = await startAnother();
  const redis = new Redis(backingServices.url("redis"));
  const keys = redisKeys("plat:");
  const storeRecord = async (name: string, fields: Record<string, string | number>): Promise<void> => {
    await redis.hset(name, { [recordField.version]: 1, ...fields });
  };
  return {
    gateway,
    url: gateway.url,
    backingServices,
    redis,
    services,
    log: lines,
    startAnother,
    storeKey: (key, { id = newId(), organizationId = newId(), scopes = "read,write", expiresAt } = {}) =>
      storeRecord(keys.key(hashOf(key)), {
        [recordField.id]: id,
        [recordField.organizationId]: organizationId,
        [recordField.scopes]: scopes,
        ...(expiresAt === undefined ? {} : { [recordField.expiresAt]: expiresAt }),
      }),
    storeSession: (userId, sessionId) => storeRecord(keys.session(userId, sessionId), { [recordField.id]: sessionId }),
    async stop() {
      await Promise.all(started.map((instance) => instance.stop()));
      redis.disconnect();
      await services.close();
      await backingServices.stop();
    },
  };
}
