import { AppError, errorTable, type FieldError, invalid } from "@plat/contracts";
import { type RpcReply, redact } from "@plat/kit";
import type { IncomingMessage } from "node:http";
import type { HttpResponse, RequestContext } from "./request-context.ts";

/** On every response. HSTS is the responsibility of whatever terminates TLS. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;

const quotaType = "https://iana.org/assignments/http-problem-types#quota-exceeded";

/** The problem document (RFC 9457) of an error. */
export function problemOf(
  error: AppError,
  { path, requestId }: Pick<RequestContext, "path" | "requestId">,
): Record<string, unknown> {
  const { status, title } = errorTable[error.code];
  return {
    ...error.extensions,
    type: error.code === "quota_exceeded" ? quotaType : "about:blank",
    title,
    status,
    detail: redact(error.message),
    instance: instanceOf(path),
    code: error.code,
    requestId,
    ...(error.errors === undefined ? {} : { errors: error.errors.map(redactPointer) }),
  };
}

/** The name of an unknown body field may be a credential. All other names are from the contract, or truncated. */
const redactPointer = (error: FieldError): FieldError =>
  "pointer" in error ? { ...error, pointer: redact(error.pointer) } : error;

/** The path as received, or decoded and redacted if decoding reveals a credential. */
function instanceOf(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A path that cannot be decoded cannot hide a credential.
  }
  const redacted = redact(decoded);
  return redacted === decoded ? path : redacted;
}

function commonHeaders(context: RequestContext): Record<string, string | number> {
  const headers: Record<string, string | number> = { "x-request-id": context.requestId, ...securityHeaders };
  if (context.rateLimitPolicy !== undefined) headers["ratelimit-policy"] = context.rateLimitPolicy;
  if (context.rateLimit !== undefined) headers["ratelimit"] = context.rateLimit;
  return headers;
}

/** Maps any error to one that a client may see: unexpected errors become `internal` without their text. */
export function toPublicError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof URIError)
    return invalid([{ in: "path", name: "path", detail: "is not valid percent-encoded UTF-8" }]);
  return new AppError("internal", errorTable.internal.title, { cause: error });
}

/** Responds with a problem document. Closes the connection if an incomplete request body would block it. */
export function sendProblem(request: IncomingMessage, response: HttpResponse, error: AppError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const context = response.locals;
  const body = Buffer.from(JSON.stringify(problemOf(error, context)));
  const headers = commonHeaders(context);
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

/** Forwards the reply of a service: status, headers and bytes. Headers that begin with `plat-` are internal. */
export function sendReply(response: HttpResponse, reply: RpcReply): void {
  const headers = commonHeaders(response.locals);
  const { body } = reply;
  const hasNoBody = reply.status === 204 || reply.status === 304;
  if (!hasNoBody) {
    headers["content-type"] = "application/json; charset=utf-8";
    headers["content-length"] = body.length;
  }
  headers["cache-control"] = reply.headers["etag"] === undefined ? "no-store" : "private, no-cache";
  for (const name in reply.headers) {
    const value = reply.headers[name];
    if (value === undefined) continue;
    if (name === "vary") headers["vary"] = extendVary(response, value);
    else if (name === nextCursor) headers["link"] = nextLink(response.locals, value);
    else if (!name.startsWith("plat-")) headers[name] = value;
  }
  response.writeHead(reply.status, headers);
  if (hasNoBody || body.length === 0) response.end();
  else response.end(body);
}

/** Responds with JSON that the gateway itself created. */
export function sendJson(response: HttpResponse, status: number, body: unknown): void {
  sendReply(response, { status, headers: {}, body: Buffer.from(JSON.stringify(body)) });
}

function extendVary(response: HttpResponse, value: string): string {
  const current = response.getHeader("vary");
  return current === undefined ? value : `${String(current)}, ${value}`;
}

const nextCursor = "plat-next-cursor";

/** The same query with the cursor of the next page, and without the API key that it may contain. */
function nextLink({ path, query }: RequestContext, cursor: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete("api_key");
  parameters.set("cursor", cursor);
  return `<${redact(path)}?${parameters.toString()}>; rel="next"`;
}
