import { AppError, type Caller, type Endpoint, type Scope } from "@plat/contracts";
import { type RpcReply, type CallMeta, readProblem } from "@plat/kit";
import type { Request, Response } from "express";
import type { Authenticated, Authenticator } from "../auth/authenticator.ts";
import { requireCredential } from "../auth/credentials.ts";
import { type BucketName, type Buckets, rateLimitHeader, requireQuota } from "../quota/rate-limit-headers.ts";
import { credentialOf, traceparentOf } from "./request-context.ts";
import { inputReader } from "./request-input.ts";
import { sendReply } from "./responses.ts";

/**
 * Produces the reply of an endpoint: from a service over NATS, or from the gateway itself.
 * @returns undefined if the response was already sent
 */
export type Forward = (
  definition: Endpoint,
  input: Uint8Array,
  meta: CallMeta,
  context: { request: Request; response: Response; authenticated: Authenticated | undefined; address: string },
) => Promise<RpcReply | undefined>;

export interface EndpointDeps {
  authenticator: Authenticator;
  buckets: Buckets;
  /** The address of the client, for rate limits. */
  addressOf: (request: Request) => string;
  forward: Forward;
  /** Limit of a body in bytes, by whether the endpoint accepts large bodies. */
  bodyBytesMax: (large: boolean) => number;
}

/**
 * The steps of every endpoint: credential, quota, scope, input, forwarding, response.
 * @param name of the endpoint in metrics and usage, for example `GET /properties/:id`
 */
export function endpointHandler(definition: Endpoint, name: string, deps: EndpointDeps) {
  const readInput = inputReader(definition, deps.bodyBytesMax);
  const timeoutMs = definition.timeoutMs ?? 5_000;
  return async (request: Request, response: Response): Promise<void> => {
    const context = response.locals;
    context.endpoint = name;
    const credential = credentialOf(request, context);
    const address = deps.addressOf(request);
    const authenticated = await admit(
      definition,
      deps,
      response,
      () => deps.authenticator.authenticate(requireCredential(credential), address, bucketName(definition)),
      address,
    );
    if (authenticated !== undefined) requireScope(definition, authenticated.caller);
    const input = await readInput(request, context.query);
    const caller = authenticated?.caller ?? { kind: "anonymous", address };
    const meta = callMeta(definition, request, context.requestId, timeoutMs, caller);
    const reply = await deps.forward(definition, input, meta, { request, response, authenticated, address });
    if (reply === undefined) return;
    if (reply.status >= 400) throw readProblem(reply);
    sendReply(response, reply);
  };
}

const bucketName = ({ quota }: Endpoint): BucketName => (quota === "listings" ? "listings" : "management");

/** Authenticates the request and enforces its quota. Stores the state of the quota for the response headers. */
async function admit(
  definition: Endpoint,
  { authenticator, buckets }: EndpointDeps,
  response: Response,
  authenticate: () => Promise<Authenticated>,
  address: string,
): Promise<Authenticated | undefined> {
  if (definition.auth === "public" && definition.quota === "none") return undefined;
  const context = response.locals;
  const bucket = buckets[bucketName(definition)];
  const authenticated = definition.auth === "public" ? undefined : await authenticate();
  const admission = authenticated?.admission ?? (await authenticator.admitAnonymous(address));
  context.keyHash = authenticated?.keyHash;
  if (definition.quota !== "none" && bucket.policy !== "") {
    context.rateLimitPolicy = bucket.policy;
    context.rateLimit = rateLimitHeader(bucket, admission.windows);
    requireQuota(bucket, admission);
  }
  return authenticated;
}

/** @throws AppError `api_key_not_allowed`, `insufficient_scope` */
function requireScope({ auth, scope }: Endpoint, caller: Caller): void {
  if (caller.kind !== "api_key") return;
  if (auth === "session")
    throw new AppError("api_key_not_allowed", "API keys are managed by users: sign in and send the session token.");
  if (scope !== undefined && !caller.scopes.includes(scope)) throw insufficientScope(scope);
}
const insufficientScope = (scope: Scope): AppError =>
  new AppError("insufficient_scope", `The API key lacks the scope ${scope}.`);

function callMeta(
  { idempotent, etag }: Endpoint,
  request: Request,
  requestId: string,
  timeoutMs: number,
  caller: Caller,
): CallMeta {
  const { headers, method } = request;
  const meta: CallMeta = { requestId, caller, timeoutMs };
  if (idempotent === true && typeof headers["idempotency-key"] === "string")
    meta.idempotencyKey = headers["idempotency-key"];
  if (etag === true) {
    if (headers["if-match"] !== undefined && method !== "GET") meta.ifMatch = headers["if-match"];
    if (headers["if-none-match"] !== undefined) meta.ifNoneMatch = headers["if-none-match"];
  }
  const encoding = headers["accept-encoding"];
  if (typeof encoding === "string") meta.acceptEncoding = encoding;
  const traceparent = traceparentOf(request);
  if (traceparent !== undefined) meta.traceparent = traceparent;
  return meta;
}
