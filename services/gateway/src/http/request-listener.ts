import { isTracing, type Logger, startSpan, SpanKind } from "@plat/kit";
import express, { type Application, type ErrorRequestHandler, type Request, type Response } from "express";
import type { IncomingMessage, RequestListener } from "node:http";
import { cors } from "./cors.ts";
import { mountDocs } from "./docs.ts";
import type { EndpointDeps } from "./endpoint-handler.ts";
import { checkFraming, type HttpResponse, openRequestContext, pathNotFound, traceparentOf } from "./request-context.ts";
import { sendProblem, toPublicError } from "./responses.ts";
import { methodNotAllowed, mountRoutes, type Route } from "./routes.ts";
import { mountStaticFiles, type StaticFilesOptions } from "./static-files.ts";

export interface RequestListenerOptions extends EndpointDeps, StaticFilesOptions {
  routes: readonly Route[];
  corsOrigins: readonly string[];
  publicUrl: string;
  /** Called once per request, when its response was sent or its connection was closed. */
  onFinished: (response: HttpResponse) => void;
  log: Logger;
}

/**
 * Processes a request in this order: context, framing, CORS, endpoints, documentation and static files.
 * Endpoints use only the router of Express. A whole Express application would replace the prototypes of every request
 * and response, which costs time and which the endpoints do not need.
 */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { routes, log } = options;
  const endpoints = express.Router({ caseSensitive: true, strict: true });
  mountRoutes(endpoints, routes, options);
  const pages = express();
  pages.disable("x-powered-by").disable("etag").enable("case sensitive routing").enable("strict routing");
  mountPages(pages, options);

  const respondWithError = (error: unknown, request: IncomingMessage, response: HttpResponse): void => {
    const publicError = toPublicError(error);
    const { requestId, endpoint } = response.locals;
    if (publicError.code === "internal") log.error({ err: error, requestId, endpoint }, "request failed");
    else if (publicError.status >= 500) log.warn({ err: publicError, requestId, endpoint }, "request rejected");
    sendProblem(request, response, publicError);
  };
  const handleError: ErrorRequestHandler = (error: unknown, request, response, _next) =>
    respondWithError(error, request, response);
  pages.use(handleError);

  const patterns = routes.map(({ http }) => {
    const segments = http.path.split("/").map((part) => (part.startsWith(":") ? "[^/]+" : RegExp.escape(part)));
    return new RegExp(`^${segments.join("/")}$`);
  });
  const isPath = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
  const handleCors = cors(options.corsOrigins, isPath);

  return (request, serverResponse) => {
    const response = openRequestContext(request, serverResponse);
    const span = startSpan("HTTP", { kind: SpanKind.SERVER, parent: traceparentOf(request) });
    response.once("close", () => {
      options.onFinished(response);
      if (isTracing()) span.end(spanAttributes(request, response));
    });
    span.run(() => respond(request, response));
  };

  function respond(request: IncomingMessage, response: HttpResponse): void {
    try {
      checkFraming(request);
      if (handleCors(request, response)) return;
    } catch (error) {
      respondWithError(error, request, response);
      return;
    }
    endpoints(request as Request, response as Response, (error?: unknown) => {
      if (error === undefined || error === null) pages(request, response);
      else respondWithError(error, request, response);
    });
  }
}

/** Name and attributes of the span of a request. They never include the query, which may contain an API key. */
function spanAttributes({ method = "" }: IncomingMessage, { locals, statusCode, writableFinished }: HttpResponse) {
  const { endpoint, requestId } = locals;
  return {
    name: endpoint === "none" ? method : endpoint,
    attributes: {
      "http.request.method": method,
      "http.route": endpoint,
      "http.response.status_code": statusCode,
      "plat.request_id": requestId,
    },
    ...(statusCode >= 500 ? { error: String(statusCode) } : writableFinished ? {} : { error: "client_disconnected" }),
  };
}

function mountPages(pages: Application, options: RequestListenerOptions): void {
  const documentationPaths = mountDocs(pages, options);
  mountStaticFiles(pages, options);
  pages.all(documentationPaths, () => {
    throw methodNotAllowed("GET, HEAD");
  });
  pages.use(() => {
    throw pathNotFound();
  });
}

/** The class of a status, as a metric label: `2xx`. */
export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;
