import { apiKeyOf, redisKeys, recordField } from "@plat/contracts";
import { newId } from "@plat/kit";
import { sendRequest, eventually } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { hashOf } from "../src/auth/credentials.ts";
import type { FakeReply, ReceivedRequest } from "./support/fake-services.ts";
import { sendRaw } from "./support/raw-http.ts";
import { startTestGateway, type TestGateway } from "./support/test-gateway.ts";

/** Fakes the long poll of the listings service: replies immediately if there are events, otherwise when one is added. */
class FakeFeed {
  readonly events: { id: string; sequence: number; type: string }[] = [];
  #wake = new Set<() => void>();

  add(count: number): void {
    for (let added = 0; added < count; added++) {
      const sequence = this.events.length + 1;
      this.events.push({ id: `x:${sequence}:property.created`, sequence, type: "property.created" });
    }
    for (const wake of this.#wake) wake();
  }

  async reply({ query }: ReceivedRequest): Promise<FakeReply> {
    const { after, limit, wait } = query as { after: number; limit: number; wait: number };
    const page = () => this.events.filter(({ sequence }) => sequence > after).slice(0, limit);
    if (page().length === 0 && wait > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait * 1000);
        this.#wake.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    const data = page();
    return { body: { data, page: { limit, nextAfter: data.at(-1)?.sequence ?? after } } };
  }
}

interface OpenStream {
  response: Response;
  /** Everything received so far. */
  text(): string;
  isEnded(): boolean;
  disconnect(): void;
}

describe("GET /events as an event stream", () => {
  let testGateway: TestGateway;
  let feed: FakeFeed;
  let key: string;
  before(async () => {
    testGateway = await startTestGateway({ env: { RATE_LIMITS: "1000/1m" } });
  });
  after(() => testGateway.stop());
  beforeEach(async () => {
    feed = new FakeFeed();
    testGateway.services.respond = (request) => feed.reply(request);
    key = apiKeyOf(randomBytes(32));
    await testGateway.storeKey(key);
  });

  const open = async (
    path = "/events",
    headers: Record<string, string> = {},
    base = testGateway.url,
  ): Promise<OpenStream> => {
    const abort = new AbortController();
    const response = await fetch(base + path, {
      headers: { authorization: `Bearer ${key}`, accept: "text/event-stream", ...headers },
      signal: abort.signal,
    });
    let text = "";
    let isEnded = false;
    void (async () => {
      try {
        for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString();
      } catch {
        // Disconnected.
      }
      isEnded = true;
    })();
    return { response, text: () => text, isEnded: () => isEnded, disconnect: () => abort.abort() };
  };
  const sequences = (text: string): number[] => [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));

  it("sends existing and new events once and in order, with the sequence as id", async () => {
    feed.add(150);
    const stream = await open();
    expect(stream.response.status).to.equal(200);
    expect(stream.response.headers.get("content-type")).to.match(/^text\/event-stream/);
    await eventually(() => expect(sequences(stream.text())).to.have.length(150));
    feed.add(2);
    await eventually(() => expect(sequences(stream.text())).to.have.length(152));
    expect(sequences(stream.text())).to.deep.equal(Array.from({ length: 152 }, (_, index) => index + 1));
    const [, last] = /id: 152\nevent: property\.created\ndata: (.*)\n\n/.exec(stream.text()) ?? [];
    expect(JSON.parse(last ?? "")).to.deep.equal(feed.events[151]);
    stream.disconnect();
  });

  it("continues after Last-Event-ID, which takes precedence over the query", async () => {
    feed.add(5);
    const stream = await open("/events?after=1", { "last-event-id": "3" });
    await eventually(() => expect(sequences(stream.text())).to.deep.equal([4, 5]));
    stream.disconnect();
    const bad = await sendRequest(testGateway.url, "/events", {
      key,
      headers: { accept: "text/event-stream", "last-event-id": "x" },
    });
    expect([bad.status, (bad.body as { errors: unknown }).errors]).to.deep.equal([
      400,
      [{ in: "header", name: "Last-Event-ID", detail: "must be the id of an event of this feed" }],
    ]);
  });

  it("returns a page if the client does not accept text/event-stream", async () => {
    feed.add(1);
    const page = await sendRequest(testGateway.url, "/events", { key });
    expect(page.body).to.have.nested.property("data[0].sequence", 1);
  });

  it("rejects invalid and anonymous requests with a problem document", async () => {
    const response = await sendRequest(testGateway.url, "/events?limit=x", {
      key,
      headers: { accept: "text/event-stream" },
    });
    expect([response.status, response.headers.get("content-type")]).to.deep.equal([400, "application/problem+json"]);
    const anonymous = await sendRequest(testGateway.url, "/events", { headers: { accept: "text/event-stream" } });
    expect(anonymous.status).to.equal(401);
  });

  it("limits an organization to 100 open streams; a stream that ends frees its place", async () => {
    const streams = await Promise.all(Array.from({ length: 100 }, () => open()));
    const rejected = await sendRequest(testGateway.url, "/events", { key, headers: { accept: "text/event-stream" } });
    expect([rejected.status, (rejected.body as Record<string, unknown>)["violated-policies"]]).to.deep.equal([
      429,
      ["concurrent-streams"],
    ]);
    expect((await sendRequest(testGateway.url, "/events", { key })).status).to.equal(200);
    streams[0]?.disconnect();
    await eventually(async () => {
      const next = await open();
      next.disconnect();
      expect(next.response.status).to.equal(200);
    });
    for (const stream of streams) stream.disconnect();
  });

  it("counts as one request", async () => {
    const stream = await open();
    feed.add(1);
    await eventually(() => expect(sequences(stream.text())).to.deep.equal([1]));
    const { keys, redis } = { keys: redisKeys("plat:"), redis: testGateway.redis };
    expect(await redis.hget(keys.key(hashOf(key)), recordField.usageCount)).to.equal("1");
    expect(await redis.llen(keys.accepted("listings", hashOf(key)))).to.equal(1);
    stream.disconnect();
  });

  it("ends without another event after its key is revoked", async () => {
    const stream = await open();
    feed.add(1);
    await eventually(() => expect(sequences(stream.text())).to.deep.equal([1]));
    await testGateway.redis.hset(redisKeys("plat:").key(hashOf(key)), recordField.revokedAt, Date.now());
    feed.add(1);
    await eventually(() => expect(stream.isEnded()).to.equal(true));
    expect(sequences(stream.text())).to.deep.equal([1]);
  });

  it("stops polling after the client disconnects", async () => {
    const keyId = newId();
    await testGateway.storeKey(key, { id: keyId });
    const polls = () =>
      testGateway.services.requests.filter(
        ({ meta: { caller } }) => caller.kind === "api_key" && caller.keyId === keyId,
      );
    const stream = await open();
    await eventually(() => expect(polls()).to.have.length(2));
    stream.disconnect();
    // Wait until the gateway has noticed the disconnect.
    const id = stream.response.headers.get("x-request-id") ?? "";
    const isCompleted = (): boolean =>
      testGateway.log.some((line) => line.includes(id) && line.includes("request completed"));
    await eventually(() => expect(isCompleted()).to.equal(true));
    feed.add(1);
    // The poll in flight ends with this event; without the disconnect, another poll would follow immediately.
    key = apiKeyOf(randomBytes(32));
    await testGateway.storeKey(key);
    const other = await open();
    await eventually(() => expect(sequences(other.text())).to.deep.equal([1]));
    other.disconnect();
    expect(polls()).to.have.length(2);
  });

  it("ends when the gateway stops", async () => {
    const gateway = await testGateway.startAnother();
    const stream = await open("/events", {}, gateway.url);
    await gateway.stop();
    await eventually(() => expect(stream.isEnded()).to.equal(true));
  });

  it("ends when the client closes its sending side", async () => {
    const request = `GET /events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nAccept: text/event-stream\r\n\r\n`;
    const response = await sendRaw(testGateway.url, request, { untilClosed: true, halfClose: true });
    expect(response.headers.get("content-type")).to.equal("text/event-stream; charset=utf-8");
  });
});
