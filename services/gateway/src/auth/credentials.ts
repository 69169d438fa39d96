import { AppError, invalid } from "@plat/contracts";
import { hash } from "node:crypto";

/** The credential of a request. `text` is secret and never leaves the gateway. */
export type Credential = { kind: "api_key"; text: string } | { kind: "session"; text: string };

const credentialHeaders = new Set(["authorization", "x-api-key"]);
/** Header fields with a single value. A repeated one is rejected, because a proxy may have read the other line. */
const singleValued = new Set([
  ...credentialHeaders,
  "host",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "idempotency-key",
  "last-event-id",
]);

/**
 * Reads the credential from `Authorization: Bearer`, `X-API-Key` and the query parameter `api_key`.
 * @param rawHeaders names and values in turn, as in `IncomingMessage.rawHeaders`
 * @param query without the question mark
 * @returns undefined if the request carries no credential
 * @throws AppError `ambiguous_credentials` if they differ, `validation_failed` for a repeated single-valued field,
 * `missing_credentials` for any scheme other than Bearer
 */
export function readCredential(rawHeaders: readonly string[], query: string): Credential | undefined {
  const found: Credential[] = [];
  const seen = new Map<string, string>();
  let otherScheme = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (!singleValued.has(name)) continue;
    const value = rawHeaders[at + 1] ?? "";
    const previous = seen.get(name);
    if (previous !== undefined) {
      if (credentialHeaders.has(name) && previous !== value) throw ambiguous();
      throw invalid([{ in: "header", name, detail: "must be given once" }]);
    }
    seen.set(name, value);
    if (name === "x-api-key") found.push({ kind: "api_key", text: value.trim() });
    if (name === "authorization") {
      const token = /^bearer +(.*)$/i.exec(value)?.[1]?.trim();
      if (token === undefined) otherScheme = true;
      else found.push(fromBearer(token));
    }
  }
  found.push(...fromQuery(query));
  const [first, ...others] = found;
  if (others.some((other) => other.text !== first?.text)) throw ambiguous();
  if (otherScheme && first !== undefined) throw ambiguous();
  if (otherScheme) throw missingCredentials("The Authorization header must use the scheme Bearer.");
  return first;
}

/** A JWT has three parts separated by dots (five if encrypted). Everything else is treated as an API key. */
const fromBearer = (text: string): Credential => ({
  kind: text.split(".").length === 3 || text.split(".").length === 5 ? "session" : "api_key",
  text,
});

function fromQuery(query: string): Credential[] {
  // The name of a parameter may be percent-encoded.
  if (!query.includes("api_key") && !query.includes("%")) return [];
  const values: string[] = [];
  for (const part of query.split("&")) {
    const equals = part.indexOf("=");
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    if (name === "api_key") values.push(equals === -1 ? "" : (decode(part.slice(equals + 1)) ?? ""));
  }
  if (values.length > 1) {
    if (values.some((value) => value !== values[0])) throw ambiguous();
    throw invalid([{ in: "query", name: "api_key", detail: "must be given once" }]);
  }
  return values.map((text) => ({ kind: "api_key", text }));
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

const ambiguous = (): AppError =>
  new AppError("ambiguous_credentials", "The request carries more than one credential, and they differ.");

/** The 401 for a request without a credential. Its `WWW-Authenticate` has only the scheme, no error (RFC 6750, 3.1). */
const missingCredentials = (detail = "Send an API key or a session token as Authorization: Bearer."): AppError =>
  new AppError("missing_credentials", detail, { headers: { "www-authenticate": 'Bearer realm="plat"' } });

/** @throws AppError `missing_credentials` */
export function requireCredential(credential: Credential | undefined): Credential {
  if (credential === undefined) throw missingCredentials();
  return credential;
}

type AuthErrorCode = "invalid_api_key" | "revoked_api_key" | "expired_api_key" | "invalid_session" | "expired_session";
const details: Record<AuthErrorCode, string> = {
  invalid_api_key: "The API key is not valid.",
  revoked_api_key: "The API key was revoked.",
  expired_api_key: "The API key has expired.",
  invalid_session: "The session token is not valid.",
  expired_session: "The session has ended. Sign in again.",
};
/** The 401 for a request whose credential is not accepted. */
export const authError = (code: AuthErrorCode): AppError =>
  new AppError(code, details[code], {
    headers: { "www-authenticate": 'Bearer realm="plat", error="invalid_token"' },
  });

/** SHA-256 in hex, under which credentials are stored. */
export const hashOf = (text: string): string => hash("sha256", text, "hex");
