import type { IncomingMessage } from "node:http";
import type { HttpResponse } from "./request-context.ts";
import { securityHeaders } from "./responses.ts";

const methods = "GET, HEAD, POST, PATCH, DELETE";
const requestHeaders =
  "Authorization, X-API-Key, Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id";
const exposedHeaders =
  "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, ETag, Location, Link, Idempotency-Replayed, X-Index-Pending, WWW-Authenticate";

/**
 * Allows cross-origin requests of the given origins only. The origin of a request is never reflected unchecked, and
 * credentials mode (cookies) is not supported.
 * @param isPath whether an endpoint has this path; a preflight to any other path returns 404 like every request
 */
export function cors(origins: readonly string[], isPath: (path: string) => boolean) {
  const allowed = new Set(origins);
  const anyOrigin = allowed.has("*");
  /** @returns whether the request was a preflight that has now been responded to */
  return (request: IncomingMessage, response: HttpResponse): boolean => {
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
