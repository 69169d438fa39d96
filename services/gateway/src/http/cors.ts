import type { IncomingMessage } from "node:http";
import type { Answer } from "./request-context.ts";
import { securityHeaders } from "./responses.ts";

const methods = "GET, HEAD, POST, PATCH, DELETE";
const requestHeaders =
  "Authorization, X-API-Key, Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id";
const exposedHeaders =
  "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, ETag, Location, Link, Idempotency-Replayed, X-Index-Pending, WWW-Authenticate";

/**
 * Cross-origin requests of the origins that are named, and of no other: an origin is never taken from the request
 * unchecked, and cookies play no part.
 * @param isPath whether there is something at this path; a preflight elsewhere is a 404 like any request
 */
export function cors(origins: readonly string[], isPath: (path: string) => boolean) {
  const allowed = new Set(origins);
  const anyOrigin = allowed.has("*");
  /** Whether the request was a preflight, which has its answer now. */
  return (request: IncomingMessage, response: Answer): boolean => {
    if (allowed.size === 0) return false;
    if (!anyOrigin) response.setHeader("vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !(anyOrigin || allowed.has(origin))) return false;
    response.setHeader("access-control-allow-origin", anyOrigin ? "*" : origin);
    const isPreflight = request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
    if (!isPreflight || !isPath(response.locals.path)) {
      response.setHeader("access-control-expose-headers", exposedHeaders);
      return false;
    }
    response
      .writeHead(204, {
        ...securityHeaders,
        "x-request-id": response.locals.requestId,
        "access-control-allow-methods": methods,
        "access-control-allow-headers": requestHeaders,
        "access-control-max-age": "600",
        "cache-control": "no-store",
      })
      .end();
    return true;
  };
}
