import { sendRequest, eventually, type Plat, row, startPlat, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Span {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  failed: boolean;
}
interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: (Omit<Span, "service" | "failed"> & { status?: { code?: number } })[] }[];
  }[];
}

/** A minimal OpenTelemetry collector: receives OTLP over HTTP. */
class FakeCollector {
  readonly spans: Span[] = [];
  readonly bodies: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      this.bodies.push(body);
      if (request.url === "/v1/traces") this.#store(JSON.parse(body) as Export);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
  #store({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
      for (const { status, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ ...span, service, failed: status?.code === 2 });
    }
  }
  /** The spans of a trace from the root to the span of this service and name, each as `service: name`. */
  path(traceId: string, service: string, name: string): string[] {
    const inTrace = this.spans.filter((span) => span.traceId === traceId);
    const path: string[] = [];
    let at = inTrace.find((span) => span.service === service && span.name === name);
    for (; at !== undefined; at = inTrace.find(({ spanId }) => spanId === at?.parentSpanId))
      path.unshift(`${at.service}: ${at.name}`);
    return path;
  }
}

describe("tracing", function () {
  this.timeout(slowSuiteTimeoutMs);

  const collector = new FakeCollector();
  let plat: Plat;
  let key: string;
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const callerSpan = "b7ad6b7169203331";

  before(async () => {
    plat = await startPlat({
      env: { all: { OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen(), TRACE_RATIO: "0" } },
    });
    const user = { email: "trace@example.com", password: "correct horse battery" };
    const signedUp = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: "Trace", ...user } });
    const token = String(row(signedUp)["token"]);
    key = String(row(await sendRequest(plat.url, "/api-keys", { token, body: { name: "traced" } }))["key"]);
  });
  after(async () => {
    await plat.stop();
    collector.close();
  });
  const headers = (trace: string) => ({ traceparent: `00-${trace}-${callerSpan}-01` });

  it("one trace covers the caller's span, the gateway, NATS, the service and each backing service", async () => {
    const body = { query: "house in Leeds" };
    expect(
      (await sendRequest(plat.url, "/properties/search", { key, body, headers: headers(traceId) })).status,
    ).to.equal(200);
    expect((await sendRequest(plat.url, "/properties", { key, headers: headers(traceId) })).status).to.equal(200);
    const gateway = (name: string): string => `plat-gateway: ${name}`;
    await eventually(() => {
      expect(collector.path(traceId, "plat-search", "elasticsearch _search")).to.deep.equal([
        gateway("POST /properties/search"),
        gateway("search.v1.search request"),
        "plat-search: search.v1.search",
        "plat-search: elasticsearch _search",
      ]);
      expect(collector.path(traceId, "plat-listings", "mongodb find")).to.deep.equal([
        gateway("GET /properties"),
        gateway("listings.v1.list request"),
        "plat-listings: listings.v1.list",
        "plat-listings: mongodb find",
      ]);
      expect(collector.path(traceId, "plat-gateway", "redis admission script")).to.have.lengthOf(2);
      const first = collector.spans.find(({ traceId: id, name }) => id === traceId && name === "GET /properties");
      expect(first?.parentSpanId).to.equal(callerSpan);
      expect(collector.spans.filter(({ failed }) => failed)).to.deep.equal([]);
    });
  });

  it("spans contain no API key and no request parameters", async () => {
    const marked = "1af7651916cd43dd8448eb211c80319c";
    await sendRequest(plat.url, `/properties/suggest?q=Zanzibar&api_key=${key}`, { headers: headers(marked) });
    await eventually(() => expect(collector.path(marked, "plat-search", "search.v1.suggest")).to.have.lengthOf(3));
    expect(collector.bodies.join("\n")).to.not.match(/Zanzibar|svc_pk_/);
  });

  it("TRACE_RATIO=0 records no trace that begins here, but those that the caller samples", async () => {
    await sendRequest(plat.url, "/properties", { key });
    const after = "2af7651916cd43dd8448eb211c80319c";
    await sendRequest(plat.url, "/properties", { key, headers: headers(after) });
    await eventually(() => expect(collector.spans.some((span) => span.traceId === after)).to.equal(true));
    const known = new Set([traceId, "1af7651916cd43dd8448eb211c80319c", after]);
    expect(collector.spans.filter((span) => !known.has(span.traceId))).to.deep.equal([]);
  });

  it("log lines of a request contain its trace id", async () => {
    const id = "3af7651916cd43dd8448eb211c80319c";
    await plat.service("search").kill();
    // Until NATS notices the disconnection, it may still route requests to the service.
    await eventually(async () =>
      expect((await sendRequest(plat.url, "/properties/search", { key, body: {} })).status).to.equal(503),
    );
    const response = await sendRequest(plat.url, "/properties/search", { key, body: {}, headers: headers(id) });
    expect(response.status).to.equal(503);
    await eventually(() => expect(plat.log.some((line) => line.includes(`"traceId":"${id}"`))).to.equal(true));
    await eventually(() =>
      expect(
        collector.spans.find((span) => span.traceId === id && span.name === "POST /properties/search")?.failed,
      ).to.equal(true),
    );
    await plat.start("search");
  });
});
