import { AppError, invalid } from "@plat/contracts";
import { hash } from "node:crypto";

/** What a request presents. `text` never leaves the gateway. */
export type Credential = { kind: "api_key"; text: string } | { kind: "session"; text: string };

const carriers = new Set(["authorization", "x-api-key"]);
/** Fields that have one value; a second line of them is refused, since others may read the other one. */
const single = new Set([
  ...carriers,
  "host",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "idempotency-key",
  "last-event-id",
]);

/**
 * Finds the credential in `Authorization: Bearer`, `X-API-Key` and the query parameter `api_key`.
 * @throws AppError `ambiguous_credentials` when they differ, `validation_failed` for a field given twice,
 * `missing_credentials` for another scheme than Bearer
 */
export function readCredential(rawHeaders: readonly string[], query: string): Credential | undefined {
  const found: Credential[] = [];
  const seen = new Map<string, string>();
  let otherScheme = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (!single.has(name)) continue;
    const value = rawHeaders[at + 1] ?? "";
    const before = seen.get(name);
    if (before !== undefined) {
      if (carriers.has(name) && before !== value) throw ambiguous();
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
  if (otherScheme) throw missing("The Authorization header must use the scheme Bearer.");
  return first;
}

/** A JWT is three parts with dots between them; everything else that is presented is taken for an API key. */
const fromBearer = (text: string): Credential => ({
  kind: text.split(".").length === 3 || text.split(".").length === 5 ? "session" : "api_key",
  text,
});

function fromQuery(query: string): Credential[] {
  // A name may be percent-encoded.
  if (!query.includes("api_key") && !query.includes("%")) return [];
  const values: string[] = [];
  for (const part of query.split("&")) {
    const equals = part.indexOf("=");
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    if (name === "api_key") values.push(equals === -1 ? "" : (decoded(part.slice(equals + 1)) ?? ""));
  }
  if (values.length > 1) {
    if (values.some((value) => value !== values[0])) throw ambiguous();
    throw invalid([{ in: "query", name: "api_key", detail: "must be given once" }]);
  }
  return values.map((text) => ({ kind: "api_key", text }));
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

const ambiguous = (): AppError =>
  new AppError("ambiguous_credentials", "The request carries more than one credential, and they differ.");

/** RFC 6750: a request without a credential is told the scheme alone, one with a bad credential the error too. */
export const missing = (detail = "Send an API key or a session token as Authorization: Bearer."): AppError =>
  new AppError("missing_credentials", detail, { headers: { "www-authenticate": 'Bearer realm="plat"' } });

type Refusal = "invalid_api_key" | "revoked_api_key" | "expired_api_key" | "invalid_session" | "expired_session";
const details: Record<Refusal, string> = {
  invalid_api_key: "The API key is not valid.",
  revoked_api_key: "The API key was revoked.",
  expired_api_key: "The API key has expired.",
  invalid_session: "The session token is not valid.",
  expired_session: "The session has ended. Sign in again.",
};
export const refused = (code: Refusal): AppError =>
  new AppError(code, details[code], {
    headers: { "www-authenticate": 'Bearer realm="plat", error="invalid_token"' },
  });

/** SHA-256, in hex. */
export const hashOf = (text: string): string => hash("sha256", text, "hex");
