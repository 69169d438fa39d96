import { headers, type NatsConnection } from "@nats-io/transport-node";
import { randomBytes } from "node:crypto";

interface Waiting {
  deadline: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

const sweepMs = 100;

/**
 * Publishes to a stream and learns which messages were stored, with one inbox for all answers: the library's own
 * publishing makes an inbox, a timer and an error object a message, which for a batch costs more than the batch.
 */
export class JetStreamPublisher {
  readonly #connection: NatsConnection;
  readonly #inbox: string;
  readonly #waiting = new Map<string, Waiting>();
  readonly #timer: NodeJS.Timeout;
  readonly #timeoutMs: number;
  #next = 0;

  /** @param timeoutMs how long the server may take to store a message */
  constructor(connection: NatsConnection, inboxPrefix: string, timeoutMs = 2_000) {
    this.#timeoutMs = timeoutMs;
    this.#connection = connection;
    this.#inbox = `${inboxPrefix}.${randomBytes(9).toString("base64url")}.`;
    connection.subscribe(`${this.#inbox}*`, {
      callback: (error, message) => {
        if (error !== null) return;
        const waiting = this.#take(message.subject.slice(this.#inbox.length));
        const refusal = message.data.length === 0 ? "no stream takes it" : refusalOf(message.string());
        if (refusal === undefined) waiting?.resolve();
        else waiting?.reject(new Error(`the message was not stored: ${refusal}`));
      },
    });
    this.#timer = setInterval(() => this.#sweep(), sweepMs);
    this.#timer.unref();
  }

  /** Resolves once the server has stored the message. @throws Error when it refuses, or has not in time */
  publish(subject: string, header?: readonly [name: string, value: string]): Promise<void> {
    const token = (this.#next++).toString(36);
    return new Promise((resolve, reject) => {
      this.#waiting.set(token, { deadline: performance.now() + this.#timeoutMs, resolve, reject });
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
        reject(new Error("the bus is away", { cause: error }));
      }
    });
  }

  close(): void {
    clearInterval(this.#timer);
    for (const token of this.#waiting.keys()) this.#take(token)?.reject(new Error("the publisher is closed"));
  }

  #take(token: string): Waiting | undefined {
    const waiting = this.#waiting.get(token);
    this.#waiting.delete(token);
    return waiting;
  }

  #sweep(): void {
    const now = performance.now();
    for (const [token, { deadline }] of this.#waiting) {
      // In the order of their publication, so all that follow are younger.
      if (deadline > now) return;
      this.#take(token)?.reject(new Error("the bus has not stored the message in time"));
    }
  }
}

/** What a stream answered, if it refused; its error has a description. Never throws: that would end all reading from the bus. */
function refusalOf(answer: string): string | undefined {
  try {
    const { error } = JSON.parse(answer) as { error?: { description?: string } };
    return error === undefined ? undefined : (error.description ?? "no reason given");
  } catch {
    return "what came back is no answer of a stream";
  }
}
