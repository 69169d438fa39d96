import { errorTable, type ErrorCode } from "@plat/contracts";

/** Values of the target that cases may use. */
export interface CaseContext {
  key: string;
  /** A session token of the same organization. */
  token: string;
  /** Another key of the same organization. */
  otherKey: string;
  /** A listing of the organization. */
  id: string;
  /** Port of a listener that must never receive a connection. */
  canaryPort: number;
}

/** A request in parts. Content-Length is added unless a header line frames the body. */
export interface Parts {
  method: string;
  target: string;
  credential: "key" | "session" | "none";
  /** Header lines in addition to Host, the credential and (with a body) Content-Type. */
  headers: readonly string[];
  body?: string | Buffer;
}
/** Raw bytes, or a request in parts. */
export type RequestBytes = string | Buffer | Parts;

/** Status and error code such as `400 validation_failed`, a status, or `closed`: the connection ends without a response. */
export type Expected = `${number} ${ErrorCode}` | `${number}` | "closed";

export interface CaseOptions {
  /** Half-closes the connection after the bytes. */
  halfClose?: boolean;
  /** Header fields that the response must have (matching the pattern), or must not have (`null`). */
  headers?: Readonly<Record<string, RegExp | null>>;
  /** Pointers and names that `errors` of the problem must contain. */
  errorNames?: readonly string[];
  /** Milliseconds within which the response must be complete. Default 10,000. */
  withinMs?: number;
}

/** A request and its expected response. */
export type Case = readonly [
  name: string,
  send: RequestBytes | ((context: CaseContext) => RequestBytes),
  expected: Expected,
  options?: CaseOptions,
];

/** A group of cases. */
export type Table = readonly Case[];

export const get = (target: string, ...headers: string[]): Parts => ({
  method: "GET",
  target,
  credential: "key",
  headers,
});
export const request = (method: string, target: string, ...headers: string[]): Parts => ({
  method,
  target,
  credential: "key",
  headers,
});
/** @param body a JSON text, a value to serialize, or raw bytes */
export const post = (target: string, body: unknown, ...headers: string[]): Parts => ({
  method: "POST",
  target,
  credential: "key",
  headers,
  body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
});
export const patch = (target: string, body: unknown, ...headers: string[]): Parts => ({
  ...post(target, body, ...headers),
  method: "PATCH",
});
export const withoutCredential = (parts: Parts): Parts => ({ ...parts, credential: "none" });
export const withSession = (parts: Parts): Parts => ({ ...parts, credential: "session" });

/** Placeholders in cases, with the target's values. */
const placeholders = (context: CaseContext): [string, string][] => [
  ["@KEY@", context.key],
  ["@OTHER_KEY@", context.otherKey],
  ["@TOKEN@", context.token],
  ["@ID@", context.id],
  ["@CANARY@", String(context.canaryPort)],
];

const fillPlaceholders = (text: string, context: CaseContext): string =>
  placeholders(context).reduce((so, [mark, value]) => so.replaceAll(mark, value), text);

/** The bytes of a request, with placeholders filled in. Text is encoded as UTF-8. */
export function bytesOf(send: Case[1], context: CaseContext): Buffer {
  const sent = typeof send === "function" ? send(context) : send;
  if (Buffer.isBuffer(sent)) return sent;
  if (typeof sent === "string") return Buffer.from(fillPlaceholders(sent, context));
  const body = typeof sent.body === "string" ? Buffer.from(fillPlaceholders(sent.body, context)) : sent.body;
  const has = (name: string): boolean => sent.headers.some((line) => line.toLowerCase().startsWith(`${name}:`));
  const credential = {
    key: `Authorization: Bearer ${context.key}`,
    session: `Authorization: Bearer ${context.token}`,
    none: "",
  };
  const lines = [
    `${sent.method} ${sent.target} HTTP/1.1`,
    ...(has("host") ? [] : ["Host: plat.example"]),
    credential[sent.credential],
    ...(body === undefined || has("content-type") ? [] : ["Content-Type: application/json"]),
    ...(body === undefined || has("content-length") || has("transfer-encoding")
      ? []
      : [`Content-Length: ${body.length}`]),
    ...sent.headers,
  ].filter((line) => line !== "");
  const head = Buffer.from(`${fillPlaceholders(lines.join("\r\n"), context)}\r\n\r\n`);
  return body === undefined ? head : Buffer.concat([head, body]);
}

/** The inconsistency of a case's expectation: a code of another status, or a problem without a code. Undefined if none. */
export function inconsistency([, , expected]: Case): string | undefined {
  if (expected === "closed") return undefined;
  const [status = "", code] = expected.split(" ");
  if (!/^[1-5]\d\d$/.test(status)) return `${expected} has no status`;
  if (Number(status) < 400) return code === undefined ? undefined : `${status} is not an error and has no code`;
  if (code === undefined) return `${status} requires an error code`;
  const known = Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode].status : undefined;
  return known === Number(status) ? undefined : `${code} is not a code of ${status}`;
}
