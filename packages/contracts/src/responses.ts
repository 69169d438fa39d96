import type { Contract, Endpoint } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";

const anyCredential: readonly ErrorCode[] = [
  "ambiguous_credentials",
  "missing_credentials",
  "invalid_session",
  "expired_session",
];
const keyCredential: readonly ErrorCode[] = ["invalid_api_key", "revoked_api_key", "expired_api_key"];
const everywhere: readonly ErrorCode[] = [
  "validation_failed",
  "request_timeout",
  "headers_too_large",
  "internal",
  "unavailable",
  "timeout",
];

const isChange = (definition: Endpoint): boolean =>
  definition.http?.method === "PATCH" || definition.http?.method === "DELETE";

/** Returns every error code with which the endpoint can respond: its own, and those that follow from its definition. */
export function errorCodes(definition: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...everywhere, ...(definition.errors ?? [])]);
  const add = (when: boolean, more: readonly ErrorCode[]): void => {
    if (when) for (const code of more) codes.add(code);
  };
  const authenticated = definition.auth === "any" || definition.auth === "session";
  add(authenticated, [...anyCredential, ...keyCredential, "quota_exceeded"]);
  add(definition.auth === "session", ["api_key_not_allowed"]);
  add(definition.scope !== undefined, ["insufficient_scope"]);
  add(definition.quota !== "none", ["quota_exceeded"]);
  add(definition.body !== undefined, ["payload_too_large", "unsupported_media_type"]);
  add(definition.idempotent === true, ["conflict", "idempotency_key_reused"]);
  add(definition.etag === true && isChange(definition), ["precondition_failed"]);
  return [...codes];
}

/** Returns the names of the headers that a successful response of the endpoint can contain. */
export function responseHeaders(contract: Contract, definition: Endpoint): string[] {
  const names = ["X-Request-Id"];
  if (definition.quota === "listings" || definition.quota === "management") names.push("RateLimit-Policy", "RateLimit");
  if (definition.etag === true && definition.output !== null) names.push("ETag");
  if (hasLocation(contract, definition)) names.push("Location");
  if (definition.http?.method === "GET" && definition.query !== undefined && "cursor" in definition.query.shape)
    names.push("Link");
  if (definition.idempotent === true) names.push("Idempotency-Replayed");
  if (definition.query !== undefined && "waitForIndex" in definition.query.shape) names.push("X-Index-Pending");
  return names;
}

/** Whether the created resource can be read by its id, so that the response has a `Location`. */
export function hasLocation(contract: Contract, definition: Endpoint): boolean {
  const { http } = definition;
  if (http?.status !== 201) return false;
  return Object.values(contract).some(
    (other) =>
      other.http?.method === "GET" &&
      other.http.path.startsWith(`${http.path}/:`) &&
      !other.http.path.slice(http.path.length + 2).includes("/"),
  );
}
