import { errorTable, type ErrorCode } from "@plat/contracts";

/** What rows may need of the Plat that they are sent to. */
export interface Ground {
  key: string;
  /** A session's token, of the same organization. */
  token: string;
  /** Another key of the same organization. */
  otherKey: string;
  /** A listing of the organization. */
  id: string;
  /** Port of a listener that nobody may ever connect to. */
  canaryPort: number;
}

/** A request in parts: the length of the body is added, unless a header line says how it is framed. */
export interface Parts {
  method: string;
  target: string;
  credential: "key" | "session" | "none";
  /** Header lines beside Host, the credential and (with a body) Content-Type. */
  headers: readonly string[];
  body?: string | Buffer;
}
/** Bytes as they are, or a request in parts. */
export type Sent = string | Buffer | Parts;

/** `400 validation_failed`, `200`, or `closed`: the connection ends without an answer. */
export type Expected = `${number} ${ErrorCode}` | `${number}` | "closed";

export interface RowOptions {
  /** Closes the sending side after the bytes. */
  half?: boolean;
  /** Header fields that the answer must have (matching), or must not have (`null`). */
  headers?: Readonly<Record<string, RegExp | null>>;
  /** What `errors` of the problem must name: pointers and names. */
  names?: readonly string[];
  /** Milliseconds within which it must be settled. Default 10,000. */
  withinMs?: number;
}

/** What is sent, and what must come back. */
export type Row = readonly [
  name: string,
  send: Sent | ((ground: Ground) => Sent),
  expected: Expected,
  options?: RowOptions,
];

/** A group of rows. */
export type Table = readonly Row[];

export const get = (target: string, ...headers: string[]): Parts => ({
  method: "GET",
  target,
  credential: "key",
  headers,
});
export const ask = (method: string, target: string, ...headers: string[]): Parts => ({
  method,
  target,
  credential: "key",
  headers,
});
/** A JSON body, as text or as the value. */
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

/** Stands in a row for the ground's own values. */
const placeholders = (ground: Ground): [string, string][] => [
  ["@KEY@", ground.key],
  ["@OTHER_KEY@", ground.otherKey],
  ["@TOKEN@", ground.token],
  ["@ID@", ground.id],
  ["@CANARY@", String(ground.canaryPort)],
];

const filledIn = (text: string, ground: Ground): string =>
  placeholders(ground).reduce((so, [mark, value]) => so.replaceAll(mark, value), text);

/** The bytes of a row. Text is sent as UTF-8. */
export function bytesOf(send: Row[1], ground: Ground): Buffer {
  const sent = typeof send === "function" ? send(ground) : send;
  if (Buffer.isBuffer(sent)) return sent;
  if (typeof sent === "string") return Buffer.from(filledIn(sent, ground));
  const body = typeof sent.body === "string" ? Buffer.from(filledIn(sent.body, ground)) : sent.body;
  const has = (name: string): boolean => sent.headers.some((line) => line.toLowerCase().startsWith(`${name}:`));
  const credential = {
    key: `Authorization: Bearer ${ground.key}`,
    session: `Authorization: Bearer ${ground.token}`,
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
  const head = Buffer.from(`${filledIn(lines.join("\r\n"), ground)}\r\n\r\n`);
  return body === undefined ? head : Buffer.concat([head, body]);
}

/** What is wrong with a row itself: a code that does not go with its status, or none where there is a problem. */
export function flawOf([, , expected]: Row): string | undefined {
  if (expected === "closed") return undefined;
  const [status = "", code] = expected.split(" ");
  if (!/^[1-5]\d\d$/.test(status)) return `${expected} has no status`;
  if (Number(status) < 400) return code === undefined ? undefined : `${status} is no problem and has no code`;
  if (code === undefined) return `${status} needs the code of the problem`;
  const known = Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode].status : undefined;
  return known === Number(status) ? undefined : `${code} is not a code of ${status}`;
}
