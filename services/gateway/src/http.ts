import { AppError } from "@plat/contracts";
import type { Logger } from "@plat/kit";
import express, { type Application, type ErrorRequestHandler } from "express";
import type { TrustProxy } from "./config.ts";
import { cors } from "./cors.ts";
import { mountDocs } from "./docs.ts";
import { type Answer, checkFraming, noSuchPath, openExchange } from "./exchange.ts";
import { mount, type MountDeps, publicError, type Route } from "./mount.ts";
import { sendProblem } from "./respond.ts";
import { mountStatic } from "./static.ts";

export interface HttpOptions extends MountDeps {
  routes: Route[];
  corsOrigins: readonly string[];
  trustProxy: TrustProxy;
  publicUrl: string;
  staticDir: string | undefined;
  dashboardDir: string | undefined;
  /** Called once for each request when its answer is out. */
  finished: (answer: Answer) => void;
  log: Logger;
}

/** The order in which a request is looked at, on one screen. */
export function createHttp(options: HttpOptions): Application {
  const { routes, log } = options;
  const app = express();
  app.disable("x-powered-by").disable("etag").enable("case sensitive routing").enable("strict routing");
  app.set("trust proxy", options.trustProxy);
  app.set("query parser", false);

  app.use((request, response, next) => {
    const answer = response as unknown as Answer;
    openExchange(request, answer);
    response.once("close", () => options.finished(answer));
    checkFraming(request);
    next();
  });
  if (options.corsOrigins.length > 0) {
    const patterns = routes.map(({ http }) => new RegExp(`^${http.path.replaceAll(/:\w+/g, "[^/]+")}$`));
    const isPath = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
    const allow = cors(options.corsOrigins, isPath);
    app.use((request, response, next) => allow(request, response as unknown as Answer, next));
  }
  mount(app, routes, options);
  const open = mountDocs(app, options);
  mountStatic(app, options);
  app.all(open, () => {
    throw new AppError("method_not_allowed", "This path takes GET, HEAD.", { headers: { allow: "GET, HEAD" } });
  });
  app.use(() => {
    throw noSuchPath();
  });
  const refuse: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    const answer = response as unknown as Answer;
    const known = publicError(error);
    const context = { requestId: answer.locals.requestId, endpoint: answer.locals.endpoint };
    if (known.code === "internal") log.error({ err: error, ...context }, "request failed");
    else if (known.status >= 500) log.warn({ err: known, ...context }, "request not answered");
    sendProblem(request, answer, known);
  };
  app.use(refuse);
  return app;
}

/** For metrics: the class of a status. */
export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;
