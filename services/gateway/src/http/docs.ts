import { allContracts, invalid, openApiDocument, parseQuery, toFieldErrors } from "@plat/contracts";
import express, { type Application, type Request } from "express";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Answer } from "./request-context.ts";
import { ownParameters } from "./routes.ts";
import { securityHeaders, sendJson, sendReply } from "./responses.ts";
import { orRefusal } from "./static-files.ts";

/** Nothing from elsewhere; the page's own library styles its parts inline and draws icons as data. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Addresses are relative, so that the page works below any base address.
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plat API</title>
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
<noscript><p>This page needs JavaScript. The same is in <a href="openapi.json">openapi.json</a>.</p></noscript>
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

/** `GET /`, `/openapi.json` and `/docs`: readable by anybody, counted nowhere. */
export function mountDocs(app: Application, { publicUrl }: { publicUrl: string }): string[] {
  const document = Buffer.from(
    JSON.stringify(openApiDocument(allContracts, { title: "Plat", version: "1.0.0", serverUrl: publicUrl })),
  );
  const answer = (type: string, body: string | Buffer) => (_: Request, response: unknown) => {
    const headers = { "content-type": type, "content-security-policy": policy };
    sendReply(response as Answer, { status: 200, headers, body: Buffer.from(body) });
  };
  const own = ["/", "/openapi.json", "/docs", "/docs/start.js"];
  app.get(own, (_, response, next) => {
    const asked = parseQuery(undefined, (response as unknown as Answer).locals.query, ownParameters);
    if (!asked.ok) throw invalid(toFieldErrors(asked.issues, "query"));
    next();
  });
  app.get("/", (_, response) =>
    sendJson(response as unknown as Answer, 200, { name: "Plat", openapi: "openapi.json", docs: "docs" }),
  );
  app.get("/openapi.json", (_, response) =>
    sendReply(response as unknown as Answer, { status: 200, headers: {}, body: document }),
  );
  app.get("/docs", answer("text/html; charset=utf-8", page));
  app.get("/docs/start.js", answer("text/javascript; charset=utf-8", start));
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const files = express.static(folder, { index: false, redirect: false, acceptRanges: false, maxAge: 3_600_000 });
  app.use("/docs/assets", (request, response, next) => {
    if (!assets.includes(request.path.slice(1))) {
      next();
      return;
    }
    response.set({
      ...securityHeaders,
      "content-security-policy": policy,
      "x-request-id": (response as unknown as Answer).locals.requestId,
    });
    files(request, response, orRefusal(next));
  });
  return own;
}
