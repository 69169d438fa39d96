import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Who may call: nobody known, a session only, a session or an API key, or other services over the bus alone. */
export type Auth = "public" | "session" | "any" | "internal";
export type Scope = "read" | "write";
/** Which bucket a request is counted in. `none` is for requests without a limit of their own. */
export type Quota = "none" | "listings" | "management" | "signIn";

export interface Http {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with `:name` parameters, relative to the base address. */
  path: `/${string}`;
  /** Status of a success. */
  status: 200 | 201 | 204;
}

/**
 * One object an endpoint: types, validation, output checks, routes, OpenAPI, bus wiring and route tests come from it.
 * `subject` is `<owning service>.v<N>.<verb>`.
 */
export interface Endpoint {
  subject: `${string}.v${number}.${string}`;
  /** Left out: reachable over the bus alone. */
  http?: Http;
  summary: string;
  description?: string;
  tag: string;
  auth: Auth;
  scope?: Scope;
  quota: Quota;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Bodies may be as large as the bus carries instead of 256 KiB. */
  largeBody?: boolean;
  /** `null`: no body (204). */
  output: z.ZodType | null;
  /** Codes beyond those that any endpoint of its kind can answer. */
  errors?: readonly ErrorCode[];
  /** Accepts `Idempotency-Key`. */
  idempotent?: boolean;
  /** Answers with an `ETag`, honours `If-None-Match` on GET and `If-Match` on PATCH and DELETE. */
  etag?: boolean;
  /** Also answers as `text/event-stream`, when asked by `Accept`. */
  eventStream?: boolean;
  /** The answer is JSON made by the endpoint itself (already serialised and checked). */
  serialized?: boolean;
  /** Milliseconds the gateway waits; default 5000. */
  timeoutMs?: number;
}

/** Members that `Endpoint` does not define; the compiler rejects them, as a misspelled flag would have no effect. */
type Unknown<E> = { [Member in Exclude<keyof E, keyof Endpoint>]: never };
/** Checks the shape of an endpoint and retains its literal types. */
export const endpoint = <const E extends Endpoint>(definition: E & Unknown<E>): E => definition;

export type Contract = Record<string, Endpoint>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
/** What a handler gets after validation. */
export interface Input<E extends Endpoint> {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
}
/** What a handler gives back; checked against the contract before it leaves the service. */
export type Output<E extends Endpoint> = E["output"] extends z.ZodType ? z.input<E["output"]> : undefined;

/** Who calls, as the gateway found out. Services believe this only because no one else may publish to them. */
export type Caller =
  | { kind: "api_key"; organizationId: string; keyId: string; scopes: Scope[] }
  | { kind: "session"; organizationId: string; userId: string; sessionId: string }
  | { kind: "service" }
  | { kind: "anonymous"; address: string };
