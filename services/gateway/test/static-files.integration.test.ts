import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Gateway } from "../src/app.ts";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import { sendRaw } from "./support/raw-http.ts";

describe("static files", () => {
  let testGateway: TestGateway;
  let gateway: Gateway;
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
    gateway = await testGateway.startAnother({
      STATIC_DIR: folder,
      DASHBOARD_DIR: join(folder, "page"),
      DASHBOARD_TILE_URL: "https://tiles.example/{z}/{x}/{y}.png",
      RATE_LIMITS: "1/1m",
    });
  });
  after(async () => {
    await testGateway.stop();
    await rm(folder, { recursive: true });
  });

  it("GET /demo serves images without authentication or quota, as immutable", async () => {
    for (let times = 0; times < 3; times++) {
      const { status, headers, body } = await sendRequest(gateway.url, "/demo/0.svg");
      expect([status, body, headers.get("content-type")]).to.deep.equal([200, "<svg/>", "image/svg+xml"]);
      expect(headers.get("cache-control")).to.match(/^public, max-age=31536000, immutable$/);
      expect(headers.get("content-security-policy")).to.match(/^default-src 'none'.*sandbox$/);
      expect(headers.get("x-content-type-options")).to.equal("nosniff");
    }
  });

  it("GET /demo rejects other file types, hidden files and path traversal", async () => {
    const paths = [
      "/demo/",
      "/demo",
      "/demo/secret.txt",
      "/demo/.hidden.svg",
      "/demo/1.svg",
      "/demo/%2e%2e/secret.svg",
    ];
    for (const path of [...paths, "/demo/..%2fsecret.svg", "/demo/0.svg/", "/demo/%00.svg"]) {
      const response = await sendRaw(gateway.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect([path, response.status >= 400 && response.status < 500]).to.deep.equal([path, true]);
      expect(response.headers.get("content-type"), path).to.equal("application/problem+json");
      expect(response.body).not.to.include("secret.svg<");
    }
    expect((await sendRequest(testGateway.url, "/demo/0.svg")).status, "disabled without a folder").to.equal(404);
    expect((await sendRequest(testGateway.url, "/dashboard/")).status, "disabled without a folder").to.equal(404);
  });

  it("GET /dashboard/ serves the dashboard with its content security policy", async () => {
    const page = await sendRequest(gateway.url, "/dashboard/");
    expect([page.status, page.body]).to.deep.equal([200, "<p>hello</p>"]);
    const policy = page.headers.get("content-security-policy");
    expect(policy)
      .to.match(/script-src 'self';/)
      .and.not.include("unsafe");
    expect(policy).to.include("connect-src 'self' https://tiles.example;");
    expect(page.headers.get("cache-control")).to.equal("no-cache");
    const asset = await sendRequest(gateway.url, "/dashboard/assets/app-0a1b2c.mjs");
    expect(asset.headers.get("cache-control")).to.match(/immutable$/);
    expect(asset.headers.get("content-type")).to.match(/^text\/javascript/);
    expect((await sendRequest(gateway.url, "/dashboard/config.json")).body).to.deep.equal({
      tileUrl: "https://tiles.example/{z}/{x}/{y}.png",
      tileAttribution: null,
      issuer: null,
    });
    expect((await sendRequest(gateway.url, "/dashboard/app.js")).status).to.equal(200);
    expect((await sendRequest(gateway.url, "/dashboard/app.sh")).status).to.equal(404);
    const redirect = await fetch(`${gateway.url}/dashboard`, { redirect: "manual" });
    expect([redirect.status, redirect.headers.get("location")]).to.deep.equal([308, "dashboard/"]);
    expect(redirect.headers.get("x-request-id")).to.match(/^[\w-]{36}$/);
  });

  it("supports preconditions on files and ignores ranges", async () => {
    for (const path of ["/demo/0.svg", "/dashboard/app.js", "/dashboard/", "/docs/assets/swagger-ui.css"]) {
      const get = (headers: Record<string, string>) => sendRequest(gateway.url, path, { headers });
      const full = await get({});
      const ranged = await get({ range: "bytes=99999999-" });
      expect([ranged.status, ranged.body], path).to.deep.equal([200, full.body]);
      for (const headers of [{ "if-match": '"other"' }, { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }]) {
        const rejected = await get(headers);
        expect([rejected.status, rejected.headers.get("content-type")]).to.deep.equal([
          412,
          "application/problem+json",
        ]);
        expect(rejected.headers.get("cache-control")).to.equal("no-store");
      }
      const tag = full.headers.get("etag") ?? "";
      expect((await get({ "if-match": tag.replace("W/", "") })).status).to.equal(200);
    }
  });
});
