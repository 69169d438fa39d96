import { AppError } from "@plat/contracts";
import { isTracing, type Logger, openSpan, SpanKind } from "@plat/kit";
import express, { type Application, type ErrorRequestHandler, type Request, type Response } from "express";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { cors } from "./cors.ts";
import { mountDocs } from "./docs.ts";
import { type Answer, checkFraming, noSuchPath, openExchange, traceparentOf } from "./request-context.ts";
import { mount, type MountDeps, publicError, type Route } from "./routes.ts";
import { sendProblem } from "./responses.ts";
import { mountStatic, type StaticOptions } from "./static-files.ts";

export interface HttpOptions extends MountDeps {
  routes: Route[];
  corsOrigins: readonly string[];
  publicUrl: string;
  staticDir: string | undefined;
  dashboardDir: string | undefined;
  dashboard: StaticOptions["dashboard"];
  /** Called once for each request when its answer is out. */
  finished: (answer: Answer) => void;
  log: Logger;
}

/**
 * The order in which a request is looked at, on one screen. Endpoints go through Express's router alone; a whole
 * application would put its own prototypes on every request and answer, for which they have no use.
 */
export function createHttp(options: HttpOptions): RequestListener {
  const { routes, log } = options;
  const endpoints = express.Router({ caseSensitive: true, strict: true });
  mount(endpoints, routes, options);
  const pages = express();
  pages.disable("x-powered-by").disable("etag").enable("case sensitive routing").enable("strict routing");
  mountPages(pages, options);

  const refuse = (error: unknown, request: IncomingMessage, answer: Answer): void => {
    const known = publicError(error);
    const context = { requestId: answer.locals.requestId, endpoint: answer.locals.endpoint };
    if (known.code === "internal") log.error({ err: error, ...context }, "request failed");
    else if (known.status >= 500) log.warn({ err: known, ...context }, "request not answered");
    sendProblem(request, answer, known);
  };
  const finish: ErrorRequestHandler = (error: unknown, request, response, _next) =>
    refuse(error, request, response as unknown as Answer);
  pages.use(finish);

  const patterns = routes.map(({ http }) => {
    const segments = http.path.split("/").map((part) => (part.startsWith(":") ? "[^/]+" : RegExp.escape(part)));
    return new RegExp(`^${segments.join("/")}$`);
  });
  const isPath = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
  const answeredPreflight = cors(options.corsOrigins, isPath);

  return (request, response) => {
    const answer = response as unknown as Answer;
    openExchange(request, answer);
    const span = openSpan("HTTP", { kind: SpanKind.SERVER, parent: traceparentOf(request) });
    response.once("close", () => {
      options.finished(answer);
      if (isTracing()) span.end(toldOf(request, answer));
    });
    span.inside(() => answerIt(request, response, answer));
  };

  function answerIt(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
    try {
      checkFraming(request);
      if (answeredPreflight(request, answer)) return;
    } catch (error) {
      refuse(error, request, answer);
      return;
    }
    endpoints(request as Request, response as Response, (error?: unknown) => {
      if (error === undefined || error === null) pages(request, response);
      else refuse(error, request, answer);
    });
  }
}

/** What a trace says of a request: never its query, which may hold a key. */
function toldOf({ method = "" }: IncomingMessage, { locals, statusCode, writableFinished }: Answer) {
  const { endpoint, requestId } = locals;
  return {
    name: endpoint === "none" ? method : endpoint,
    attributes: {
      "http.request.method": method,
      "http.route": endpoint,
      "http.response.status_code": statusCode,
      "plat.request_id": requestId,
    },
    ...(statusCode >= 500 ? { error: String(statusCode) } : writableFinished ? {} : { error: "client_gone" }),
  };
}

function mountPages(pages: Application, options: HttpOptions): void {
  const open = mountDocs(pages, options);
  mountStatic(pages, options);
  pages.all(open, () => {
    throw new AppError("method_not_allowed", "This path takes GET, HEAD.", { headers: { allow: "GET, HEAD" } });
  });
  pages.use(() => {
    throw noSuchPath();
  });
}

/** For metrics: the class of a status. */
export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;
