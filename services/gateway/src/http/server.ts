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
import { malformed } from "./parser-errors.ts";
import { problemOf, securityHeaders } from "./responses.ts";

/** Node's defaults are too patient with slow clients. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  /** Longer than the idle time of usual load balancers (60 s), so that they close first. */
  keepAliveTimeout: 65_000,
  // We answer that ourselves, as a problem document.
  requireHostHeader: false,
} as const;

export interface HttpServer {
  port: number;
  /** Answers what was begun, closing each connection after its answer, and takes no new ones. */
  drain(): Promise<void>;
}

const idleMs = 1_000;
/** For a peer that neither sends nor takes anything; longer than the idle time, and than a feed is ever quiet. */
const stuckMs = 70_000;
/** For a peer to take the answer to what was no request. */
const lingerMs = 1_000;

export async function startHttpServer(
  listener: RequestListener,
  options: { host: string; port: number; log: Logger },
): Promise<HttpServer> {
  let draining = false;
  // What is being answered on a connection, for the case that its next bytes are no HTTP.
  const answering = new WeakMap<Duplex, ServerResponse>();
  const take: RequestListener = (request, response) => {
    answering.set(request.socket, response);
    if (draining) response.setHeader("connection", "close");
    listener(request, response);
  };
  const server = createServer(limits, take);
  // A client may close its sending side after a request and still wait for the answer (RFC 9112 9.6).
  Object.assign(server, { httpAllowHalfOpen: true });
  server.setTimeout(stuckMs);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const begun = answering.get(socket);
    if (begun === undefined || begun.writableFinished) answerBrokenRequest(error, socket);
    // The request before these bytes arrived whole: its own answer goes out, and ends the connection.
    else if (begun.req.complete) begun.once("close", () => socket.destroy());
    // An answer that was begun must not get a second one into it.
    else if (begun.headersSent) socket.destroy();
    else answerBrokenRequest(error, socket);
  });
  server.on("connect", (_: IncomingMessage, socket: Duplex) =>
    refuse(
      socket,
      new AppError("method_not_allowed", "CONNECT is not taken here.", { headers: { allow: "GET, HEAD" } }),
    ),
  );
  // Only 100-continue is known; whatever else is expected is not met, which a server may ignore (RFC 9110 10.1.1).
  server.on("checkExpectation", take);
  await listen(server, options.host, options.port, (error) =>
    options.log.warn({ err: error }, "a connection could not be taken"),
  );
  return {
    port: (server.address() as AddressInfo).port,
    async drain() {
      draining = true;
      await closeGently(server);
    },
  };
}

/**
 * `server.close()` would cut idle connections at once, also those on which a request is just arriving. So only the
 * listening ends first; connections in use are told with their next answer, and the idle ones end a second later.
 */
async function closeGently(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const patientUntil = performance.now() + idleMs;
  const timer = setInterval(() => {
    // After a look at what has arrived: to a process that was held up, a connection with a new request looks idle.
    if (performance.now() >= patientUntil) setImmediate(() => server.closeIdleConnections());
  }, idleMs / 4);
  await closed;
  clearInterval(timer);
  server.close();
}

function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === "HPE_HEADER_OVERFLOW")
    refuse(
      socket,
      new AppError("headers_too_large", `The header fields are larger than ${limits.maxHeaderSize} bytes.`),
    );
  else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
    refuse(socket, new AppError("request_timeout", "The request did not arrive in time."));
  else refuse(socket, invalid([malformed(error.code)]));
}

/**
 * Answers without a request that could be parsed, and closes. Node watches over such a connection no longer: whether its
 * peer breaks it off or says nothing more, it ends here.
 */
function refuse(socket: Duplex, error: AppError): void {
  const late = setTimeout(() => socket.destroy(), lingerMs);
  socket.on("error", () => socket.destroy());
  socket.once("close", () => clearTimeout(late));
  // What still comes is thrown away: unread, it would turn the end into a reset before the answer is taken.
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
