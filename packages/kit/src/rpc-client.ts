import {
  AppError,
  type Caller,
  type Endpoint,
  type FieldError,
  type Input,
  type ErrorCode,
  errorTable,
} from "@plat/contracts";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { HeartbeatSupport } from "./heartbeats.ts";
import { activeTraceparent, isTracing, SpanKind, withSpan } from "./tracing.ts";
import { tickBatcher } from "./tick-batcher.ts";
import { type RpcReply, type CallMeta, callHeaders, isHeartbeat, readPart, type ReceivedPart } from "./rpc-protocol.ts";
import { resolvesWithin } from "./resolves-within.ts";

interface Outgoing {
  token: string;
  subject: string;
  body: Uint8Array;
  meta: CallMeta;
}

interface Pending {
  subject: string;
  since: number;
  /** When something came for it, or it was sent. */
  heardAt: number;
  /** Who serves it gives signs, as was known when it was sent. */
  signs: boolean;
  deadline: number;
  parts: Uint8Array[];
  resolve: (reply: RpcReply) => void;
  reject: (error: AppError) => void;
}

const sweepMs = 50;
/** Milliseconds without any answer, while answers are due, after which the bus is asked for a sign of life. */
const silentMs = 900;
/** Milliseconds that the bus may take for it. */
const pongMs = 700;
/**
 * Milliseconds without any sign after which a request counts as lost, where signs are given. Three signs are missed by
 * then, and with the sweep and the way to the client it is under two seconds.
 */
const lostMs = 1_700;
/** Milliseconds that a sweep may come late before that time is forgiven: this process was held up, and could not hear. */
const heldUpMs = 200;

/**
 * Requests over NATS with one inbox subscription, a map of pending replies and one timer for all deadlines.
 * The library's own `request` builds an Error with a stack for every call, which costs a tenth of a gateway's CPU.
 */
export class RpcClient {
  readonly #connection: NatsConnection;
  readonly #prefix: string;
  readonly #pending = new Map<string, Pending>();
  readonly #timer: NodeJS.Timeout;
  readonly #outgoing = tickBatcher<Outgoing>((requests) => requests.forEach((request) => this.#send(request)));
  #next = 0;
  #away = false;
  readonly #givers = new HeartbeatSupport();
  #heardAt = 0;
  #sweptAt = performance.now();
  #looking = false;

  constructor(connection: NatsConnection, inboxPrefix: string) {
    this.#connection = connection;
    this.#prefix = `${inboxPrefix}.${randomBytes(9).toString("base64url")}.`;
    connection.subscribe(`${this.#prefix}*`, { callback: (error, message) => this.#receive(error, message) });
    this.#timer = setInterval(() => this.#sweep(), sweepMs);
    this.#timer.unref();
    void this.#watch();
  }

  /** Requests without an answer yet. */
  get inFlight(): number {
    return this.#pending.size;
  }

  /**
   * Sends bytes and gives the reply's bytes, whatever its status.
   * @throws AppError `unavailable` when nobody listens or the bus is away, `timeout` after `meta.timeoutMs`, or as soon
   * as a service that gives signs of work gives none.
   */
  request(subject: string, body: Uint8Array, meta: CallMeta): Promise<RpcReply> {
    if (!isTracing()) return this.#request(subject, body, meta);
    const attributes = { "messaging.system": "nats", "messaging.destination.name": subject };
    return withSpan(`${subject} request`, { kind: SpanKind.CLIENT, attributes }, () => {
      const traceparent = activeTraceparent();
      return this.#request(subject, body, traceparent === undefined ? meta : { ...meta, traceparent });
    });
  }

  #request(subject: string, body: Uint8Array, meta: CallMeta): Promise<RpcReply> {
    if (this.#away) return Promise.reject(unreachable());
    const token = (this.#next++).toString(36);
    return new Promise((resolve, reject) => {
      const since = performance.now();
      const signs = this.#givers.has(subject);
      const deadline = since + meta.timeoutMs;
      this.#pending.set(token, { subject, since, heardAt: since, signs, deadline, parts: [], resolve, reject });
      this.#outgoing.add({ token, subject, body, meta });
    });
  }

  /**
   * Calls an endpoint of another service and gives its parsed answer.
   * @throws AppError as the other service answered it, `unavailable` or `timeout`.
   */
  async call<E extends Endpoint>(
    endpoint: E,
    input: Partial<Input<E>>,
    options: { requestId: string; caller?: Caller; timeoutMs?: number },
  ): Promise<E["output"] extends z.ZodType ? z.output<E["output"]> : undefined> {
    const body = Buffer.from(JSON.stringify(input));
    const reply = await this.request(endpoint.subject, body, {
      requestId: options.requestId,
      caller: options.caller ?? { kind: "service" },
      timeoutMs: options.timeoutMs ?? endpoint.timeoutMs ?? 5_000,
    });
    if (reply.status >= 400) throw readProblem(reply);
    if (reply.body.length === 0) return undefined as never;
    return JSON.parse(Buffer.from(reply.body).toString("utf8")) as never;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#rejectAll(() => new AppError("unavailable", "The service is stopping.", { retryAfter: 1 }));
  }

  /** While the connection is lost no answer can come: nobody has to wait for the deadline to hear that. */
  async #watch(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === "reconnect") this.#away = false;
      if (status.type !== "disconnect") continue;
      this.#away = true;
      this.#rejectAll(unreachable);
    }
  }

  #rejectAll(makeError: () => AppError): void {
    for (const [token, pending] of this.#pending) {
      this.#pending.delete(token);
      pending.reject(makeError());
    }
  }

  #receive(error: Error | null, message: Msg): void {
    if (error !== null) return;
    const now = performance.now();
    this.#heardAt = now;
    const token = message.subject.slice(this.#prefix.length);
    const pending = this.#pending.get(token);
    if (pending === undefined) return;
    pending.heardAt = now;
    if (message.data.length === 0 && isHeartbeat(message.headers)) return;
    if (message.headers?.code === 503 && message.data.length === 0) {
      this.#pending.delete(token);
      pending.reject(new AppError("unavailable", "The service is away.", { retryAfter: 1 }));
      return;
    }
    const part = readableOf(message);
    if (part === undefined || part.index !== pending.parts.length) {
      this.#pending.delete(token);
      pending.reject(new AppError("unavailable", "An answer arrived incomplete.", { retryAfter: 1 }));
      return;
    }
    pending.parts.push(message.data);
    if (part.meta === undefined) return;
    this.#pending.delete(token);
    this.#givers.observe(pending.subject, part.meta.heartbeats === true, now);
    const [only] = pending.parts;
    const body = pending.parts.length === 1 && only !== undefined ? only : Buffer.concat(pending.parts);
    pending.resolve({ ...part.meta, body });
  }

  #send({ token, subject, body, meta }: Outgoing): void {
    const pending = this.#pending.get(token);
    // Turned down meanwhile: the connection was lost, or this client was closed.
    if (pending === undefined) return;
    try {
      this.#connection.publish(subject, body, {
        reply: this.#prefix + token,
        headers: callHeaders({ ...meta, heartbeats: true }),
      });
    } catch (cause) {
      this.#pending.delete(token);
      pending.reject(unreachable(cause));
    }
  }

  #sweep(): void {
    const now = performance.now();
    const late = now - this.#sweptAt - sweepMs;
    this.#sweptAt = now;
    let lost = false;
    for (const [token, pending] of this.#pending) {
      if (late > heldUpMs) pending.heardAt = Math.min(now, pending.heardAt + late);
      if (pending.deadline > now) {
        lost ||= this.#isLost(pending, now);
        continue;
      }
      this.#pending.delete(token);
      pending.reject(
        this.#connection.isClosed()
          ? unreachable()
          : new AppError("timeout", "The service did not answer in time.", { retryAfter: 1 }),
      );
    }
    if (lost) void this.#refuseLost(now);
    for (const { since } of this.#pending.values()) {
      // The first is the oldest.
      if (now - Math.max(since, this.#heardAt) > silentMs && !this.#looking) void this.#look();
      return;
    }
  }

  /** While the bus is asked for a sign of life nobody knows whose silence it is. */
  #isLost({ signs, heardAt, subject }: Pending, now: number): boolean {
    return signs && !this.#looking && now - heardAt > lostMs && this.#givers.has(subject);
  }

  /** Refuses what no service works on any more, after what has arrived meanwhile is read. */
  async #refuseLost(now: number): Promise<void> {
    await setImmediate();
    await setImmediate();
    for (const [token, pending] of this.#pending) {
      if (!this.#isLost(pending, now)) continue;
      this.#pending.delete(token);
      pending.reject(new AppError("timeout", "The service gives no sign of life.", { retryAfter: 1 }));
    }
  }

  /**
   * A connection through which nothing comes may be open in name only, which the system notices after minutes. A bus
   * that gives no sign of life counts as away until it does; requests to a service that is merely slow go on.
   */
  async #look(): Promise<void> {
    this.#looking = true;
    try {
      const sign = this.#connection.flush();
      if (!(await resolvesWithin(sign, pongMs))) {
        this.#away = true;
        this.#rejectAll(unreachable);
        await sign;
        this.#away = false;
      }
    } catch {
      // The connection was lost meanwhile: that is told by its status.
    } finally {
      this.#heardAt = performance.now();
      this.#looking = false;
    }
  }
}

/** Undefined for what no server of ours sends: thrown from here, it would end all reading from the bus. */
function readableOf({ headers }: Msg): ReceivedPart | undefined {
  try {
    return readPart(headers);
  } catch {
    return undefined;
  }
}

const unreachable = (cause?: unknown): AppError =>
  new AppError("unavailable", "The service cannot be reached.", { cause, retryAfter: 1 });

/** The problem that a service answered, as an error to pass on. */
export function readProblem(reply: RpcReply): AppError {
  const problem = JSON.parse(Buffer.from(reply.body).toString("utf8")) as {
    code: string;
    detail: string;
    errors?: FieldError[];
    retryAfter?: number;
    extensions?: Record<string, unknown>;
  };
  const code: ErrorCode = Object.hasOwn(errorTable, problem.code) ? (problem.code as ErrorCode) : "internal";
  return new AppError(code, problem.detail, {
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...(problem.retryAfter === undefined ? {} : { retryAfter: problem.retryAfter }),
    ...(problem.extensions === undefined ? {} : { extensions: problem.extensions }),
    headers: reply.headers,
  });
}
