import type { Msg } from "@nats-io/transport-node";
import { readCallMeta, heartbeatHeaders } from "./rpc-protocol.ts";

/** Interval in milliseconds between two heartbeats of a request. */
export const heartbeatIntervalMs = 500;
/** Requests younger than this many milliseconds get no heartbeat: most complete earlier. */
const gracePeriodMs = 200;
/**
 * Milliseconds for which a subject counts as served by several releases after a reply from a release that does not send
 * heartbeats.
 */
const mixedReleasesMs = 60_000;

interface InFlightRequest {
  message: Msg;
  since: number;
  /**
   * Time after which no more heartbeats are sent. Computed when the first heartbeat is due, so that short requests do
   * not pay for parsing the metadata.
   */
  until?: number;
}

const emptyBody = new Uint8Array();

/**
 * The requests that a server is processing. Long requests get heartbeats if their callers ask for them, so that a
 * caller can distinguish a slow service from an unreachable one. One timer serves all requests, and stops when there
 * are none.
 */
export class InFlightRequests {
  readonly #requests = new Map<Promise<void>, InFlightRequest>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param done resolves when the request is complete
   * @param since when the request arrived, in terms of `performance.now()`
   */
  add(done: Promise<void>, message: Msg, since: number): void {
    this.#requests.set(done, { message, since });
    void done.finally(() => this.#requests.delete(done));
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#sendHeartbeats(), heartbeatIntervalMs);
    this.#timer.unref();
  }

  /** Resolves when all requests that are in flight at the time of the call are complete. */
  async done(): Promise<void> {
    await Promise.all(this.#requests.keys());
  }

  #sendHeartbeats(): void {
    if (this.#requests.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    for (const request of this.#requests.values()) {
      // The map is in the order of arrival, so all requests that follow are younger.
      if (now - request.since < gracePeriodMs) return;
      request.until ??= heartbeatsUntil(request);
      if (now >= request.until) continue;
      try {
        request.message.respond(emptyBody, { headers: heartbeatHeaders });
      } catch {
        // The connection is closed. Sending the reply reports that.
        return;
      }
    }
  }
}

/** Returns the request's deadline if its caller asked for heartbeats, otherwise 0. */
function heartbeatsUntil({ message, since }: InFlightRequest): number {
  try {
    const { heartbeats, timeoutMs } = readCallMeta(message.headers);
    return heartbeats === true ? since + timeoutMs : 0;
  } catch {
    return 0;
  }
}

/**
 * Records which subjects are served with heartbeats. During a rolling update, releases with and without heartbeats can
 * serve the same subject: after a reply without the promise of heartbeats, missing heartbeats are ignored for a minute.
 */
export class HeartbeatSupport {
  readonly #supported = new Set<string>();
  readonly #mixedUntil = new Map<string, number>();

  /**
   * Records a reply from a subject.
   * @param promised whether the reply promised heartbeats
   * @param now in terms of `performance.now()`
   */
  observe(subject: string, promised: boolean, now: number): void {
    if (!promised) {
      this.#supported.delete(subject);
      this.#mixedUntil.set(subject, now + mixedReleasesMs);
    } else if (!this.#supported.has(subject) && now >= (this.#mixedUntil.get(subject) ?? 0))
      this.#supported.add(subject);
  }

  /** Whether the absence of heartbeats from this subject means that the request is lost. */
  has(subject: string): boolean {
    return this.#supported.has(subject);
  }
}
