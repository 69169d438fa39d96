import { AppError } from "@plat/contracts";
import express, { type Application, type NextFunction } from "express";
import { extname, join, sep } from "node:path";
import { securityHeaders, sendJson } from "./responses.ts";

const imageExtensions = new Set([".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif"]);
/** An SVG may contain inline styles, but no scripts. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const dashboardExtensions = new Set([
  ...imageExtensions,
  ".html",
  ".js",
  ".mjs",
  ".css",
  ".json",
  ".map",
  ".woff2",
  ".ico",
  ".txt",
]);
/**
 * Only scripts and styles of the dashboard itself, none inline. Images may come from any host, because listings link to
 * them (the dashboard asks the user first). Requests go to this host and to that of the map tiles.
 */
const dashboardPolicy = (tileOrigin: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https: http:; font-src 'self'; connect-src 'self'${tileOrigin}; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

interface StaticFolder {
  mountPath: string;
  folder: string;
  extensions: ReadonlySet<string>;
  contentSecurityPolicy: string;
  /** Whether the content of the file never changes. */
  isImmutable: (path: string) => boolean;
  /** Whether `/` serves `index.html`. */
  hasIndex: boolean;
}

/** Serves a folder without authentication or quota. Files with other extensions return 404. */
function mountFolder(app: Application, options: StaticFolder): void {
  const { mountPath, folder, extensions, contentSecurityPolicy, isImmutable, hasIndex } = options;
  const serveFile = express.static(folder, {
    index: hasIndex ? "index.html" : false,
    redirect: false,
    acceptRanges: false,
    dotfiles: "ignore",
    setHeaders: (response, path) =>
      response.setHeader("cache-control", isImmutable(path) ? "public, max-age=31536000, immutable" : "no-cache"),
  });
  app.use(mountPath, (request, response, next) => {
    const isIndex = hasIndex && request.path === "/";
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || !(isIndex || extensions.has(extname(request.path).toLowerCase()))) {
      next();
      return;
    }
    response.set({
      ...securityHeaders,
      "content-security-policy": contentSecurityPolicy,
      "cross-origin-resource-policy": "cross-origin",
      "x-request-id": response.locals.requestId,
    });
    serveFile(request, response, mapFileErrors(next));
  });
}

/** Converts the 412 of `express.static` (`If-Match`, `If-Unmodified-Since`) into a problem document. */
export const mapFileErrors =
  (next: NextFunction): NextFunction =>
  (error?: unknown) =>
    next(
      error instanceof Error && "status" in error && error.status === 412
        ? new AppError("precondition_failed", "The file does not match the precondition of the request.", {
            cause: error,
          })
        : error,
    );

export interface StaticFilesOptions {
  /** Its subfolder `demo` is served under `/demo/`. */
  staticDir: string | undefined;
  dashboardDir: string | undefined;
  /** Configuration of the dashboard, served as `/dashboard/config.json`. */
  dashboard: { tileUrl: string | undefined; tileAttribution: string | undefined; issuer: string | undefined };
}

export function mountStaticFiles(app: Application, { staticDir, dashboardDir, dashboard }: StaticFilesOptions): void {
  if (staticDir !== undefined)
    mountFolder(app, {
      mountPath: "/demo",
      folder: join(staticDir, "demo"),
      extensions: imageExtensions,
      contentSecurityPolicy: imagePolicy,
      isImmutable: () => true,
      hasIndex: false,
    });
  if (dashboardDir === undefined) return;
  app.get("/dashboard", (request, response, next) => {
    // Strict routing distinguishes the two. The relative URLs of the page need the trailing slash.
    if (request.path !== "/dashboard") next();
    else {
      response.set({ ...securityHeaders, "x-request-id": response.locals.requestId, "cache-control": "no-store" });
      response.redirect(308, "dashboard/");
    }
  });
  const { tileUrl = null, tileAttribution = null, issuer = null } = dashboard;
  app.get("/dashboard/config.json", (_, response) => sendJson(response, 200, { tileUrl, tileAttribution, issuer }));
  mountFolder(app, {
    mountPath: "/dashboard",
    folder: dashboardDir,
    extensions: dashboardExtensions,
    contentSecurityPolicy: dashboardPolicy(tileUrl === null ? "" : ` ${new URL(tileUrl).origin}`),
    // The build puts a hash of the content into the names of these files.
    isImmutable: (path) => path.includes(`${sep}assets${sep}`),
    hasIndex: true,
  });
}
