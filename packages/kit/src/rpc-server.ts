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
import { representationETag } from "./etag.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { InFlightRequests } from "./heartbeats.ts";
import { SpanKind, withSpan } from "./tracing.ts";
import { tickBatcher } from "./tick-batcher.ts";
import { type RpcReply, type CallMeta, readCallMeta, replyParts } from "./rpc-protocol.ts";
import { resolvesWithin } from "./resolves-within.ts";

/** One request as a handler sees it. */
export interface Call<E extends Endpoint> extends Input<E> {
  caller: Caller;
  requestId: string;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
  acceptEncoding: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  log: Logger;
}

/** What a handler answers: a value that the contract describes, or bytes that it made itself (`streamed` endpoints). */
export type Reply<E extends Endpoint> = {
  status?: number;
  /** Lower-case header fields of the HTTP answer. */
  headers?: Record<string, string>;
  /** Version of the resource; makes the answer's ETag. */
  version?: number;
} & ({ body: Output<E> } | { bytes: Uint8Array });

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Reply<E>>;
/** A handler for every endpoint of a contract. */
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };

export interface ServeOptions {
  /** Queue group: each request goes to one member. */
  queue: string;
  log: Logger;
  metrics: Metrics;
}

/** Milliseconds that a stop waits for the bus, each time that it needs it. */
const patienceMs = 2_000;

export interface Server {
  /**
   * Takes no more requests and waits until those begun are answered, or done where the bus is away and no answer can go
   * out. Never throws.
   */
  drain(): Promise<void>;
}

/** Answers the endpoints of a contract on the bus. Input is validated (unknown members dropped), output checked. */
export function serve<C extends Contract>(
  connection: NatsConnection,
  contract: C,
  handlers: Handlers<C>,
  options: ServeOptions,
): Server {
  const running = new InFlightRequests();
  const subscriptions: Subscription[] = [];
  const replies = tickBatcher<{ message: Msg; reply: RpcReply }>((gathered) => {
    const max = connection.info?.max_payload ?? 1024 * 1024;
    for (const { message, reply } of gathered) {
      try {
        for (const part of replyParts(reply, max)) message.respond(part.data, { headers: part.headers });
      } catch (error) {
        options.log.error({ err: error, subject: message.subject }, "a reply was not sent");
      }
    }
  });
  for (const [name, definition] of Object.entries(contract)) {
    // The mapped type guarantees the pairing of endpoint and handler, which a loop over names cannot express.
    const handler = handlers[name] as unknown as Handler<Endpoint>;
    const answer = answerer(definition, handler, options);
    const respond = async (message: Msg, since: number): Promise<void> => {
      replies.add({ message, reply: await answer(message, since) });
    };
    subscriptions.push(
      connection.subscribe(definition.subject, {
        queue: options.queue,
        callback: (error, message) => {
          if (error !== null) {
            options.log.error({ err: error, subject: definition.subject }, "subscription refused");
            return;
          }
          const since = performance.now();
          running.add(respond(message, since), message, since);
        },
      }),
    );
  }
  return {
    async drain() {
      const heard = (work: Promise<unknown>[]): Promise<boolean> =>
        resolvesWithin(Promise.allSettled(work), patienceMs);
      await heard(subscriptions.map((subscription) => subscription.drain()));
      await running.done();
      replies.flush();
      await heard([connection.flush()]);
    },
  };
}

function answerer(definition: Endpoint, handler: Handler<Endpoint>, { log, metrics }: ServeOptions) {
  const parse = {
    params: definition.params && validator(definition.params),
    query: definition.query && validator(definition.query),
    body: definition.body && validator(definition.body),
  };
  const check = definition.output === null || definition.serialized ? undefined : validator(definition.output);
  const read = (raw: Record<string, unknown>, part: "params" | "query" | "body"): unknown => {
    const result = parse[part]?.(raw[part] ?? (part === "body" ? undefined : {}));
    if (result === undefined || result.ok) return result?.value;
    const detail = result.issues.map((issue) => `${part} ${issue.path.join(".")}: ${issue.detail}`).join("; ");
    throw new AppError("validation_failed", detail);
  };

  return async (message: Msg, started: number): Promise<RpcReply> => {
    let requestId = "none";
    let signs = false;
    let reply: RpcReply;
    try {
      const meta = readCallMeta(message.headers);
      requestId = meta.requestId;
      signs = meta.heartbeats === true;
      const raw =
        message.data.length === 0
          ? {}
          : (JSON.parse(Buffer.from(message.data).toString("utf8")) as Record<string, unknown>);
      const input = { params: read(raw, "params"), query: read(raw, "query"), body: read(raw, "body") };
      const span = { kind: SpanKind.SERVER, parent: meta.traceparent };
      const result = await withSpan(definition.subject, span, () =>
        handler(new ServedCall(input, meta, log) as Call<Endpoint>),
      );
      reply = present(definition, result, check, meta.ifNoneMatch);
    } catch (error) {
      reply = problemReply(error, log, { requestId, subject: definition.subject });
    }
    if (signs) reply.heartbeats = true;
    metrics.recordRequest(definition.subject, reply.status, (performance.now() - started) / 1000);
    return reply;
  };
}

/** Signal and log are made when a handler asks for them: most do not, and both cost more than the rest. */
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
  #ownLog: Logger | undefined;

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
    return (this.#ownLog ??= this.#log.child({ requestId: this.requestId }));
  }
}

const nothing = new Uint8Array();

function present(
  definition: Endpoint,
  result: Reply<Endpoint>,
  check: ReturnType<typeof validator> | undefined,
  ifNoneMatch: string | undefined,
): RpcReply {
  const status = result.status ?? definition.http?.status ?? 200;
  const headers = { ...result.headers };
  if ("bytes" in result) return { status, headers, body: result.bytes };
  if (definition.output === null) return { status, headers, body: nothing };
  const checked = check?.(result.body);
  if (checked?.ok === false)
    throw new TypeError(
      `${definition.subject} answered against its contract: ${JSON.stringify(checked.issues.slice(0, 5))}`,
    );
  const body = Buffer.from(JSON.stringify(checked === undefined ? result.body : checked.value));
  if (definition.etag === true && result.version !== undefined) {
    headers["etag"] = representationETag(result.version, body);
    if (definition.http?.method === "GET" && ifNoneMatch !== undefined && etagMatches(ifNoneMatch, headers["etag"]))
      return { status: 304, headers, body: nothing };
  }
  return { status, headers, body };
}

/** Whether an `If-None-Match` field names this entity tag (weak comparison, RFC 9110 13.1.2). */
export function etagMatches(field: string, etag: string): boolean {
  if (field.trim() === "*") return true;
  return field.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""));
}

function problemReply(error: unknown, log: Logger, context: { requestId: string; subject: string }): RpcReply {
  if (!(error instanceof AppError)) log.error({ err: error, ...context }, "request failed");
  else if (error.status >= 500) log.warn({ err: error, ...context }, "request refused");
  const known = error instanceof AppError ? error : new AppError("internal", "The request could not be completed.");
  const body = {
    code: known.code,
    detail: known.message,
    errors: known.errors,
    retryAfter: known.retryAfter,
    extensions: known.extensions,
  };
  return { status: known.status, headers: { ...known.headers }, body: Buffer.from(JSON.stringify(body)) };
}
