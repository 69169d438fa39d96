import { AppError, type Caller, type Endpoint, type Input } from "@plat/contracts";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { HeartbeatSupport } from "./heartbeats.ts";
import { activeTraceparent, isTracing, SpanKind, withSpan } from "./tracing.ts";
import { readProblem } from "./rpc-problem.ts";
import { tickBatcher } from "./tick-batcher.ts";
import { type RpcReply, type CallMeta, callHeaders, isHeartbeat, readPart, type ReceivedPart } from "./rpc-protocol.ts";
import { resolvesWithin } from "./resolves-within.ts";

interface Outgoing {
  token: string;
  subject: string;
  body: Uint8Array;
  meta: CallMeta;
}

/** All times are in terms of `performance.now()`. */
interface Pending {
  subject: string;
  since: number;
  /** When the last message for this request arrived. Initially the time at which it was sent. */
  lastMessageAt: number;
  /** Whether the subject was known to be served with heartbeats when the request was sent. */
  expectsHeartbeats: boolean;
  deadline: number;
  parts: Uint8Array[];
  resolve: (reply: RpcReply) => void;
  reject: (error: AppError) => void;
}

/** Interval in milliseconds between two checks for expired requests. */
const sweepMs = 50;
/** Milliseconds without any message, while requests are pending, after which the connection is probed. */
const probeAfterMs = 900;
/** Milliseconds within which NATS must respond to a probe. */
const probeTimeoutMs = 700;
/**
 * Milliseconds without a heartbeat after which a request counts as lost. By then three heartbeats are missing.
 * Including the sweep interval and the response to the client, the total is less than two seconds.
 */
const heartbeatTimeoutMs = 1_700;
/**
 * If the sweep timer fires more than this many milliseconds late, the event loop was blocked and could not receive
 * heartbeats: the blocked time does not count towards the heartbeat timeout.
 */
const stallThresholdMs = 200;

/**
 * Sends RPC requests over NATS, with one inbox subscription, a map of pending requests and one timer for all deadlines.
 * The client library's own `request` creates an Error with a stack per call, which takes 10 % of a gateway's CPU time.
 */
export class RpcClient {
  readonly #connection: NatsConnection;
  readonly #inbox: string;
  readonly #pending = new Map<string, Pending>();
  readonly #timer: NodeJS.Timeout;
  readonly #outgoing = tickBatcher<Outgoing>((requests) => requests.forEach((request) => this.#send(request)));
  #next = 0;
  #isDisconnected = false;
  readonly #heartbeatSupport = new HeartbeatSupport();
  #lastMessageAt = 0;
  #sweptAt = performance.now();
  #isProbing = false;

  /** @param inboxPrefix prefix of the inbox subject, which the NATS user must be allowed to subscribe to */
  constructor(connection: NatsConnection, inboxPrefix: string) {
    this.#connection = connection;
    this.#inbox = `${inboxPrefix}.${randomBytes(9).toString("base64url")}.`;
    connection.subscribe(`${this.#inbox}*`, { callback: (error, message) => this.#receive(error, message) });
    this.#timer = setInterval(() => this.#sweep(), sweepMs);
    this.#timer.unref();
    void this.#watchConnection();
  }

  /** Number of requests without a complete reply. */
  get inFlight(): number {
    return this.#pending.size;
  }

  /**
   * Sends a request and returns the reply, whatever its status.
   * @throws AppError `unavailable` if no service subscribes to the subject or NATS is unavailable; `timeout` after
   * `meta.timeoutMs`, or earlier if a service that sends heartbeats stops sending them
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
    if (this.#isDisconnected) return Promise.reject(unreachable());
    const token = (this.#next++).toString(36);
    return new Promise((resolve, reject) => {
      const since = performance.now();
      const expectsHeartbeats = this.#heartbeatSupport.has(subject);
      const deadline = since + meta.timeoutMs;
      const pending = { subject, since, lastMessageAt: since, expectsHeartbeats, deadline, parts: [], resolve, reject };
      this.#pending.set(token, pending);
      this.#outgoing.add({ token, subject, body, meta });
    });
  }

  /**
   * Calls an endpoint of another service and returns its output.
   * @param options `timeoutMs`: default is the timeout of the endpoint
   * @throws AppError with the error of the other service, `unavailable` or `timeout`
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

  /** Rejects all pending requests as `unavailable`. The connection remains open. */
  close(): void {
    clearInterval(this.#timer);
    this.#rejectAll(() => new AppError("unavailable", "The service is stopping.", { retryAfter: 1 }));
  }

  /** Rejects requests immediately while the connection is lost: no reply can arrive, so waiting is pointless. */
  async #watchConnection(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === "reconnect") this.#isDisconnected = false;
      if (status.type !== "disconnect") continue;
      this.#isDisconnected = true;
      this.#rejectAll(unreachable);
    }
  }

  #rejectAll(createError: () => AppError): void {
    for (const [token, pending] of this.#pending) {
      this.#pending.delete(token);
      pending.reject(createError());
    }
  }

  #receive(error: Error | null, message: Msg): void {
    if (error !== null) return;
    const now = performance.now();
    this.#lastMessageAt = now;
    const token = message.subject.slice(this.#inbox.length);
    const pending = this.#pending.get(token);
    if (pending === undefined) return;
    pending.lastMessageAt = now;
    if (message.data.length === 0 && isHeartbeat(message.headers)) return;
    if (message.headers?.code === 503 && message.data.length === 0) {
      this.#pending.delete(token);
      pending.reject(new AppError("unavailable", "The service is unavailable.", { retryAfter: 1 }));
      return;
    }
    const part = tryReadPart(message);
    if (part === undefined || part.index !== pending.parts.length) {
      this.#pending.delete(token);
      pending.reject(new AppError("unavailable", "The service sent an incomplete response.", { retryAfter: 1 }));
      return;
    }
    pending.parts.push(message.data);
    if (part.meta === undefined) return;
    this.#pending.delete(token);
    this.#heartbeatSupport.observe(pending.subject, part.meta.heartbeats === true, now);
    const [only] = pending.parts;
    const body = pending.parts.length === 1 && only !== undefined ? only : Buffer.concat(pending.parts);
    pending.resolve({ ...part.meta, body });
  }

  #send({ token, subject, body, meta }: Outgoing): void {
    const pending = this.#pending.get(token);
    // The request was rejected before it was sent: the connection was lost, or this client was closed.
    if (pending === undefined) return;
    try {
      this.#connection.publish(subject, body, {
        reply: this.#inbox + token,
        headers: callHeaders({ ...meta, heartbeats: true }),
      });
    } catch (cause) {
      this.#pending.delete(token);
      pending.reject(unreachable(cause));
    }
  }

  #sweep(): void {
    const now = performance.now();
    const lateMs = now - this.#sweptAt - sweepMs;
    this.#sweptAt = now;
    let hasLost = false;
    for (const [token, pending] of this.#pending) {
      if (lateMs > stallThresholdMs) pending.lastMessageAt = Math.min(now, pending.lastMessageAt + lateMs);
      if (pending.deadline > now) {
        hasLost ||= this.#isLost(pending, now);
        continue;
      }
      this.#pending.delete(token);
      pending.reject(
        this.#connection.isClosed()
          ? unreachable()
          : new AppError("timeout", "The service did not respond in time.", { retryAfter: 1 }),
      );
    }
    if (hasLost) void this.#rejectLost(now);
    for (const { since } of this.#pending.values()) {
      // The map is in the order of sending, so the first request is the oldest.
      if (now - Math.max(since, this.#lastMessageAt) > probeAfterMs && !this.#isProbing) void this.#probeConnection();
      return;
    }
  }

  /**
   * While the connection is being probed, it is unknown whether the service or NATS is silent: no request is lost yet.
   */
  #isLost({ expectsHeartbeats, lastMessageAt, subject }: Pending, now: number): boolean {
    return (
      expectsHeartbeats &&
      !this.#isProbing &&
      now - lastMessageAt > heartbeatTimeoutMs &&
      this.#heartbeatSupport.has(subject)
    );
  }

  /** Rejects the requests whose heartbeats have stopped, after messages that have already arrived are processed. */
  async #rejectLost(now: number): Promise<void> {
    await setImmediate();
    await setImmediate();
    for (const [token, pending] of this.#pending) {
      if (!this.#isLost(pending, now)) continue;
      this.#pending.delete(token);
      pending.reject(new AppError("timeout", "The service stopped responding.", { retryAfter: 1 }));
    }
  }

  /**
   * Checks that NATS still responds: the operating system reports a dead TCP connection only after minutes. If NATS
   * does not respond in time, all requests are rejected until it does. Requests to a slow service are not affected.
   */
  async #probeConnection(): Promise<void> {
    this.#isProbing = true;
    try {
      const pong = this.#connection.flush();
      if (!(await resolvesWithin(pong, probeTimeoutMs))) {
        this.#isDisconnected = true;
        this.#rejectAll(unreachable);
        await pong;
        this.#isDisconnected = false;
      }
    } catch {
      // The connection was lost, which `#watchConnection` handles.
    } finally {
      this.#lastMessageAt = performance.now();
      this.#isProbing = false;
    }
  }
}

/**
 * Returns undefined for a malformed message. It must not throw: an exception in a subscription callback would stop the
 * connection from reading.
 */
function tryReadPart({ headers }: Msg): ReceivedPart | undefined {
  try {
    return readPart(headers);
  } catch {
    return undefined;
  }
}

const unreachable = (cause?: unknown): AppError =>
  new AppError("unavailable", "The service cannot be reached.", { cause, retryAfter: 1 });
