import { searchContract } from "@plat/contracts";
import { eventually, lenientTimeouts } from "@plat/testkit";
import { expect } from "chai";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type SearchProcess, startSearchProcess } from "./support/search-process.ts";
import { buildProperty } from "./support/property.ts";
import { organizationA, rejectionOf, startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

/** A TCP link to Elasticsearch that can be closed and opened. */
class Link {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #open = true;

  constructor(target: URL) {
    this.#server = createServer((near) => {
      if (!this.#open) {
        near.destroy();
        return;
      }
      const far = connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
      near.on("close", () => far.destroy());
      far.on("close", () => near.destroy());
    });
  }
  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  cut(): void {
    this.#open = false;
    for (const socket of this.#sockets) socket.destroy();
  }
  mend(): void {
    this.#open = true;
  }
  close(): void {
    this.cut();
    this.#server.close();
  }
}

describe("search service process", () => {
  let fixture: SearchFixture;
  let link: Link;
  let started: SearchProcess;
  let opsPort = 0;

  before(async () => {
    fixture = await startSearchFixture();
    // From now on, only the process handles requests.
    await fixture.service.stop();
    link = new Link(new URL(fixture.config.ELASTICSEARCH_URL));
    started = startSearchProcess({
      NATS_URL: fixture.config.NATS_URL,
      ELASTICSEARCH_URL: await link.listen(),
      ELASTICSEARCH_INDEX: fixture.config.ELASTICSEARCH_INDEX,
      ...lenientTimeouts,
    });
    opsPort = await started.ready();
  });
  after(async () => {
    await started.kill();
    link.close();
    await fixture.stop();
  });

  const ops = async (path: string): Promise<{ status: number; body: string }> => {
    const response = await fetch(`http://127.0.0.1:${opsPort}${path}`);
    return { status: response.status, body: await response.text() };
  };

  it("serves liveness, readiness and metrics", async () => {
    expect((await ops("/livez")).status).to.equal(200);
    // A slow machine may need a moment.
    await eventually(async () => expect((await ops("/readyz")).status).to.equal(200));
    expect((await ops("/metrics")).body).to.include("plat_index_failures_total");
  });

  it("returns 503 and reports Elasticsearch as unavailable during an outage, and recovers without losing changes", async () => {
    link.cut();
    const error = await rejectionOf(fixture.search({}));
    expect(error).to.include({ code: "unavailable", status: 503, retryAfter: 1 });
    await eventually(async () => {
      const { status, body } = await ops("/readyz");
      expect(status).to.equal(503);
      expect((JSON.parse(body) as { away: string[] }).away).to.deep.equal(["elasticsearch"]);
    });
    const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA }));
    await fixture.listings.notify(id);
    const counts = await rejectionOf(fixture.request(searchContract.aggregate, { query: {} }));
    expect(counts.code).to.equal("unavailable");
    link.mend();
    await eventually(async () => expect((await fixture.search({})).data.map((each) => each.id)).to.deep.equal([id]));
    await eventually(async () => expect((await ops("/readyz")).status).to.equal(200));
  });

  it("exits with a message that names every invalid setting", async () => {
    const bad = startSearchProcess({ ELASTICSEARCH_URL: "ftp://nowhere", ELASTICSEARCH_SHARDS: "0" });
    const [code] = (await once(bad.child, "exit")) as [number];
    expect(code).to.equal(1);
    await eventually(() =>
      expect(bad.lines.join("\n")).to.include("ELASTICSEARCH_URL").and.to.include("ELASTICSEARCH_SHARDS"),
    );
  });

  it("stops on SIGTERM after responding to requests in flight", async () => {
    const responses = Promise.all(Array.from({ length: 20 }, () => fixture.search({})));
    // The process has received all twenty requests before SIGTERM.
    await fixture.search({});
    started.child.kill("SIGTERM");
    const [code] = (await once(started.child, "exit")) as [number];
    expect(code).to.equal(0);
    for (const { total } of await responses) expect(total.value).to.equal(1);
  });
});
