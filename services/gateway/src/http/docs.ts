import { allContracts, invalid, openApiDocument, parseQuery, toFieldErrors } from "@plat/contracts";
import express, { type Application, type RequestHandler } from "express";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { gatewayQueryParameters } from "./request-input.ts";
import { securityHeaders, sendJson, sendReply } from "./responses.ts";
import { mapFileErrors } from "./static-files.ts";

/** Nothing from other hosts. Swagger UI uses inline styles and icons in `data:` URLs. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// All URLs are relative, so that the page works below any base path.
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plat API</title>
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
<noscript><p>This page needs JavaScript. The OpenAPI document is <a href="openapi.json">openapi.json</a>.</p></noscript>
<div id="swagger-ui"></div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
const start = `SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
  tryItOutEnabled: true,
});
`;
const assets = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"];

/**
 * Serves `GET /`, `/openapi.json` and `/docs` without authentication or quota.
 * @returns the paths that support GET only
 */
export function mountDocs(app: Application, { publicUrl }: { publicUrl: string }): string[] {
  const document = Buffer.from(
    JSON.stringify(openApiDocument(allContracts, { title: "Plat", version: "1.0.0", serverUrl: publicUrl })),
  );
  const sendText =
    (type: string, body: string): RequestHandler =>
    (_, response) => {
      const headers = { "content-type": type, "content-security-policy": policy };
      sendReply(response, { status: 200, headers, body: Buffer.from(body) });
    };
  const paths = ["/", "/openapi.json", "/docs", "/docs/start.js"];
  app.get(paths, (_, response, next) => {
    const query = parseQuery(undefined, response.locals.query, gatewayQueryParameters);
    if (!query.ok) throw invalid(toFieldErrors(query.issues, "query"));
    next();
  });
  app.get("/", (_, response) => sendJson(response, 200, { name: "Plat", openapi: "openapi.json", docs: "docs" }));
  app.get("/openapi.json", (_, response) => sendReply(response, { status: 200, headers: {}, body: document }));
  app.get("/docs", sendText("text/html; charset=utf-8", page));
  app.get("/docs/start.js", sendText("text/javascript; charset=utf-8", start));
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const serveFile = express.static(folder, { index: false, redirect: false, acceptRanges: false, maxAge: 3_600_000 });
  app.use("/docs/assets", (request, response, next) => {
    if (!assets.includes(request.path.slice(1))) {
      next();
      return;
    }
    response.set({
      ...securityHeaders,
      "content-security-policy": policy,
      "x-request-id": response.locals.requestId,
    });
    serveFile(request, response, mapFileErrors(next));
  });
  return paths;
}
