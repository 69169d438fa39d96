import { apiKeyOf, redisKeys, recordField } from "@plat/contracts";
import { newId } from "@plat/kit";
import { sendRequest, eventually } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { hashOf } from "../src/auth/credentials.ts";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import type { ReceivedRequest, FakeReply } from "./support/fake-services.ts";

/** A feed that answers as the listings service would: at once when there is something, else when something comes. */
class Feed {
  readonly events: { id: string; sequence: number; type: string }[] = [];
  #wake = new Set<() => void>();

  add(count: number): void {
    for (let made = 0; made < count; made++) {
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

interface Open {
  response: Response;
  /** Everything that has come so far. */
  text(): string;
  ended(): boolean;
  leave(): void;
}

describe("the change feed as a stream", () => {
  let testGateway: TestGateway;
  let feed: Feed;
  let key: string;
  before(async () => {
    testGateway = await startTestGateway({ env: { RATE_LIMITS: "1000/1m" } });
  });
  after(() => testGateway.stop());
  beforeEach(async () => {
    feed = new Feed();
    testGateway.services.respond = (request) => feed.reply(request);
    key = apiKeyOf(randomBytes(32));
    await testGateway.storeKey(key);
  });

  const open = async (
    path = "/events",
    headers: Record<string, string> = {},
    base = testGateway.url,
  ): Promise<Open> => {
    const leave = new AbortController();
    const response = await fetch(base + path, {
      headers: { authorization: `Bearer ${key}`, accept: "text/event-stream", ...headers },
      signal: leave.signal,
    });
    let text = "";
    let ended = false;
    void (async () => {
      try {
        for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString();
      } catch {
        // Left.
      }
      ended = true;
    })();
    return { response, text: () => text, ended: () => ended, leave: () => leave.abort() };
  };
  const sequences = (text: string): number[] => [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));

  it("gives what was there and what comes, in order, each event once with its sequence as id", async () => {
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
    stream.leave();
  });

  it("goes on after Last-Event-ID, which comes before the query", async () => {
    feed.add(5);
    const stream = await open("/events?after=1", { "last-event-id": "3" });
    await eventually(() => expect(sequences(stream.text())).to.deep.equal([4, 5]));
    stream.leave();
    const bad = await sendRequest(testGateway.url, "/events", {
      key,
      headers: { accept: "text/event-stream", "last-event-id": "x" },
    });
    expect([bad.status, (bad.body as { errors: unknown }).errors]).to.deep.equal([
      400,
      [{ in: "header", name: "Last-Event-ID", detail: "must be the id of an event of this feed" }],
    ]);
  });

  it("is a page as ever for whoever does not ask for a stream", async () => {
    feed.add(1);
    const page = await sendRequest(testGateway.url, "/events", { key });
    expect(page.body).to.have.nested.property("data[0].sequence", 1);
  });

  it("is refused like any request, before anything is sent", async () => {
    const response = await sendRequest(testGateway.url, "/events?limit=x", {
      key,
      headers: { accept: "text/event-stream" },
    });
    expect([response.status, response.headers.get("content-type")]).to.deep.equal([400, "application/problem+json"]);
    const nobody = await sendRequest(testGateway.url, "/events", { headers: { accept: "text/event-stream" } });
    expect(nobody.status).to.equal(401);
  });

  it("is one of a hundred at once of an organization; one that ends makes room", async () => {
    const streams = await Promise.all(Array.from({ length: 100 }, () => open()));
    const refused = await sendRequest(testGateway.url, "/events", { key, headers: { accept: "text/event-stream" } });
    expect([refused.status, (refused.body as Record<string, unknown>)["violated-policies"]]).to.deep.equal([
      429,
      ["streams-at-once"],
    ]);
    expect((await sendRequest(testGateway.url, "/events", { key })).status).to.equal(200);
    streams[0]?.leave();
    await eventually(async () => {
      const next = await open();
      next.leave();
      expect(next.response.status).to.equal(200);
    });
    for (const stream of streams) stream.leave();
  });

  it("counts as one request", async () => {
    const stream = await open();
    feed.add(1);
    await eventually(() => expect(sequences(stream.text())).to.deep.equal([1]));
    const { names, redis } = { names: redisKeys("plat:"), redis: testGateway.redis };
    expect(await redis.hget(names.key(hashOf(key)), recordField.usageCount)).to.equal("1");
    expect(await redis.llen(names.accepted("listings", hashOf(key)))).to.equal(1);
    stream.leave();
  });

  it("ends without another event when its key is revoked", async () => {
    const stream = await open();
    feed.add(1);
    await eventually(() => expect(sequences(stream.text())).to.deep.equal([1]));
    await testGateway.redis.hset(redisKeys("plat:").key(hashOf(key)), recordField.revokedAt, Date.now());
    feed.add(1);
    await eventually(() => expect(stream.ended()).to.equal(true));
    expect(sequences(stream.text())).to.deep.equal([1]);
  });

  it("lets go of its poll when the client leaves", async () => {
    const own = newId();
    await testGateway.storeKey(key, { id: own });
    const polls = () =>
      testGateway.services.requests.filter(({ meta: { caller } }) => caller.kind === "api_key" && caller.keyId === own);
    const stream = await open();
    await eventually(() => expect(polls()).to.have.length(2));
    stream.leave();
    // The gateway has seen that it left.
    const id = stream.response.headers.get("x-request-id") ?? "";
    const isOver = (): boolean => testGateway.log.some((line) => line.includes(id) && line.includes("request completed"));
    await eventually(() => expect(isOver()).to.equal(true));
    feed.add(1);
    // The poll under way ends with this event; another one would be asked for right after it.
    key = apiKeyOf(randomBytes(32));
    await testGateway.storeKey(key);
    const other = await open();
    await eventually(() => expect(sequences(other.text())).to.deep.equal([1]));
    other.leave();
    expect(polls()).to.have.length(2);
  });

  it("ends when the gateway stops, which does not wait for it", async () => {
    const gateway = await testGateway.startAnother();
    const stream = await open("/events", {}, gateway.url);
    await gateway.stop();
    await eventually(() => expect(stream.ended()).to.equal(true));
  });
});
