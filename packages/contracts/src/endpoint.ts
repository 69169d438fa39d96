import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/**
 * The accepted credentials. `public`: none needed; `session`: a session only; `any`: a session or an API key;
 * `internal`: other services over NATS, not reachable over HTTP.
 */
export type Auth = "public" | "session" | "any" | "internal";
export type Scope = "read" | "write";
/** The rate limit that a request counts towards; `none` if it counts towards no limit. */
export type Quota = "none" | "listings" | "management" | "signIn";

export interface Http {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with `:name` parameters, relative to the base URL. */
  path: `/${string}`;
  /** Status of a successful response. */
  status: 200 | 201 | 204;
}

/**
 * The definition of one endpoint. Types, validation of input and output, HTTP routes, the OpenAPI document, RPC over NATS
 * and the tests of all routes are derived from it.
 */
export interface Endpoint {
  /** NATS subject: `<owning service>.v<N>.<verb>`. */
  subject: `${string}.v${number}.${string}`;
  /** Omitted if the endpoint is reachable only over NATS. */
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
  /** The body may be as large as a NATS message, instead of 256 KiB. */
  largeBody?: boolean;
  /** `null` if a success has no body (204). */
  output: z.ZodType | null;
  /** Error codes in addition to those that follow from the other members; see `errorCodes`. */
  errors?: readonly ErrorCode[];
  /** Accepts `Idempotency-Key`. */
  idempotent?: boolean;
  /** Responds with an `ETag`; supports `If-None-Match` on GET and `If-Match` on PATCH and DELETE. */
  etag?: boolean;
  /** Also responds with `text/event-stream` if `Accept` requests it. */
  eventStream?: boolean;
  /** The handler returns the JSON of the response, already serialized; its output is not validated again. */
  serialized?: boolean;
  /** Milliseconds that the gateway waits for the response. Default 5000. */
  timeoutMs?: number;
}

/** Members that `Endpoint` does not define; the compiler rejects them, as a misspelled flag would have no effect. */
type Unknown<E> = { [Member in Exclude<keyof E, keyof Endpoint>]: never };
/** Checks the shape of an endpoint and retains its literal types. */
export const endpoint = <const E extends Endpoint>(definition: E & Unknown<E>): E => definition;

export type Contract = Record<string, Endpoint>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
/** What a handler receives after validation. */
export interface Input<E extends Endpoint> {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
}
/** What a handler returns. It is validated against the contract before the service sends it. */
export type Output<E extends Endpoint> = E["output"] extends z.ZodType ? z.input<E["output"]> : undefined;

/**
 * The authenticated caller, as determined by the gateway. Services can trust it because NATS permissions allow only
 * the gateway and other services to publish to their subjects.
 */
export type Caller =
  | { kind: "api_key"; organizationId: string; keyId: string; scopes: Scope[] }
  | { kind: "session"; organizationId: string; userId: string; sessionId: string }
  | { kind: "service" }
  | { kind: "anonymous"; address: string };
