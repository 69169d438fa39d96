import type { JsonSchema } from "./json-schema.ts";

const text = { type: "string" };
const header = (description: string, schema: JsonSchema = text): JsonSchema => ({ description, schema });

/** Response headers. */
export const headers: Record<string, JsonSchema> = {
  "X-Request-Id": header(
    "Id of the request, as found in the logs. A well-formed `X-Request-Id` of the request is reused.",
  ),
  ETag: header('Entity tag of the representation, in the form `"<version>-<hash>"`.'),
  "Cache-Control": header("`private, no-cache` if the response has an `ETag`, otherwise `no-store`."),
  Location: header("Path of the created resource."),
  Link: header('Link to the next page, if there is one: `<…>; rel="next"` (RFC 8288).'),
  RateLimit: header(
    'Remaining requests and seconds until the reset, per window, for example `"minute";r=19;t=42` (draft-ietf-httpapi-ratelimit-headers).',
  ),
  "RateLimit-Policy": header(
    'Quota and length in seconds of each window, for example `"minute";q=20;w=60` (draft-ietf-httpapi-ratelimit-headers).',
  ),
  "Retry-After": header("Seconds to wait before the next request.", { type: "integer" }),
  "Idempotency-Replayed": header(
    "`true` if the response is that of an earlier request with the same `Idempotency-Key`.",
  ),
  "X-Index-Pending": header("`true` if search did not show the change within the time limit of `waitForIndex`."),
  "WWW-Authenticate": header("Accepted authentication schemes (RFC 9110)."),
};

/** Request headers, per component name. */
export const requestHeaders: Record<string, JsonSchema> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Unique key that makes retries safe, for example a UUID. For 24 hours, a request with the same key and the same body returns the response of the first request.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "`ETag` of the version to change, including its quotes. If the resource has another version, the response is 412.",
    schema: text,
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "`ETag` of the cached representation. If it is still current, the response is 304 without a body.",
    schema: text,
  },
};

export const securitySchemes: Record<string, JsonSchema> = {
  apiKey: { type: "http", scheme: "bearer", bearerFormat: "svc_pk_…", description: "API key as a bearer token." },
  apiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key", description: "API key in a header." },
  apiKeyQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description:
      "API key as a query parameter, for clients that cannot set headers. Prefer a header: URLs are stored in browser histories and in the logs of proxies.",
  },
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "Session token, as returned by `POST /auth/sign-in`.",
  },
};

export const tags: { name: string; description: string }[] = [
  { name: "Properties", description: "Create, read, update and delete listings." },
  { name: "Search", description: "Search, similar listings, aggregations and suggestions across all organizations." },
  { name: "Ads", description: "Ads of a listing." },
  { name: "Agents", description: "Agents that listings are assigned to." },
  { name: "Organization", description: "The caller's organization." },
  { name: "Events", description: "Change feed of the organization." },
  { name: "API keys", description: "Manage API keys. These endpoints require a session and do not accept API keys." },
  { name: "Sessions", description: "Sign up, sign in and sign out." },
  { name: "Operations", description: "API description." },
];
