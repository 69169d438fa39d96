import { AppError, invalid } from "@plat/contracts";
import { redact } from "@plat/kit";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Credential, readCredential } from "../auth/credentials.ts";

/** State of one request, in `response.locals`. */
export interface RequestContext {
  requestId: string;
  /** As received, without the query. */
  path: string;
  /** As received, without the question mark. May contain an API key: never logged, never echoed. */
  query: string;
  /** Monotonic time in milliseconds, from `performance.now()`. */
  startedAt: number;
  /** Name of the endpoint in metrics and usage, for example `GET /properties/:id`. */
  endpoint: string;
  /** SHA-256 of the API key, set once it is authenticated. */
  keyHash: string | undefined;
  rateLimitPolicy: string | undefined;
  rateLimit: string | undefined;
}

/** A response with the context of its request. Every response of Express is one, by the augmentation below. */
export type HttpResponse = ServerResponse & { locals: RequestContext };

declare global {
  namespace Express {
    interface Locals extends RequestContext {}
  }
}

const validRequestId = /^[A-Za-z0-9._:-]{1,128}$/;

const traceparent = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace context of the caller (W3C Trace Context), if it is well-formed. */
export function traceparentOf({ headers }: IncomingMessage): string | undefined {
  const value = headers["traceparent"];
  return typeof value === "string" && traceparent.test(value) ? value : undefined;
}

/** Reuses a well-formed id of the request unless it looks like a credential. */
function requestIdOf(request: IncomingMessage): string {
  const value = request.headers["x-request-id"];
  return typeof value === "string" && validRequestId.test(value) && redact(value) === value ? value : randomUUID();
}

/** Scheme and authority of a request target in absolute form (RFC 9112, 3.2.2). */
const origin = /^https?:\/\/[^/?]*/i;

/** Adds the context of a request to its response. Must run first: everything else relies on it. */
export function openRequestContext(request: IncomingMessage, response: ServerResponse): HttpResponse {
  const url = (request.url ?? "").replace(origin, "");
  const mark = url.indexOf("?");
  const locals: RequestContext = {
    requestId: requestIdOf(request),
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? "" : url.slice(mark + 1),
    startedAt: performance.now(),
    endpoint: "none",
    keyHash: undefined,
    rateLimitPolicy: undefined,
    rateLimit: undefined,
  };
  return Object.assign(response, { locals });
}

/**
 * Rejects requests that Node's parser accepts but a proxy may interpret differently.
 * @throws AppError `validation_failed` that names the header
 */
export function checkFraming(request: IncomingMessage): void {
  const { headers, httpVersionMinor, url = "" } = request;
  if (url.includes("#")) throw invalid([{ in: "path", name: "request line", detail: "must not contain a fragment" }]);
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding !== "chunked")
    throw invalid([{ in: "header", name: "transfer-encoding", detail: "must be chunked" }]);
  if (headers.host === undefined && httpVersionMinor >= 1)
    throw invalid([{ in: "header", name: "host", detail: "is required" }]);
}

/** The credential of a request. @throws AppError as `readCredential` */
export const credentialOf = (request: IncomingMessage, { query }: RequestContext): Credential | undefined =>
  readCredential(request.rawHeaders, query);

/** The 404 for a path that no endpoint has. */
export const pathNotFound = (): AppError => new AppError("not_found", "There is no resource at this path.");
