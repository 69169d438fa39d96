import type { Msg } from "@nats-io/transport-node";
import { readCallMeta, heartbeatHeaders } from "./rpc-protocol.ts";

/** Milliseconds between two signs of work. */
export const heartbeatIntervalMs = 500;
/** Younger requests get no sign yet: most are answered before. Milliseconds. */
const gracePeriodMs = 200;
/** Milliseconds after an answer of a release without signs in which a subject is thought to be served by such ones too. */
const mixedReleasesMs = 60_000;

interface InFlightRequest {
  message: Msg;
  since: number;
  /** Until when signs are given; not known before the first is due, so that quick requests pay nothing for it. */
  until?: number;
}

const nothing = new Uint8Array();

/**
 * The requests that a server works on. Those that take long, and whose callers asked for it, get signs of work, so that
 * a caller can tell a slow service from one that is cut off. There is one timer for all, and none while there is nothing.
 */
export class InFlightRequests {
  readonly #works = new Map<Promise<void>, InFlightRequest>();
  #timer: NodeJS.Timeout | undefined;

  add(done: Promise<void>, message: Msg, since: number): void {
    this.#works.set(done, { message, since });
    void done.finally(() => this.#works.delete(done));
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#giveSigns(), heartbeatIntervalMs);
    this.#timer.unref();
  }

  /** Resolves when those are done that were begun before. */
  async done(): Promise<void> {
    await Promise.all(this.#works.keys());
  }

  #giveSigns(): void {
    if (this.#works.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    for (const work of this.#works.values()) {
      // In the order of their age.
      if (now - work.since < gracePeriodMs) return;
      work.until ??= heartbeatsUntil(work);
      if (now >= work.until) continue;
      try {
        work.message.respond(nothing, { headers: heartbeatHeaders });
      } catch {
        // The connection is closed: the answer will say so.
        return;
      }
    }
  }
}

function heartbeatsUntil({ message, since }: InFlightRequest): number {
  try {
    const { heartbeats, timeoutMs } = readCallMeta(message.headers);
    return heartbeats === true ? since + timeoutMs : 0;
  } catch {
    return 0;
  }
}

/**
 * The subjects whose servers give signs of work. Services are released one by one, and two releases may serve a subject
 * together: one answer without the promise of signs, and silence means nothing there for a minute.
 */
export class HeartbeatSupport {
  readonly #givers = new Set<string>();
  readonly #mixedUntil = new Map<string, number>();

  /** @param promised whether an answer from this subject promised signs */
  observe(subject: string, promised: boolean, now: number): void {
    if (!promised) {
      this.#givers.delete(subject);
      this.#mixedUntil.set(subject, now + mixedReleasesMs);
    } else if (!this.#givers.has(subject) && now >= (this.#mixedUntil.get(subject) ?? 0)) this.#givers.add(subject);
  }

  has(subject: string): boolean {
    return this.#givers.has(subject);
  }
}
