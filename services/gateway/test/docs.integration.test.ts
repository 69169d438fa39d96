import { allContracts } from "@plat/contracts";
import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { startTestGateway, type TestGateway } from "./support/test-gateway.ts";

describe("API documentation", () => {
  let testGateway: TestGateway;
  before(async () => {
    testGateway = await startTestGateway();
  });
  after(() => testGateway.stop());

  it("GET / links to the OpenAPI document and the documentation", async () => {
    const { status, body } = await sendRequest(testGateway.url, "/");
    expect([status, body]).to.deep.equal([200, { name: "Plat", openapi: "openapi.json", docs: "docs" }]);
  });

  it("GET /openapi.json describes every endpoint, and GET /docs loads nothing from other hosts", async () => {
    const { body } = await sendRequest(testGateway.url, "/openapi.json");
    const { openapi, paths } = body as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(openapi).to.match(/^3\.1/);
    for (const { http } of Object.values(allContracts) as { http?: { method: string; path: string } }[])
      if (http !== undefined)
        expect(paths[http.path.replaceAll(/:(\w+)/g, "{$1}")]).to.have.property(http.method.toLowerCase());
    const page = await sendRequest(testGateway.url, "/docs");
    const html = String(page.body);
    expect(page.headers.get("content-type")).to.match(/^text\/html/);
    const urls = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(urls.length).to.be.above(2);
    for (const url of urls) {
      expect(url).not.to.match(/^(\/|[a-z]+:)/);
      expect((await sendRequest(testGateway.url, `/${url}`)).status, url).to.equal(200);
    }
    expect(html).not.to.match(/<script>|onload=/);
    expect(page.headers.get("content-security-policy")).to.match(/^default-src 'none'; script-src 'self';/);
    expect((await sendRequest(testGateway.url, "/docs/assets/package.json")).status).to.equal(404);
  });

  it("rejects unknown query parameters except api_key", async () => {
    for (const path of ["/", "/openapi.json", "/docs", "/docs/start.js"]) {
      const response = await sendRequest(testGateway.url, `${path}?x=1`);
      expect([response.status, response.body], path).to.have.deep.nested.property("[1].errors[0].name", "x");
      expect(response.status, path).to.equal(400);
      expect((await sendRequest(testGateway.url, `${path}?api_key=x`)).status, path).to.equal(200);
    }
  });
});
