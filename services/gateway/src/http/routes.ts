import { AppError, type Endpoint, type Http } from "@plat/contracts";
import type { Router } from "express";
import { type EndpointDeps, endpointHandler } from "./endpoint-handler.ts";

export interface Route {
  http: Http;
  definition: Endpoint;
  /** For example `GET /properties/:id`. */
  name: string;
}

/** Every endpoint that is available over HTTP, the more specific path first. */
export function routesOf(contract: Record<string, Endpoint>): Route[] {
  const routes = Object.values(contract).flatMap((definition): Route[] =>
    definition.http === undefined
      ? []
      : [{ http: definition.http, definition, name: `${definition.http.method} ${definition.http.path}` }],
  );
  return routes.toSorted((a, b) => (specificity(a.http.path) < specificity(b.http.path) ? -1 : 1));
}
/** Sort key that places a parameter after a literal segment at the same position. */
const specificity = (path: string): string =>
  path
    .split("/")
    .map((segment) => (segment.startsWith(":") ? "~" : `!${segment}`))
    .join("/");

/** Registers every route, and a 405 for the methods that a path does not support. */
export function mountRoutes(router: Router, routes: readonly Route[], deps: EndpointDeps): void {
  const byPath = Map.groupBy(routes, (route) => route.http.path);
  for (const [path, routesOfPath] of byPath) {
    const registered = router.route(path);
    for (const { http, definition, name } of routesOfPath) {
      const handle = endpointHandler(definition, name, deps);
      const method = http.method.toLowerCase() as "get" | "post" | "patch" | "delete";
      // Express forwards a rejection to its error handler.
      registered[method]((request, response) => handle(request, response));
    }
    const allowed = routesOfPath
      .flatMap(({ http }) => (http.method === "GET" ? ["GET", "HEAD"] : [http.method]))
      .join(", ");
    registered.all(() => {
      throw methodNotAllowed(allowed);
    });
  }
}

/** The 405 for a path that supports other methods. @param allowed value of `Allow` */
export const methodNotAllowed = (allowed: string): AppError =>
  new AppError("method_not_allowed", `This path supports ${allowed}.`, { headers: { allow: allowed } });
