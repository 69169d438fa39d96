import {
  AppError,
  type Caller,
  type Contract,
  type Endpoint,
  type Input,
  type Output,
  validator,
} from "@plat/contracts";
import type { Msg, NatsConnection, Subscription } from "@nats-io/transport-node";
import { etagMatches, representationETag } from "./etag.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { InFlightRequests } from "./heartbeats.ts";
import { SpanKind, withSpan } from "./tracing.ts";
import { tickBatcher } from "./tick-batcher.ts";
import { type RpcReply, type CallMeta, readCallMeta, replyParts } from "./rpc-protocol.ts";
import { resolvesWithin } from "./resolves-within.ts";

/** A request as passed to a handler. */
export interface Call<E extends Endpoint> extends Input<E> {
  caller: Caller;
  requestId: string;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
  acceptEncoding: string | undefined;
  /** Aborted when the caller has stopped waiting for the reply. */
  signal: AbortSignal;
  log: Logger;
}

/** The result of a handler: a value that the contract describes, or serialized bytes (`serialized` endpoints). */
export type Reply<E extends Endpoint> = {
  status?: number;
  /** HTTP response headers with lower-case names. */
  headers?: Record<string, string>;
  /** Version of the resource, part of the `ETag` header. */
  version?: number;
} & ({ body: Output<E> } | { bytes: Uint8Array });

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Reply<E>>;
/** One handler per endpoint of a contract. */
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };

export interface ServeOptions {
  /** Queue group: NATS delivers each request to one member. */
  queue: string;
  log: Logger;
  metrics: Metrics;
}

/** Maximum milliseconds that each step of a shutdown waits for NATS. */
const drainTimeoutMs = 2_000;

export interface Server {
  /**
   * Stops accepting requests and waits until all requests in flight are complete and their replies are sent. If NATS is
   * unavailable, the replies are dropped. Never throws.
   */
  drain(): Promise<void>;
}

/**
 * Serves the endpoints of a contract over NATS. Input is validated and unknown members are removed; output is
 * validated.
 */
export function serve<C extends Contract>(
  connection: NatsConnection,
  contract: C,
  handlers: Handlers<C>,
  options: ServeOptions,
): Server {
  const inFlight = new InFlightRequests();
  const subscriptions: Subscription[] = [];
  const replies = tickBatcher<{ message: Msg; reply: RpcReply }>((batch) => {
    const max = connection.info?.max_payload ?? 1024 * 1024;
    for (const { message, reply } of batch) {
      try {
        for (const part of replyParts(reply, max)) message.respond(part.data, { headers: part.headers });
      } catch (error) {
        options.log.error({ err: error, subject: message.subject }, "reply not sent");
      }
    }
  });
  for (const [name, definition] of Object.entries(contract)) {
    // `Handlers` guarantees that the handler fits the endpoint, but a loop over the names loses that type.
    const handler = handlers[name as keyof C] as Handler<Endpoint>;
    const handle = requestHandler(definition, handler, options);
    const respond = async (message: Msg, since: number): Promise<void> => {
      replies.add({ message, reply: await handle(message, since) });
    };
    subscriptions.push(
      connection.subscribe(definition.subject, {
        queue: options.queue,
        callback: (error, message) => {
          if (error !== null) {
            options.log.error({ err: error, subject: definition.subject }, "subscription failed");
            return;
          }
          const since = performance.now();
          inFlight.add(respond(message, since), message, since);
        },
      }),
    );
  }
  return {
    async drain() {
      const settleWithTimeout = (work: Promise<unknown>[]): Promise<boolean> =>
        resolvesWithin(Promise.allSettled(work), drainTimeoutMs);
      await settleWithTimeout(subscriptions.map((subscription) => subscription.drain()));
      await inFlight.done();
      replies.flush();
      await settleWithTimeout([connection.flush()]);
    },
  };
}

/** Returns a function that processes one request. It never throws: errors become replies. */
function requestHandler(definition: Endpoint, handler: Handler<Endpoint>, { log, metrics }: ServeOptions) {
  const parse = {
    params: definition.params && validator(definition.params),
    query: definition.query && validator(definition.query),
    body: definition.body && validator(definition.body),
  };
  const validateOutput = definition.output === null || definition.serialized ? undefined : validator(definition.output);
  const read = (raw: Record<string, unknown>, part: "params" | "query" | "body"): unknown => {
    const result = parse[part]?.(raw[part] ?? (part === "body" ? undefined : {}));
    if (result === undefined || result.ok) return result?.value;
    const detail = result.issues.map((issue) => `${part} ${issue.path.join(".")}: ${issue.detail}`).join("; ");
    throw new AppError("validation_failed", detail);
  };

  return async (message: Msg, since: number): Promise<RpcReply> => {
    let requestId = "none";
    let sendsHeartbeats = false;
    let reply: RpcReply;
    try {
      const meta = readCallMeta(message.headers);
      requestId = meta.requestId;
      sendsHeartbeats = meta.heartbeats === true;
      const raw =
        message.data.length === 0
          ? {}
          : (JSON.parse(Buffer.from(message.data).toString("utf8")) as Record<string, unknown>);
      const input = { params: read(raw, "params"), query: read(raw, "query"), body: read(raw, "body") };
      const span = { kind: SpanKind.SERVER, parent: meta.traceparent };
      const result = await withSpan(definition.subject, span, () =>
        handler(new ServedCall(input, meta, log) as Call<Endpoint>),
      );
      reply = buildReply(definition, result, validateOutput, meta.ifNoneMatch);
    } catch (error) {
      reply = problemReply(error, log, { requestId, subject: definition.subject });
    }
    if (sendsHeartbeats) reply.heartbeats = true;
    metrics.recordRequest(definition.subject, reply.status, (performance.now() - since) / 1000);
    return reply;
  };
}

/** Creates `signal` and `log` lazily: most handlers do not use them, and both cost more than all other members. */
class ServedCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller;
  readonly requestId: string;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly #deadline: number;
  readonly #log: Logger;
  #signal: AbortSignal | undefined;
  #requestLog: Logger | undefined;

  constructor(input: { params: unknown; query: unknown; body: unknown }, meta: CallMeta, log: Logger) {
    this.params = input.params;
    this.query = input.query;
    this.body = input.body;
    this.caller = meta.caller;
    this.requestId = meta.requestId;
    this.ifMatch = meta.ifMatch;
    this.ifNoneMatch = meta.ifNoneMatch;
    this.idempotencyKey = meta.idempotencyKey;
    this.acceptEncoding = meta.acceptEncoding;
    this.#deadline = performance.now() + meta.timeoutMs;
    this.#log = log;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= AbortSignal.timeout(Math.max(0, Math.ceil(this.#deadline - performance.now()))));
  }

  get log(): Logger {
    return (this.#requestLog ??= this.#log.child({ requestId: this.requestId }));
  }
}

const emptyBody = new Uint8Array();

function buildReply(
  definition: Endpoint,
  result: Reply<Endpoint>,
  validateOutput: ReturnType<typeof validator> | undefined,
  ifNoneMatch: string | undefined,
): RpcReply {
  const status = result.status ?? definition.http?.status ?? 200;
  const headers = { ...result.headers };
  if ("bytes" in result) return { status, headers, body: result.bytes };
  if (definition.output === null) return { status, headers, body: emptyBody };
  const output = validateOutput?.(result.body);
  if (output?.ok === false)
    throw new TypeError(
      `the output of ${definition.subject} violates its contract: ${JSON.stringify(output.issues.slice(0, 5))}`,
    );
  const body = Buffer.from(JSON.stringify(output === undefined ? result.body : output.value));
  if (definition.etag === true && result.version !== undefined) {
    headers["etag"] = representationETag(result.version, body);
    if (definition.http?.method === "GET" && ifNoneMatch !== undefined && etagMatches(ifNoneMatch, headers["etag"]))
      return { status: 304, headers, body: emptyBody };
  }
  return { status, headers, body };
}

/** Converts an error to a reply. The text of unexpected errors is logged, but not sent. */
function problemReply(error: unknown, log: Logger, context: { requestId: string; subject: string }): RpcReply {
  if (!(error instanceof AppError)) log.error({ err: error, ...context }, "request failed");
  else if (error.status >= 500) log.warn({ err: error, ...context }, "request rejected");
  const appError = error instanceof AppError ? error : new AppError("internal", "The request could not be completed.");
  const body = {
    code: appError.code,
    detail: appError.message,
    errors: appError.errors,
    retryAfter: appError.retryAfter,
    extensions: appError.extensions,
  };
  return { status: appError.status, headers: { ...appError.headers }, body: Buffer.from(JSON.stringify(body)) };
}
