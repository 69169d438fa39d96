import { type AppError, errorTable, type FieldError } from "@plat/contracts";
import { type BusReply, redact } from "@plat/kit";
import type { IncomingMessage } from "node:http";
import type { Answer, Exchange } from "./request-context.ts";

/** On every answer. HSTS is left to whoever ends TLS. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;

const quotaType = "https://iana.org/assignments/http-problem-types#quota-exceeded";

/** A problem document (RFC 9457). */
export function problemOf(error: AppError, exchange: Pick<Exchange, "path" | "requestId">): Record<string, unknown> {
  const { status, title } = errorTable[error.code];
  return {
    ...error.extensions,
    type: error.code === "quota_exceeded" ? quotaType : "about:blank",
    title,
    status,
    detail: redact(error.message),
    instance: instanceOf(exchange.path),
    code: error.code,
    requestId: exchange.requestId,
    ...(error.errors === undefined ? {} : { errors: error.errors.map(withoutSecret) }),
  };
}

/** A member may be named like a credential; all other names are the contract's own, or cut short. */
const withoutSecret = (error: FieldError): FieldError =>
  "pointer" in error ? { ...error, pointer: redact(error.pointer) } : error;

/** The path; decoded where that brings a credential to light, which is then left out. */
function instanceOf(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // What cannot be decoded hides nothing.
  }
  const safe = redact(decoded);
  return safe === decoded ? path : safe;
}

function commonHeaders(exchange: Exchange): Record<string, string | number> {
  const headers: Record<string, string | number> = { "x-request-id": exchange.requestId, ...securityHeaders };
  if (exchange.rateLimitPolicy !== undefined) headers["ratelimit-policy"] = exchange.rateLimitPolicy;
  if (exchange.rateLimit !== undefined) headers["ratelimit"] = exchange.rateLimit;
  return headers;
}

/** Answers with a problem. What was not read of the body ends the connection, for nobody will read it. */
export function sendProblem(request: IncomingMessage, response: Answer, error: AppError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const exchange = response.locals;
  const body = Buffer.from(JSON.stringify(problemOf(error, exchange)));
  const headers = commonHeaders(exchange);
  headers["content-type"] = "application/problem+json";
  headers["content-length"] = body.length;
  headers["cache-control"] = "no-store";
  if (error.retryAfter !== undefined) headers["retry-after"] = error.retryAfter;
  else if (error.status === 503 || error.status === 504) headers["retry-after"] = 1;
  if (error.status === 401) headers["www-authenticate"] = 'Bearer realm="plat"';
  Object.assign(headers, error.headers);
  if (!request.complete && (error.status === 413 || error.status === 408)) headers["connection"] = "close";
  response.writeHead(error.status, headers).end(body);
}

/** Passes a service's answer on as it is: status, header fields and bytes. */
export function sendReply(response: Answer, reply: BusReply): void {
  const headers = commonHeaders(response.locals);
  const { body } = reply;
  const bodiless = reply.status === 204 || reply.status === 304;
  if (!bodiless) {
    headers["content-type"] = "application/json; charset=utf-8";
    headers["content-length"] = body.length;
  }
  headers["cache-control"] = reply.headers["etag"] === undefined ? "no-store" : "private, no-cache";
  for (const name in reply.headers) {
    const value = reply.headers[name];
    if (value === undefined) continue;
    if (name === "vary") headers["vary"] = alsoVary(response, value);
    else if (name === nextCursor) headers["link"] = nextLink(response.locals, value);
    else if (!name.startsWith("plat-")) headers[name] = value;
  }
  response.writeHead(reply.status, headers);
  if (bodiless || body.length === 0) response.end();
  else response.end(body);
}

/** Answers with JSON that the gateway made itself. */
export function sendJson(response: Answer, status: number, body: unknown): void {
  sendReply(response, { status, headers: {}, body: Buffer.from(JSON.stringify(body)) });
}

function alsoVary(response: Answer, value: string): string {
  const before = response.getHeader("vary");
  return before === undefined ? value : `${String(before)}, ${value}`;
}

const nextCursor = "plat-next-cursor";

/** The same query with the next page's cursor, and without a key that may have come in it. */
function nextLink({ path, query }: Exchange, cursor: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete("api_key");
  parameters.set("cursor", cursor);
  return `<${redact(path)}?${parameters.toString()}>; rel="next"`;
}
