import { keysContract, redisKeys, recordField } from "@plat/contracts";
import { createLogger, loadConfig, newId } from "@plat/kit";
import { type TestBackingServices, testBackingServices } from "@plat/testkit";
import { Redis } from "ioredis";
import type { JWK } from "jose";
import { type Gateway, startGateway } from "../../src/app.ts";
import { gatewaySettings } from "../../src/config.ts";
import { hashOf } from "../../src/auth/credentials.ts";
import { type Peer, startPeer } from "./fake-services.ts";

export interface GatewayAlone {
  gateway: Gateway;
  url: string;
  backingServices: TestBackingServices;
  redis: Redis;
  peer: Peer;
  log: string[];
  /** Puts the record of a key where gateways look, as the keys service would. */
  putKey(
    key: string,
    record?: { id?: string; organizationId?: string; scopes?: string; expiresAt?: number },
  ): Promise<void>;
  putSession(userId: string, sessionId: string): Promise<void>;
  /** A further gateway in this process. */
  another(env?: Record<string, string>): Promise<Gateway>;
  stop(): Promise<void>;
}

export interface AloneOptions {
  env?: Record<string, string>;
  /** Keys that session tokens are checked against. */
  publicKeys?: JWK[];
}

/** A gateway in this process, with nothing but Redis, NATS and a peer that stands in for every service. */
export async function gatewayAlone({ env = {}, publicKeys = [] }: AloneOptions = {}): Promise<GatewayAlone> {
  const backingServices = await testBackingServices("redis", "nats");
  const lines: string[] = [];
  const log = createLogger({
    service: "gateway",
    level: "debug",
    destination: { write: (line) => void lines.push(line) },
  });
  const peer = await startPeer(backingServices.url("nats"), ["listings.v1.>", "search.v1.>", "keys.v1.>"]);
  const sayIt = peer.respond;
  peer.respond = (asked) => {
    if (asked.subject === keysContract.publicKeys.subject) return { body: { keys: publicKeys } };
    if (asked.subject === keysContract.lookUpKey.subject) return { body: { record: null } };
    if (asked.subject === keysContract.lookUpSession.subject) return { body: { endedAt: null, endsAt: null } };
    return sayIt(asked);
  };
  const started: Gateway[] = [];
  const another = async (more: Record<string, string> = {}): Promise<Gateway> => {
    const settings = {
      REDIS_URL: backingServices.url("redis"),
      NATS_URL: backingServices.url("nats"),
      HOST: "127.0.0.1",
      PORT: "0",
      OPS_HOST: "127.0.0.1",
      RATE_LIMITS: "off",
      REDIS_TIMEOUT_MS: "5000",
      ...env,
      ...more,
    };
    const gateway = await startGateway(loadConfig(gatewaySettings, settings), log);
    started.push(gateway);
    return gateway;
  };
  const gateway = await another();
  const redis = new Redis(backingServices.url("redis"));
  const names = redisKeys("plat:");
  const put = async (name: string, fields: Record<string, string | number>): Promise<void> => {
    await redis.hset(name, { [recordField.version]: 1, ...fields });
  };
  return {
    gateway,
    url: gateway.url,
    backingServices,
    redis,
    peer,
    log: lines,
    another,
    putKey: (key, { id = newId(), organizationId = newId(), scopes = "read,write", expiresAt } = {}) =>
      put(names.key(hashOf(key)), {
        [recordField.id]: id,
        [recordField.organizationId]: organizationId,
        [recordField.scopes]: scopes,
        ...(expiresAt === undefined ? {} : { [recordField.expiresAt]: expiresAt }),
      }),
    putSession: (userId, sessionId) => put(names.session(userId, sessionId), { [recordField.id]: sessionId }),
    async stop() {
      await Promise.all(started.map((one) => one.stop()));
      redis.disconnect();
      await peer.close();
      await backingServices.stop();
    },
  };
}
