import express, { type Application } from "express";
import { extname, join } from "node:path";
import type { Answer } from "./exchange.ts";
import { securityHeaders } from "./respond.ts";

const images = new Set([".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif"]);
/** A picture may carry its own styles and nothing that acts. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const pages = new Set([...images, ".html", ".js", ".css", ".json", ".map", ".woff2", ".ico", ".txt", ".webmanifest"]);
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: http:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

interface Folder {
  mountedAt: string;
  folder: string;
  extensions: ReadonlySet<string>;
  policy: string;
  /** Files never change under their name. */
  immutable: boolean;
  index: boolean;
}

/** Files that anybody may have; they count in no quota. Everything but the named kinds of file is not there. */
function mountFolder(app: Application, { mountedAt, folder, extensions, policy, immutable, index }: Folder): void {
  const files = express.static(folder, {
    index: index ? "index.html" : false,
    redirect: false,
    dotfiles: "ignore",
    ...(immutable ? { immutable: true, maxAge: "365d" } : { maxAge: 0 }),
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
    files(request, response, next);
  });
}

export function mountStatic(
  app: Application,
  { staticDir, dashboardDir }: { staticDir: string | undefined; dashboardDir: string | undefined },
): void {
  if (staticDir !== undefined)
    mountFolder(app, {
      mountedAt: "/demo",
      folder: join(staticDir, "demo"),
      extensions: images,
      policy: imagePolicy,
      immutable: true,
      index: false,
    });
  if (dashboardDir === undefined) return;
  app.get("/dashboard", (request, response, next) => {
    // Strict routing tells the two apart; relative addresses of the page need the slash.
    if (request.path !== "/dashboard") next();
    else response.redirect(308, "dashboard/");
  });
  mountFolder(app, {
    mountedAt: "/dashboard",
    folder: dashboardDir,
    extensions: pages,
    policy: pagePolicy,
    immutable: false,
    index: true,
  });
}
