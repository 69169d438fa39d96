import { headers, type NatsConnection } from "@nats-io/transport-node";
import { randomBytes } from "node:crypto";

interface PendingPublish {
  /** In terms of `performance.now()`. */
  deadline: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Interval in milliseconds between two checks for expired deadlines. */
const sweepMs = 100;

/**
 * Publishes to JetStream and waits for the acknowledgement, with one inbox subscription and one timer for all messages.
 * The client library creates an inbox, a timer and an Error per message, which for a large batch costs more CPU time
 * than storing the messages.
 */
export class JetStreamPublisher {
  readonly #connection: NatsConnection;
  readonly #inbox: string;
  readonly #pending = new Map<string, PendingPublish>();
  readonly #timer: NodeJS.Timeout;
  readonly #timeoutMs: number;
  #next = 0;

  /**
   * @param inboxPrefix prefix of the inbox subject, which the NATS user must be allowed to subscribe to
   * @param timeoutMs milliseconds within which the server must acknowledge a message
   */
  constructor(connection: NatsConnection, inboxPrefix: string, timeoutMs = 2_000) {
    this.#timeoutMs = timeoutMs;
    this.#connection = connection;
    this.#inbox = `${inboxPrefix}.${randomBytes(9).toString("base64url")}.`;
    connection.subscribe(`${this.#inbox}*`, {
      callback: (error, message) => {
        if (error !== null) return;
        const pending = this.#take(message.subject.slice(this.#inbox.length));
        const reason = message.data.length === 0 ? "no stream has this subject" : rejectionReason(message.string());
        if (reason === undefined) pending?.resolve();
        else pending?.reject(new Error(`message not stored: ${reason}`));
      },
    });
    this.#timer = setInterval(() => this.#sweep(), sweepMs);
    this.#timer.unref();
  }

  /**
   * Publishes an empty message and resolves when the server has stored it.
   * @throws Error if the stream rejects the message, or does not acknowledge it before the timeout
   */
  publish(subject: string, header?: readonly [name: string, value: string]): Promise<void> {
    const token = (this.#next++).toString(36);
    return new Promise((resolve, reject) => {
      this.#pending.set(token, { deadline: performance.now() + this.#timeoutMs, resolve, reject });
      try {
        const options = { reply: this.#inbox + token };
        if (header === undefined) this.#connection.publish(subject, undefined, options);
        else {
          const hdrs = headers();
          hdrs.set(...header);
          this.#connection.publish(subject, undefined, { ...options, headers: hdrs });
        }
      } catch (error) {
        this.#take(token);
        reject(new Error("NATS is unavailable", { cause: error }));
      }
    });
  }

  /** Rejects all pending messages. The connection remains open. */
  close(): void {
    clearInterval(this.#timer);
    for (const token of this.#pending.keys()) this.#take(token)?.reject(new Error("the publisher is closed"));
  }

  #take(token: string): PendingPublish | undefined {
    const pending = this.#pending.get(token);
    this.#pending.delete(token);
    return pending;
  }

  #sweep(): void {
    const now = performance.now();
    for (const [token, { deadline }] of this.#pending) {
      // The map is in the order of publication, so all entries that follow have later deadlines.
      if (deadline > now) return;
      this.#take(token)?.reject(new Error(`message not acknowledged within ${this.#timeoutMs} ms`));
    }
  }
}

/**
 * Returns why a stream rejected a message, or undefined if it stored the message. Never throws: an exception in a
 * subscription callback would stop the connection from reading.
 */
function rejectionReason(acknowledgement: string): string | undefined {
  try {
    const { error } = JSON.parse(acknowledgement) as { error?: { description?: string } };
    return error === undefined ? undefined : (error.description ?? "no reason given");
  } catch {
    return "the reply is not a JetStream acknowledgement";
  }
}
