import { AppError } from "@plat/contracts";
import express, { type Application, type NextFunction } from "express";
import { extname, join, sep } from "node:path";
import type { Answer } from "./request-context.ts";
import { securityHeaders, sendJson } from "./responses.ts";

const images = new Set([".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif"]);
/** A picture may carry its own styles and nothing that acts. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const pages = new Set([...images, ".html", ".js", ".mjs", ".css", ".json", ".map", ".woff2", ".ico", ".txt"]);
/**
 * The page's own scripts and styles, and nothing inline. Pictures may come from where listings say (the page asks first);
 * requests go to this host, and for map tiles to the one that the operator names.
 */
const pagePolicy = (tileOrigin: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https: http:; font-src 'self'; connect-src 'self'${tileOrigin}; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

interface Folder {
  mountedAt: string;
  folder: string;
  extensions: ReadonlySet<string>;
  policy: string;
  /** Whether the file never changes under its name. */
  isImmutable: (path: string) => boolean;
  index: boolean;
}

/** Files that anybody may have; they count in no quota. Everything but the named kinds of file is not there. */
function mountFolder(app: Application, { mountedAt, folder, extensions, policy, isImmutable, index }: Folder): void {
  const files = express.static(folder, {
    index: index ? "index.html" : false,
    redirect: false,
    acceptRanges: false,
    dotfiles: "ignore",
    setHeaders: (response, path) =>
      response.setHeader("cache-control", isImmutable(path) ? "public, max-age=31536000, immutable" : "no-cache"),
  });
  app.use(mountedAt, (request, response, next) => {
    const isIndex = index && request.path === "/";
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || !(isIndex || extensions.has(extname(request.path).toLowerCase()))) {
      next();
      return;
    }
    response.set({
      ...securityHeaders,
      "content-security-policy": policy,
      "cross-origin-resource-policy": "cross-origin",
      "x-request-id": (response as unknown as Answer).locals.requestId,
    });
    files(request, response, orRefusal(next));
  });
}

/** Where a file is not the one that `If-Match` or `If-Unmodified-Since` names, that is no fault of ours. */
export const orRefusal =
  (next: NextFunction): NextFunction =>
  (error?: unknown) =>
    next(
      error instanceof Error && "status" in error && error.status === 412
        ? new AppError("precondition_failed", "The file is another one than the request is meant for.", {
            cause: error,
          })
        : error,
    );

export interface StaticOptions {
  staticDir: string | undefined;
  dashboardDir: string | undefined;
  /** What the dashboard is told of this installation. */
  dashboard: { tileUrl: string | undefined; tileAttribution: string | undefined; issuer: string | undefined };
}

export function mountStatic(app: Application, { staticDir, dashboardDir, dashboard }: StaticOptions): void {
  if (staticDir !== undefined)
    mountFolder(app, {
      mountedAt: "/demo",
      folder: join(staticDir, "demo"),
      extensions: images,
      policy: imagePolicy,
      isImmutable: () => true,
      index: false,
    });
  if (dashboardDir === undefined) return;
  app.get("/dashboard", (request, response, next) => {
    // Strict routing tells the two apart; relative addresses of the page need the slash.
    if (request.path !== "/dashboard") next();
    else {
      const { requestId } = (response as unknown as Answer).locals;
      response.set({ ...securityHeaders, "x-request-id": requestId, "cache-control": "no-store" });
      response.redirect(308, "dashboard/");
    }
  });
  const { tileUrl = null, tileAttribution = null, issuer = null } = dashboard;
  app.get("/dashboard/config.json", (_, response) =>
    sendJson(response as unknown as Answer, 200, { tileUrl, tileAttribution, issuer }),
  );
  mountFolder(app, {
    mountedAt: "/dashboard",
    folder: dashboardDir,
    extensions: pages,
    policy: pagePolicy(tileUrl === null ? "" : ` ${new URL(tileUrl).origin}`),
    // The build names them by what is in them.
    isImmutable: (path) => path.includes(`${sep}assets${sep}`),
    index: true,
  });
}
