import { gatewayContract, keysContract } from "@plat/contracts";
import type { BusReply, RpcClient } from "@plat/kit";
import type { Authenticator, BucketName } from "../auth/authenticator.ts";
import { credentialOf, required } from "./request-context.ts";
import { streamEvents, wantsEventStream } from "./event-stream.ts";
import type { Forward } from "./routes.ts";
import { type Bucket, quotaView } from "../quota/rate-limit-headers.ts";

export interface ForwardDeps {
  rpc: RpcClient;
  authenticator: Authenticator;
  buckets: Record<BucketName, Bucket>;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

/** Sends a checked request where it is answered. */
export function createForward(deps: ForwardDeps): Forward {
  const { rpc } = deps;
  const streams = new Map<string, number>();
  const own = new Map<string, Forward>([
    [gatewayContract.whoami.subject, whoami(deps)],
    [
      keysContract.publicKeys.subject,
      onceASecond((definition, input, meta) => rpc.request(definition.subject, input, meta)),
    ],
  ]);
  return async (definition, input, meta, context) => {
    const answer = own.get(definition.subject);
    if (answer !== undefined) return answer(definition, input, meta, context);
    if (definition.eventStream === true && wantsEventStream(context.request)) {
      await streamEvents({ ...deps, streams }, definition, input, meta, context);
      return undefined;
    }
    return rpc.request(definition.subject, input, meta);
  };
}

const keptMs = 1_000;

/** For what anybody may ask without a limit: however many do, the service behind is asked once a second. */
function onceASecond(forward: Forward): Forward {
  let kept: { until: number; reply: ReturnType<Forward> } | undefined;
  return (...call) => {
    if (kept !== undefined && kept.until > performance.now()) return kept.reply;
    const asked = { until: performance.now() + keptMs, reply: forward(...call) };
    kept = asked;
    const forget = (): void => {
      if (kept === asked) kept = undefined;
    };
    void asked.reply.then((reply) => (reply === undefined || reply.status >= 400 ? forget() : undefined), forget);
    return asked.reply;
  };
}

/** `GET /auth/whoami`: the names come from the keys service, the quota from Redis. */
function whoami({ rpc, authenticator, buckets }: ForwardDeps): Forward {
  return async (_, __, { requestId, caller }, { request, response, address }): Promise<BusReply> => {
    const credential = required(credentialOf(request, response.locals));
    const { verdict } = await authenticator.look(credential, address, "listings");
    const session = caller.kind === "session" ? { userId: caller.userId } : {};
    const key = caller.kind === "api_key" ? { keyId: caller.keyId } : {};
    const organizationId = "organizationId" in caller ? caller.organizationId : "";
    const body = { organizationId, ...session, ...key };
    const names = await rpc.call(keysContract.identify, { body }, { requestId });
    const answer = {
      kind: caller.kind,
      ...names,
      scopes: caller.kind === "api_key" ? caller.scopes : ["read", "write"],
      quota: quotaView(buckets.listings, verdict.windows),
    };
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
  };
}
