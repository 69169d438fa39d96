import { gatewayContract, keysContract } from "@plat/contracts";
import type { RpcReply, RpcClient } from "@plat/kit";
import type { Authenticator } from "../auth/authenticator.ts";
import { requireCredential } from "../auth/credentials.ts";
import { type Buckets, quotaStatus } from "../quota/rate-limit-headers.ts";
import type { Forward } from "./endpoint-handler.ts";
import { acceptsEventStream, streamEvents } from "./event-stream.ts";
import { credentialOf } from "./request-context.ts";

export interface ForwardingDeps {
  rpc: RpcClient;
  authenticator: Authenticator;
  buckets: Buckets;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

const publicKeysTtlMs = 1_000;

/** Forwards validated requests to the services over NATS. A few endpoints are implemented by the gateway itself. */
export function createForward(deps: ForwardingDeps): Forward {
  const { rpc } = deps;
  const streams = new Map<string, number>();
  const request: Forward = (definition, input, meta) => rpc.request(definition.subject, input, meta);
  const overrides = new Map<string, Forward>([
    [gatewayContract.whoami.subject, whoami(deps)],
    // Anonymous and without a rate limit: the keys service receives at most one request per second.
    [keysContract.publicKeys.subject, ttlMemo(request, publicKeysTtlMs)],
  ]);
  return async (definition, input, meta, context) => {
    const override = overrides.get(definition.subject);
    if (override !== undefined) return override(definition, input, meta, context);
    if (definition.eventStream === true && acceptsEventStream(context.request)) {
      await streamEvents({ ...deps, streams }, definition, input, meta, context);
      return undefined;
    }
    return request(definition, input, meta, context);
  };
}

/** TTL memoization: all calls within `ttlMs` share one reply, whatever their arguments. Errors are not cached. */
function ttlMemo(forward: Forward, ttlMs: number): Forward {
  let cached: { until: number; reply: ReturnType<Forward> } | undefined;
  return (...call) => {
    if (cached !== undefined && cached.until > performance.now()) return cached.reply;
    const entry = { until: performance.now() + ttlMs, reply: forward(...call) };
    cached = entry;
    const evict = (): void => {
      if (cached === entry) cached = undefined;
    };
    void entry.reply.then((reply) => (reply === undefined || reply.status >= 400 ? evict() : undefined), evict);
    return entry.reply;
  };
}

/** `GET /auth/whoami`: the names come from the keys service, the quota from Redis. */
function whoami({ rpc, authenticator, buckets }: ForwardingDeps): Forward {
  return async (_, __, { requestId, caller }, { request, response, address }): Promise<RpcReply> => {
    const credential = requireCredential(credentialOf(request, response.locals));
    const { admission } = await authenticator.peek(credential, address, "listings");
    const session = caller.kind === "session" ? { userId: caller.userId } : {};
    const key = caller.kind === "api_key" ? { keyId: caller.keyId } : {};
    const organizationId = "organizationId" in caller ? caller.organizationId : "";
    const body = { organizationId, ...session, ...key };
    const names = await rpc.call(keysContract.identify, { body }, { requestId });
    const result = {
      kind: caller.kind,
      ...names,
      scopes: caller.kind === "api_key" ? caller.scopes : ["read", "write"],
      quota: quotaStatus(buckets.listings, admission.windows),
    };
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(result)) };
  };
}
