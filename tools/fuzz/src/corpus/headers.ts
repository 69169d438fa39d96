import { request, get, type Table, withoutCredential } from "./case.ts";

const noCors = { headers: { "access-control-allow-origin": null, "access-control-allow-credentials": null } };
const preflight = (origin: string) =>
  withoutCredential(request("OPTIONS", "/organization", `Origin: ${origin}`, "Access-Control-Request-Method: GET"));
const allowed = {
  headers: { "access-control-allow-origin": /^https:\/\/app\.example$/, "access-control-allow-credentials": null },
};
const requestId = (value: RegExp) => ({ headers: { "x-request-id": value } });
const generatedId = requestId(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Requests of other origins: the target allows only `https://app.example`. */
export const origins: Table = [
  ["the allowed origin", get("/organization", "Origin: https://app.example"), "200", allowed],
  ["its preflight", preflight("https://app.example"), "204", allowed],
  ["null", get("/organization", "Origin: null"), "200", noCors],
  ["another", get("/organization", "Origin: https://evil.example"), "200", noCors],
  ["one that begins like it", get("/organization", "Origin: https://app.example.evil.example"), "200", noCors],
  ["one that ends like it", get("/organization", "Origin: https://evilapp.example"), "200", noCors],
  ["the same without TLS", get("/organization", "Origin: http://app.example"), "200", noCors],
  ["the same at another port", get("/organization", "Origin: https://app.example:8443"), "200", noCors],
  ["in other case", get("/organization", "Origin: HTTPS://APP.EXAMPLE"), "200", noCors],
  ["two of them", get("/organization", "Origin: https://app.example, https://evil.example"), "200", noCors],
  ["another's preflight", preflight("https://evil.example"), "405 method_not_allowed", noCors],
  ["null's preflight", preflight("null"), "405 method_not_allowed", noCors],
];

const page = { headers: { "content-security-policy": /^default-src 'none'; script-src 'self';/ } };
/** Header fields of responses, in addition to those checked in every response. */
export const responses: Table = [
  ["a request id is echoed", get("/organization", "X-Request-Id: trace-42"), "200", requestId(/^trace-42$/)],
  ["a request id that is a key", get("/organization", "X-Request-Id: @KEY@"), "200", generatedId],
  ["a request id that is markup", get("/organization", "X-Request-Id: <script>"), "200", generatedId],
  ["a request id of 200 characters", get("/organization", `X-Request-Id: ${"a".repeat(200)}`), "200", generatedId],
  [
    "a resource may be cached and revalidated",
    get("/properties/@ID@"),
    "200",
    { headers: { etag: /^"\d+-.+"$/, "cache-control": /^private, no-cache$/ } },
  ],
  ["a list is not cached", get("/properties"), "200", { headers: { etag: null, "cache-control": /^no-store$/ } }],
  ["the page that shows the document", withoutCredential(get("/docs")), "200", page],
  ["the response to HEAD", request("HEAD", "/organization"), "200"],
  ["a range of a response", get("/organization", "Range: bytes=0-3"), "200"],
  ["an upgrade to HTTP/2", get("/organization", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c"), "200"],
  ["an upgrade to a web socket", get("/organization", "Connection: Upgrade", "Upgrade: websocket"), "200"],
  ["a condition that is not an ETag", get("/properties/@ID@", "If-None-Match: garbage"), "200"],
  ["a condition of 5,000 characters", get("/properties/@ID@", `If-None-Match: "${"a".repeat(5_000)}"`), "200"],
  ["a forged client address", get("/organization", "X-Forwarded-For: 1.2.3.4", "Forwarded: for=1.2.3.4"), "200"],
];
