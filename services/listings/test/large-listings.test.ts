import { newId } from "@plat/kit";
import { expect } from "chai";
import { type FeedEvent, propertyEvents } from "../src/domain/change-events.ts";
import type { Dependencies } from "../src/handlers/dependencies.ts";
import { newProperty } from "../src/domain/property.ts";
import { OutboxRelay } from "../src/jobs/outbox-relay.ts";
import { unassignDeletedAgents } from "../src/jobs/agent-removal.ts";
import { connectStore, type Store } from "../src/store/connect.ts";
import { eventStore } from "../src/store/event-store.ts";
import { outboxStore } from "../src/store/outbox-store.ts";
import { propertyStore } from "../src/store/property-store.ts";
import { house, log, service, startSuite, type Suite } from "./support.ts";

/** A listing of 290,000 characters. */
const large = (more: object = {}) =>
  house({
    description: "d".repeat(20_000),
    features: Array.from({ length: 200 }, (_, at) => `${at} ${"f".repeat(95)}`),
    media: Array.from({ length: 100 }, (_, at) => ({
      url: `https://example.com/${at}?${"x".repeat(1_950)}`,
      caption: "y".repeat(500),
    })),
    ...more,
  });
const count = 30;
/** Of all that is answered at once; all of them together have nearly nine million. */
const charsMax = 6_000_000;
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

describe("listings that are large", () => {
  let suite: Suite;
  let store: Store;
  let organization: string;
  let ids: string[];
  before(async () => {
    suite = await startSuite();
    store = await connectStore({ url: suite.env["MONGO_URL"] ?? "", database: suite.config.MONGO_DATABASE, log });
    organization = newId();
    ids = [];
    for (let batch = 0; batch < count / 10; batch++) {
      const items = Array.from({ length: 10 }, (_, at) => large(at < 5 ? { price: batch * 10 + at } : {}));
      const { body } = await suite.request(organization, "batchProperties", { body: { mode: "create", items } });
      ids.push(...body.data.map(({ id }) => id ?? ""));
    }
  });
  after(async () => {
    await store.close();
    await suite.stop();
  });

  for (const sort of ["createdAt", "-price"])
    it(`come in pages that end early and leave none out, by ${sort}`, async () => {
      const seen: string[] = [];
      const prices: (number | null)[] = [];
      let pages = 0;
      let cursor: string | null | undefined;
      do {
        const query: object = { sort, limit: 100, ...(cursor === undefined ? {} : { cursor }) };
        const { status, body } = await suite.request(organization, "listProperties", { query });
        expect(status).to.equal(200);
        expect(body.page.limit).to.equal(100);
        expect(sizeOf(body)).to.be.lessThan(charsMax);
        seen.push(...body.data.map(({ id }) => id ?? ""));
        prices.push(...body.data.map(({ price = null }) => price));
        cursor = body.page.nextCursor;
        pages++;
      } while (cursor !== null);
      expect(seen.toSorted()).to.deep.equal(ids.toSorted());
      expect(pages).to.equal(3);
      const known = prices.filter((price) => price !== null);
      if (sort === "-price")
        expect(prices).to.deep.equal([...known.toSorted((a, b) => b - a), ...Array(15).fill(null)]);
    });

  it("come one by one, all at the same time, each to whoever asked for it", async () => {
    const absent = newId();
    const asked = [...ids, absent, ...ids];
    const answers = await Promise.all(
      asked.map((id) => suite.request(organization, "getProperty", { params: { id } })),
    );
    expect(answers.map(({ status, body }) => (status === 200 ? body.id : undefined))).to.deep.equal(
      asked.map((id) => (id === absent ? undefined : id)),
    );
  });

  it("come in whole pages where nothing large of them is asked for", async () => {
    const query = { limit: 100, fields: ["id", "title", "address.city"] };
    const { body } = await suite.request(organization, "listProperties", { query });
    expect(body.page.nextCursor).to.equal(null);
    expect(body.data.map(({ id }) => id ?? "").toSorted()).to.deep.equal(ids.toSorted());
    expect(body.data[0]).to.have.all.keys("id", "title", "address");
    const [one] = (await suite.request(organization, "listProperties", { query: { limit: 1, fields: ["media"] } })).body
      .data;
    expect(one?.media).to.have.length(100);
  });

  it("are given to the index some at a time, with the ids that are left", async () => {
    const seen: string[] = [];
    let left = [...ids, newId()];
    let answers = 0;
    while (left.length > 0) {
      const { body } = await suite.request(service, "documents", { body: { ids: left, partly: true } });
      expect(sizeOf(body)).to.be.lessThan(charsMax);
      seen.push(...body.documents.map(({ id }) => id));
      left = body.rest ?? [];
      answers++;
    }
    expect(seen.toSorted()).to.deep.equal(ids.toSorted());
    expect(answers).to.equal(3);
  });

  for (const types of [undefined, ["property.created", "property.deleted"]])
    it(`are told in pages of the feed that end early and leave none out, of ${types === undefined ? "all" : "some"} types`, async () => {
      const seen: number[] = [];
      let after = 0;
      let pages = 0;
      while (seen.length < count) {
        const query = { after, limit: 100, wait: 10, ...(types === undefined ? {} : { types }) };
        const { body } = await suite.request(organization, "listEvents", { query });
        expect(sizeOf(body)).to.be.lessThan(charsMax);
        seen.push(...body.data.map(({ sequence }) => sequence));
        expect(body.page.nextAfter).to.be.at.least(seen.at(-1) ?? 0);
        after = body.page.nextAfter;
        pages++;
      }
      expect(seen).to.deep.equal(Array.from({ length: count }, (_, at) => at + 1));
      expect(pages).to.be.greaterThan(2);
    });

  it("are relayed into the feed some at a time, all of them", async () => {
    const own = newId();
    const relays = outboxStore(store.models);
    const passes: number[] = [];
    const now = new Date().toISOString();
    // Stored past the service, which would have relayed them by itself; it looks for them only after a second.
    const created = Array.from({ length: count }, () => {
      const property = newProperty(large(), { id: newId(), organizationId: own, now, defaultCurrency: null });
      return { listing: { property, ads: [] }, events: propertyEvents(null, property) };
    });
    await propertyStore(store.models).insert(created);
    const relay = new OutboxRelay({
      store: {
        ...relays,
        append: (events: readonly FeedEvent[]) => {
          passes.push(sizeOf(events));
          return relays.append(events);
        },
      },
      onAppended: () => undefined,
      log,
    });
    await relay.run(own);
    expect(Math.max(...passes)).to.be.lessThan(charsMax);
    expect(await eventStore(store.models).head(own)).to.equal(count);
  });

  it("of a deleted agent are not all held at once while they are released", async () => {
    const held = { now: 0, most: 0, released: 0 };
    const agentId = newId();
    const of = Array.from({ length: 200 }, newId);
    const context = {
      agents: {
        deleted: async () => [{ id: agentId, organizationId: organization, deletedAt: new Date().toISOString() }],
      },
      properties: { withAgent: async () => (held.released === 0 ? of : []) },
      writer: {
        change: async () => {
          held.most = Math.max(held.most, ++held.now);
          await new Promise(setImmediate);
          held.now--;
          held.released++;
          return { changed: false };
        },
        announce: async () => ({}),
      },
    } as unknown as Dependencies;
    await unassignDeletedAgents(context, log);
    expect(held.released).to.equal(of.length);
    expect(held.most).to.be.within(2, 32);
  });
});
