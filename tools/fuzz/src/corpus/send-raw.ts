import { connect } from "node:net";
import { type RawAnswers, readAnswers } from "./raw-responses.ts";

export interface Exchanged extends RawAnswers {
  /** Milliseconds until the server closed, or until the wanted answer was whole. */
  ms: number;
  /** Whether the server closed the connection. */
  closed: boolean;
}

export interface ExchangeOptions {
  host: string;
  port: number;
  /** Closes the sending side after the bytes, as `nc -N` does. */
  half?: boolean;
  /** The first answer has no body. */
  head?: boolean;
  timeoutMs: number;
}

/** How long a connection is watched after a whole answer, for a second answer that must not come. */
const watchedMs = 40;

/** Sends bytes as they are over a connection of its own, and gives all that comes back. */
export function exchange(
  bytes: Buffer,
  { host, port, half = false, head = false, timeoutMs }: ExchangeOptions,
): Promise<Exchanged> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect({ port, host, allowHalfOpen: true, noDelay: true });
    let all = "";
    let watching: NodeJS.Timeout | undefined;
    let isSettled = false;
    const settle = (closed: boolean): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(watching);
      clearTimeout(deadline);
      socket.destroy();
      resolve({ ...readAnswers(all, head ? 1 : 0), ms: performance.now() - began, closed });
    };
    const deadline = setTimeout(() => settle(false), timeoutMs);
    socket.once("connect", () => {
      if (half) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on("data", (chunk: Buffer) => {
      all += chunk.toString("latin1");
      const { answers, rest } = readAnswers(all, head ? 1 : 0);
      clearTimeout(watching);
      if (rest === "" && answers.some(({ status }) => status >= 200))
        watching = setTimeout(() => settle(false), watchedMs);
    });
    // A reset after an answer is how servers end what they do not want to read.
    socket.on("error", () => settle(true));
    socket.once("end", () => settle(true));
    socket.once("close", () => settle(true));
  });
}
