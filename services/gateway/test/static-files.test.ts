import { allContracts } from "@plat/contracts";
import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Gateway } from "../src/app.ts";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import { sendRaw } from "./support/raw-http.ts";

describe("pages, pictures and other origins", () => {
  let testGateway: TestGateway;
  let open: Gateway;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-static-"));
    await mkdir(join(folder, "demo"));
    await mkdir(join(folder, "page"));
    await writeFile(join(folder, "demo/0.svg"), "<svg/>");
    await writeFile(join(folder, "demo/.hidden.svg"), "<svg/>");
    await writeFile(join(folder, "demo/secret.txt"), "secret");
    await writeFile(join(folder, "secret.svg"), "secret");
    await writeFile(join(folder, "page/index.html"), "<p>hello</p>");
    await writeFile(join(folder, "page/app.js"), "1");
    await writeFile(join(folder, "page/app.sh"), "1");
    await mkdir(join(folder, "page/assets"));
    await writeFile(join(folder, "page/assets/app-0a1b2c.mjs"), "1");
    testGateway = await startTestGateway();
    open = await testGateway.startAnother({
      STATIC_DIR: folder,
      DASHBOARD_DIR: join(folder, "page"),
      DASHBOARD_TILE_URL: "https://tiles.example/{z}/{x}/{y}.png",
      CORS_ORIGINS: "https://app.example,https://other.example",
      RATE_LIMITS: "1/1m",
    });
  });
  after(async () => {
    await testGateway.stop();
    await rm(folder, { recursive: true });
  });

  it("serves pictures of the demo to anybody, as often as wanted, for ever the same", async () => {
    for (let times = 0; times < 3; times++) {
      const { status, headers, body } = await sendRequest(open.url, "/demo/0.svg");
      expect([status, body, headers.get("content-type")]).to.deep.equal([200, "<svg/>", "image/svg+xml"]);
      expect(headers.get("cache-control")).to.match(/^public, max-age=31536000, immutable$/);
      expect(headers.get("content-security-policy")).to.match(/^default-src 'none'.*sandbox$/);
      expect(headers.get("x-content-type-options")).to.equal("nosniff");
    }
  });

  it("serves nothing but pictures, from nowhere else", async () => {
    const paths = [
      "/demo/",
      "/demo",
      "/demo/secret.txt",
      "/demo/.hidden.svg",
      "/demo/1.svg",
      "/demo/%2e%2e/secret.svg",
    ];
    for (const path of [...paths, "/demo/..%2fsecret.svg", "/demo/0.svg/", "/demo/%00.svg"]) {
      const response = await sendRaw(open.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect([path, response.status >= 400 && response.status < 500]).to.deep.equal([path, true]);
      expect(response.headers.get("content-type"), path).to.equal("application/problem+json");
      expect(response.body).not.to.include("secret.svg<");
    }
    expect((await sendRequest(testGateway.url, "/demo/0.svg")).status, "off without a folder").to.equal(404);
    expect((await sendRequest(testGateway.url, "/dashboard/")).status, "off without a folder").to.equal(404);
  });

  it("serves the dashboard below its own path, with a policy for its own scripts", async () => {
    const page = await sendRequest(open.url, "/dashboard/");
    expect([page.status, page.body]).to.deep.equal([200, "<p>hello</p>"]);
    const policy = page.headers.get("content-security-policy");
    expect(policy)
      .to.match(/script-src 'self';/)
      .and.not.include("unsafe");
    expect(policy).to.include("connect-src 'self' https://tiles.example;");
    expect(page.headers.get("cache-control")).to.equal("no-cache");
    const asset = await sendRequest(open.url, "/dashboard/assets/app-0a1b2c.mjs");
    expect(asset.headers.get("cache-control")).to.match(/immutable$/);
    expect(asset.headers.get("content-type")).to.match(/^text\/javascript/);
    expect((await sendRequest(open.url, "/dashboard/config.json")).body).to.deep.equal({
      tileUrl: "https://tiles.example/{z}/{x}/{y}.png",
      tileAttribution: null,
      issuer: null,
    });
    expect((await sendRequest(open.url, "/dashboard/app.js")).status).to.equal(200);
    expect((await sendRequest(open.url, "/dashboard/app.sh")).status).to.equal(404);
    const redirect = await fetch(`${open.url}/dashboard`, { redirect: "manual" });
    expect([redirect.status, redirect.headers.get("location")]).to.deep.equal([308, "dashboard/"]);
    expect(redirect.headers.get("x-request-id")).to.match(/^[\w-]{36}$/);
  });

  it("documents every endpoint at /openapi.json, and shows it at /docs with nothing from elsewhere", async () => {
    const { body } = await sendRequest(testGateway.url, "/openapi.json");
    const { openapi, paths } = body as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(openapi).to.match(/^3\.1/);
    for (const { http } of Object.values(allContracts) as { http?: { method: string; path: string } }[])
      if (http !== undefined)
        expect(paths[http.path.replaceAll(/:(\w+)/g, "{$1}")]).to.have.property(http.method.toLowerCase());
    const page = await sendRequest(testGateway.url, "/docs");
    const html = String(page.body);
    expect(page.headers.get("content-type")).to.match(/^text\/html/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(addresses.length).to.be.above(2);
    for (const address of addresses) {
      expect(address).not.to.match(/^(\/|[a-z]+:)/);
      expect((await sendRequest(testGateway.url, `/${address}`)).status, address).to.equal(200);
    }
    expect(html).not.to.match(/<script>|onload=/);
    expect(page.headers.get("content-security-policy")).to.match(/^default-src 'none'; script-src 'self';/);
    expect((await sendRequest(testGateway.url, "/docs/assets/package.json")).status).to.equal(404);
  });

  it("answers conditions and ranges on files as HTTP has them, never as a fault of its own", async () => {
    for (const path of ["/demo/0.svg", "/dashboard/app.js", "/dashboard/", "/docs/assets/swagger-ui.css"]) {
      const get = (headers: Record<string, string>) => sendRequest(open.url, path, { headers });
      const whole = await get({});
      const part = await get({ range: "bytes=99999999-" });
      expect([part.status, part.body], path).to.deep.equal([200, whole.body]);
      for (const headers of [{ "if-match": '"other"' }, { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }]) {
        const refused = await get(headers);
        expect([refused.status, refused.headers.get("content-type")]).to.deep.equal([412, "application/problem+json"]);
        expect(refused.headers.get("cache-control")).to.equal("no-store");
      }
      const tag = whole.headers.get("etag") ?? "";
      expect((await get({ "if-match": tag.replace("W/", "") })).status).to.equal(200);
    }
  });

  it("refuses query parameters that these pages do not have, but for the one that may carry a key", async () => {
    for (const path of ["/", "/openapi.json", "/docs", "/docs/start.js"]) {
      const response = await sendRequest(testGateway.url, `${path}?x=1`);
      expect([response.status, response.body], path).to.have.deep.nested.property("[1].errors[0].name", "x");
      expect(response.status, path).to.equal(400);
      expect((await sendRequest(testGateway.url, `${path}?api_key=x`)).status, path).to.equal(200);
    }
  });

  it("tells at / where to look", async () => {
    const { status, body } = await sendRequest(testGateway.url, "/");
    expect([status, body]).to.deep.equal([200, { name: "Plat", openapi: "openapi.json", docs: "docs" }]);
  });

  it("lets pages of the named origins in, and no others", async () => {
    const preflight = (origin: string, path = "/properties") =>
      sendRequest(open.url, path, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
    const good = await preflight("https://app.example");
    expect(good.status).to.equal(204);
    expect(good.headers.get("access-control-allow-origin")).to.equal("https://app.example");
    expect(good.headers.get("access-control-allow-headers")).to.include("Authorization");
    expect(good.headers.get("access-control-allow-credentials")).to.equal(null);
    for (const origin of ["https://evil.example", "null", "https://app.example.evil.example", "http://app.example"]) {
      const bad = await preflight(origin);
      expect([bad.status, bad.headers.get("access-control-allow-origin")]).to.deep.equal([405, null]);
      expect(bad.headers.get("vary")).to.equal("Origin");
    }
    expect((await preflight("https://app.example", "/nothing")).status).to.equal(404);
    const real = await sendRequest(open.url, "/properties", { headers: { origin: "https://other.example" } });
    expect(real.status).to.equal(401);
    expect(real.headers.get("access-control-allow-origin")).to.equal("https://other.example");
    expect(real.headers.get("access-control-expose-headers")).to.include("RateLimit");
    const off = await sendRequest(testGateway.url, "/properties", { headers: { origin: "https://app.example" } });
    expect(off.headers.get("access-control-allow-origin")).to.equal(null);
  });
});
