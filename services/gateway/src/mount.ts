import {
  AppError,
  type Caller,
  type Endpoint,
  errorTable,
  type FieldError,
  type Http,
  invalid,
  parseParams,
  parseQuery,
  type Scope,
  toFieldErrors,
  validator,
} from "@plat/contracts";
import { type BusReply, type CallMeta, isIfMatch, readProblem } from "@plat/kit";
import type { Request, Router } from "express";
import { type Authenticated, type Authenticator, type BucketName, requireQuota } from "./auth.ts";
import { readJson } from "./body.ts";
import { type Answer, credentialOf, required, traceparentOf } from "./exchange.ts";
import { type Bucket, rateLimitField } from "./quota.ts";
import { sendReply } from "./respond.ts";

/** What an endpoint is answered with: by a service over the bus, or by the gateway itself. */
export type Forward = (
  definition: Endpoint,
  input: Uint8Array,
  meta: CallMeta,
  context: { request: Request; response: Answer; authenticated: Authenticated | undefined; address: string },
) => Promise<BusReply | undefined>;

export interface MountDeps {
  authenticator: Authenticator;
  buckets: Record<BucketName, Bucket>;
  addressOf: (request: Request) => string;
  forward: Forward;
  /** Bytes of a body, by whether the endpoint takes large ones. */
  bodyBytesMax: (large: boolean) => number;
}

export interface Route {
  http: Http;
  definition: Endpoint;
  /** `GET /properties/:id` */
  name: string;
}

/** Every endpoint that can be reached over HTTP, the more specific path first. */
export function routesOf(contract: Record<string, Endpoint>): Route[] {
  const routes = Object.values(contract).flatMap((definition): Route[] =>
    definition.http === undefined
      ? []
      : [{ http: definition.http, definition, name: `${definition.http.method} ${definition.http.path}` }],
  );
  return routes.toSorted((a, b) => (specificity(a.http.path) < specificity(b.http.path) ? -1 : 1));
}
/** Sorts a named segment after a fixed one in the same place. */
const specificity = (path: string): string =>
  path
    .split("/")
    .map((segment) => (segment.startsWith(":") ? "~" : `!${segment}`))
    .join("/");

/** Puts every route in, and an answer for the methods that a path does not have. */
export function mount(router: Router, routes: Route[], deps: MountDeps): void {
  const byPath = Map.groupBy(routes, (route) => route.http.path);
  for (const [path, sharing] of byPath) {
    const handlers = router.route(path);
    for (const route of sharing) {
      const handle = handler(route, deps);
      const method = route.http.method.toLowerCase() as "get" | "post" | "patch" | "delete";
      // Express passes on what a promise is rejected with.
      handlers[method]((request, response) => handle(request, response as unknown as Answer));
    }
    const allowed = sharing.flatMap(({ http }) => (http.method === "GET" ? ["GET", "HEAD"] : [http.method])).join(", ");
    handlers.all(() => {
      throw new AppError("method_not_allowed", `This path takes ${allowed}.`, { headers: { allow: allowed } });
    });
  }
}

function handler({ definition, name }: Route, deps: MountDeps) {
  const read = inputReader(definition, deps);
  const timeoutMs = definition.timeoutMs ?? 5_000;
  return async (request: Request, response: Answer): Promise<void> => {
    const exchange = response.locals;
    exchange.endpoint = name;
    const credential = credentialOf(request, exchange);
    const address = deps.addressOf(request);
    const authenticated = await admit(
      definition,
      deps,
      response,
      () => deps.authenticator.authenticate(required(credential), address, bucketName(definition)),
      address,
    );
    if (authenticated !== undefined) requireScope(definition, authenticated.caller);
    const input = await read(request, exchange.query);
    const reply = await deps.forward(
      definition,
      input,
      callMeta(
        definition,
        request,
        exchange.requestId,
        timeoutMs,
        authenticated?.caller ?? { kind: "anonymous", address },
      ),
      { request, response, authenticated, address },
    );
    if (reply === undefined) return;
    if (reply.status >= 400) throw readProblem(reply);
    sendReply(response, reply);
  };
}

const bucketName = ({ quota }: Endpoint): BucketName => (quota === "listings" ? "listings" : "management");

/** Credential and quota; leaves what is left of the quota for the answer's headers. */
async function admit(
  definition: Endpoint,
  { authenticator, buckets }: MountDeps,
  response: Answer,
  authenticate: () => Promise<Authenticated>,
  address: string,
): Promise<Authenticated | undefined> {
  if (definition.auth === "public" && definition.quota === "none") return undefined;
  const exchange = response.locals;
  const bucket = buckets[bucketName(definition)];
  const authenticated = definition.auth === "public" ? undefined : await authenticate();
  const verdict = authenticated?.verdict ?? (await authenticator.admit(address));
  exchange.keyHash = authenticated?.keyHash;
  if (definition.quota !== "none" && bucket.policy !== "") {
    exchange.rateLimitPolicy = bucket.policy;
    exchange.rateLimit = rateLimitField(bucket, verdict.windows);
    requireQuota(bucket, verdict);
  }
  return authenticated;
}

function requireScope({ auth, scope }: Endpoint, caller: Caller): void {
  if (caller.kind !== "api_key") return;
  if (auth === "session")
    throw new AppError("api_key_not_allowed", "API keys are managed by users: sign in and send the session token.");
  if (scope !== undefined && !caller.scopes.includes(scope)) throw insufficient(scope);
}
const insufficient = (scope: Scope): AppError =>
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
/** Query parameters that are the gateway's, on any path. */
export const ownParameters: ReadonlySet<string> = new Set(["api_key"]);
const noInput = Buffer.from('{"params":{},"query":{}}');
const noBody = new Uint8Array();
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** Checks everything of a request's input, names all that is wrong at once, and gives what the service gets. */
function inputReader(definition: Endpoint, { bodyBytesMax }: MountDeps) {
  const { http, params, query, body, largeBody = false, idempotent, etag } = definition;
  const conditional = etag === true && (http?.method === "PATCH" || http?.method === "DELETE");
  const validateBody = body === undefined ? undefined : validator(body, { unknownKeys: "reject" });
  // Where every member has a default, a request without a body is one with an empty one.
  const standIn = validateBody?.({}).ok === true ? { bytes: Buffer.from("{}"), value: {} } : undefined;
  const isBare = params === undefined && query === undefined && body === undefined;
  return async (request: Request, rawQuery: string): Promise<Uint8Array> => {
    if (isBare && rawQuery === "") return noInput;
    const errors: FieldError[] = [];
    const path = parseParams(params, request.params as Record<string, string>);
    if (!path.ok) errors.push(...toFieldErrors(path.issues, "path"));
    const asked = parseQuery(query, rawQuery, ownParameters);
    if (!asked.ok) errors.push(...toFieldErrors(asked.issues, "query"));
    const key = request.headers["idempotency-key"];
    if (idempotent === true && key !== undefined && !(typeof key === "string" && visibleAscii.test(key)))
      errors.push({ in: "header", name: "Idempotency-Key", detail: "must be 1 to 255 visible ASCII characters" });
    const ifMatch = conditional ? request.headers["if-match"] : undefined;
    if (ifMatch !== undefined && !isIfMatch(ifMatch))
      errors.push({ in: "header", name: "If-Match", detail: 'must be an ETag in its quotes, like "3-abc", or *' });
    let raw: Uint8Array = noBody;
    if (validateBody !== undefined) {
      const sent = await readJson(request, bodyBytesMax(largeBody));
      const { bytes, value } = sent.value === undefined && standIn !== undefined ? standIn : sent;
      const checked = validateBody(value);
      if (!checked.ok) errors.push(...toFieldErrors(checked.issues, "body"));
      raw = bytes;
    }
    if (errors.length > 0 || !path.ok || !asked.ok) throw invalid(errors);
    return envelope(path.value, asked.value, raw);
  };
}

/** The client's bytes go on as they are; they have been checked and are not written out again. */
function envelope(params: unknown, query: unknown, body: Uint8Array): Uint8Array {
  const head = `{"params":${JSON.stringify(params)},"query":${JSON.stringify(query)}`;
  if (body.length === 0) return Buffer.from(`${head}}`);
  return Buffer.concat([Buffer.from(`${head},"body":`), body, closing]);
}
const closing = Buffer.from("}");

/** Any error as one that a client may see. */
export function publicError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof URIError)
    return invalid([{ in: "path", name: "path", detail: "is not valid percent-encoded UTF-8" }]);
  return new AppError("internal", errorTable.internal.title, { cause: error });
}
