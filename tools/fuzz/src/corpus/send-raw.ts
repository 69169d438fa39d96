import { connect } from "node:net";
import { type RawResponses, parseResponses } from "./raw-responses.ts";

export interface RawExchange extends RawResponses {
  /** Milliseconds until the server closed the connection, or until the response was complete. */
  ms: number;
  /** Whether the server closed the connection. */
  closed: boolean;
}

export interface ExchangeOptions {
  host: string;
  port: number;
  /** Half-closes the connection after the bytes, as `nc -N` does. */
  halfClose?: boolean;
  /** The first response has no body. */
  head?: boolean;
  timeoutMs: number;
}

/** Milliseconds to wait after a complete response for a second one, which must not arrive. */
const quietMs = 40;

/** Sends bytes unchanged over a new connection. @returns everything received until `timeoutMs` at the latest */
export function sendRaw(
  bytes: Buffer,
  { host, port, halfClose = false, head = false, timeoutMs }: ExchangeOptions,
): Promise<RawExchange> {
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
      resolve({ ...parseResponses(all, head ? 1 : 0), ms: performance.now() - began, closed });
    };
    const deadline = setTimeout(() => settle(false), timeoutMs);
    socket.once("connect", () => {
      if (halfClose) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on("data", (chunk: Buffer) => {
      all += chunk.toString("latin1");
      const { responses, rest } = parseResponses(all, head ? 1 : 0);
      clearTimeout(watching);
      if (rest === "" && responses.some(({ status }) => status >= 200))
        watching = setTimeout(() => settle(false), quietMs);
    });
    // Servers reset a connection after a response when they do not read the rest of the request.
    socket.on("error", () => settle(true));
    socket.once("end", () => settle(true));
    socket.once("close", () => settle(true));
  });
}
