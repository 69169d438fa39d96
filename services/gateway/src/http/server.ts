import { AppError, invalid } from "@plat/contracts";
import { listen, type Logger, newId } from "@plat/kit";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { parserError } from "./parser-errors.ts";
import { problemOf, securityHeaders } from "./responses.ts";

/** Stricter with slow clients than Node's defaults. Times in milliseconds, sizes in bytes. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  /** Longer than the idle timeout of common load balancers (60 s), so that they close a connection first. */
  keepAliveTimeout: 65_000,
  // `checkFraming` rejects such requests with a problem document.
  requireHostHeader: false,
} as const;

export interface HttpServer {
  port: number;
  /** Stops accepting connections, completes the requests in flight, and closes each connection after its response. */
  drain(): Promise<void>;
}

/** Time during which idle connections stay open while draining. */
const drainIdleMs = 1_000;
/** For connections without any traffic. Longer than the keep-alive timeout and than the pauses of an event stream. */
const socketTimeoutMs = 70_000;
/** Time for a client to read the response to a request that could not be parsed. */
const lingerMs = 1_000;

/** Starts the HTTP server. @throws Error if the port is taken */
export async function startHttpServer(
  listener: RequestListener,
  options: { host: string; port: number; log: Logger },
): Promise<HttpServer> {
  let isDraining = false;
  // The latest response per connection, needed if the bytes that follow its request are not HTTP.
  const latestResponse = new WeakMap<Duplex, ServerResponse>();
  const handleRequest: RequestListener = (request, response) => {
    latestResponse.set(request.socket, response);
    if (isDraining) response.setHeader("connection", "close");
    listener(request, response);
  };
  const server = createServer(limits, handleRequest);
  // A client may close its sending side after a request and still read the response (RFC 9112, 9.6).
  Object.assign(server, { httpAllowHalfOpen: true });
  server.setTimeout(socketTimeoutMs);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = latestResponse.get(socket);
    if (response === undefined || response.writableFinished) respondToParserError(error, socket);
    // The previous request is complete: its own response is sent, and then the connection is closed.
    else if (response.req.complete) response.once("close", () => socket.destroy());
    // A second response must not be written into one that has begun.
    else if (response.headersSent) socket.destroy();
    else respondToParserError(error, socket);
  });
  server.on("connect", (_: IncomingMessage, socket: Duplex) =>
    rejectConnection(
      socket,
      new AppError("method_not_allowed", "CONNECT is not supported.", { headers: { allow: "GET, HEAD" } }),
    ),
  );
  // Only `100-continue` is supported. A server may ignore any other expectation (RFC 9110, 10.1.1).
  server.on("checkExpectation", handleRequest);
  await listen(server, options.host, options.port, (error) =>
    options.log.warn({ err: error }, "connection accept failed"),
  );
  return {
    port: (server.address() as AddressInfo).port,
    async drain() {
      isDraining = true;
      await closeGracefully(server);
    },
  };
}

/**
 * `server.close()` would close idle connections immediately, including those on which a request is just arriving.
 * Therefore the server first only stops listening. Connections in use are closed after their next response, idle ones a
 * second later.
 */
async function closeGracefully(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const idleUntil = performance.now() + drainIdleMs;
  const timer = setInterval(() => {
    // After the poll phase: if the event loop was blocked, a connection with an unread request looks idle.
    if (performance.now() >= idleUntil) setImmediate(() => server.closeIdleConnections());
  }, drainIdleMs / 4);
  await closed;
  clearInterval(timer);
  server.close();
}

function respondToParserError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === "HPE_HEADER_OVERFLOW")
    rejectConnection(
      socket,
      new AppError("headers_too_large", `The header section is larger than ${limits.maxHeaderSize} bytes.`),
    );
  else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
    rejectConnection(socket, new AppError("request_timeout", "The request was not complete in time."));
  else rejectConnection(socket, invalid([parserError(error.code)]));
}

/**
 * Responds on a connection without a parsed request, and closes it. Node no longer applies its timeouts to such a
 * connection, so it is also closed here if the client resets it or stays silent.
 */
function rejectConnection(socket: Duplex, error: AppError): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.on("error", () => socket.destroy());
  socket.once("close", () => clearTimeout(timer));
  // Discards further input: unread data would turn the close into a reset before the client has read the response.
  socket.resume();
  const requestId = newId();
  const body = JSON.stringify(problemOf(error, { path: "", requestId }));
  const headers: Record<string, string | number> = {
    ...securityHeaders,
    ...error.headers,
    "x-request-id": requestId,
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${body}`);
}
