import type { JsonSchema } from "./json-schema.ts";

const text = { type: "string" };
const header = (description: string, schema: JsonSchema = text): JsonSchema => ({ description, schema });

/** Headers of answers. */
export const headers: Record<string, JsonSchema> = {
  "X-Request-Id": header("Names this request in logs; a sane one that came with the request is kept"),
  ETag: header('`"<version>-<hash of the representation>"`'),
  "Cache-Control": header("`private, no-cache` where there is an ETag, else `no-store`"),
  Location: header("Path of what was made"),
  Link: header('`<…>; rel="next"` when there is a next page'),
  RateLimit: header('What is left, by window: `"minute";r=19;t=42, …` (draft-ietf-httpapi-ratelimit-headers)'),
  "RateLimit-Policy": header('The windows: `"minute";q=20;w=60, …` (draft-ietf-httpapi-ratelimit-headers)'),
  "Retry-After": header("Seconds until another request can pass", { type: "integer" }),
  "Idempotency-Replayed": header("`true` when this is the outcome of an earlier request with the same key"),
  "X-Index-Pending": header("`true` when search does not show the change yet, after waiting as asked"),
  "WWW-Authenticate": header("How to authenticate (RFC 9110)"),
};

/** Headers of requests, by the name of their component. */
export const requestHeaders: Record<string, JsonSchema> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Kept for 24 hours: the same key with the same body gives back the first outcome.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "ETag of the version that the change is meant for, in its quotes; another version is a 412.",
    schema: text,
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "ETag of what the caller has; unchanged is a 304.",
    schema: text,
  },
};

export const securitySchemes: Record<string, JsonSchema> = {
  apiKey: { type: "http", scheme: "bearer", bearerFormat: "svc_pk_…", description: "An API key." },
  apiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key", description: "An API key." },
  apiKeyQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description:
      "An API key, where headers cannot be set. Addresses end up in histories and logs of others: prefer a header.",
  },
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The token of a session, by POST /auth/sign-in.",
  },
};

export const tags: { name: string; description: string }[] = [
  { name: "Properties", description: "An organization's listings" },
  { name: "Search", description: "Listings of every organization: search, similar listings, counts" },
  { name: "Ads", description: "Ads of a listing" },
  { name: "Agents", description: "People that listings belong to" },
  { name: "Organization", description: "The caller's organization" },
  { name: "Events", description: "What changed" },
  { name: "API keys", description: "Made and revoked by users with a session; API keys are refused here" },
  { name: "Sessions", description: "Signing up, in and out" },
  { name: "Operations", description: "This document" },
];
