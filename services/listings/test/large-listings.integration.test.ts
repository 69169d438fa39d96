import { newId } from "@plat/kit";
import { expect } from "chai";
import { type FeedEvent, propertyEvents } from "../src/domain/change-events.ts";
import { newProperty } from "../src/domain/property.ts";
import { OutboxRelay } from "../src/jobs/outbox-relay.ts";
import { type AgentRemovalPorts, unassignDeletedAgents } from "../src/jobs/agent-removal.ts";
import { connectStore, type Store } from "../src/store/connect.ts";
import { eventStore } from "../src/store/event-store.ts";
import { outboxStore } from "../src/store/outbox-store.ts";
import { propertyStore } from "../src/store/property-store.ts";
import { house, log, service, startSuite, type Suite } from "./support.ts";

/** Input of a listing with 290,000 characters. */
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
/** Upper bound of the characters per response. All listings together have nearly nine million. */
const maxResponseChars = 6_000_000;
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

describe("large listings", () => {
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
    it(`GET /properties?sort=${sort} ends pages early and omits no listing`, async () => {
      const seen: string[] = [];
      const prices: (number | null)[] = [];
      let pages = 0;
      let cursor: string | null | undefined;
      do {
        const query: object = { sort, limit: 100, ...(cursor === undefined ? {} : { cursor }) };
        const { status, body } = await suite.request(organization, "listProperties", { query });
        expect(status).to.equal(200);
        expect(body.page.limit).to.equal(100);
        expect(sizeOf(body)).to.be.lessThan(maxResponseChars);
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

  it("concurrent GET /properties/:id requests each return their own listing", async () => {
    const absent = newId();
    const requested = [...ids, absent, ...ids];
    const replies = await Promise.all(
      requested.map((id) => suite.request(organization, "getProperty", { params: { id } })),
    );
    expect(replies.map(({ status, body }) => (status === 200 ? body.id : undefined))).to.deep.equal(
      requested.map((id) => (id === absent ? undefined : id)),
    );
  });

  it("GET /properties returns full pages if no large fields are selected", async () => {
    const query = { limit: 100, fields: ["id", "title", "address.city"] };
    const { body } = await suite.request(organization, "listProperties", { query });
    expect(body.page.nextCursor).to.equal(null);
    expect(body.data.map(({ id }) => id ?? "").toSorted()).to.deep.equal(ids.toSorted());
    expect(body.data[0]).to.have.all.keys("id", "title", "address");
    const [one] = (await suite.request(organization, "listProperties", { query: { limit: 1, fields: ["media"] } })).body
      .data;
    expect(one?.media).to.have.length(100);
  });

  it("documents returns a part of the listings with the ids of the rest", async () => {
    const seen: string[] = [];
    let rest = [...ids, newId()];
    let requests = 0;
    while (rest.length > 0) {
      const { body } = await suite.request(service, "documents", { body: { ids: rest, partly: true } });
      expect(sizeOf(body)).to.be.lessThan(maxResponseChars);
      seen.push(...body.documents.map(({ id }) => id));
      rest = body.rest ?? [];
      requests++;
    }
    expect(seen.toSorted()).to.deep.equal(ids.toSorted());
    expect(requests).to.equal(3);
  });

  for (const types of [undefined, ["property.created", "property.deleted"]])
    it(`GET /events ends pages early and omits no event (${types === undefined ? "all" : "some"} types)`, async () => {
      const seen: number[] = [];
      let after = 0;
      let pages = 0;
      while (seen.length < count) {
        const query = { after, limit: 100, wait: 10, ...(types === undefined ? {} : { types }) };
        const { body } = await suite.request(organization, "listEvents", { query });
        expect(sizeOf(body)).to.be.lessThan(maxResponseChars);
        seen.push(...body.data.map(({ sequence }) => sequence));
        expect(body.page.nextAfter).to.be.at.least(seen.at(-1) ?? 0);
        after = body.page.nextAfter;
        pages++;
      }
      expect(seen).to.deep.equal(Array.from({ length: count }, (_, at) => at + 1));
      expect(pages).to.be.greaterThan(2);
    });

  it("the outbox relay appends all of their events in several batches", async () => {
    const organizationId = newId();
    const outbox = outboxStore(store.models);
    const batchSizes: number[] = [];
    const now = new Date().toISOString();
    // Inserted directly, because the service would relay them immediately. Its sweeper does so only after a second.
    const created = Array.from({ length: count }, () => {
      const property = newProperty(large(), { id: newId(), organizationId, now, defaultCurrency: null });
      return { listing: { property, ads: [] }, events: propertyEvents(null, property) };
    });
    await propertyStore(store.models).insert(created);
    const relay = new OutboxRelay({
      store: {
        ...outbox,
        append: (events: readonly FeedEvent[]) => {
          batchSizes.push(sizeOf(events));
          return outbox.append(events);
        },
      },
      onAppended: () => undefined,
      log,
    });
    await relay.run(organizationId);
    expect(Math.max(...batchSizes)).to.be.lessThan(maxResponseChars);
    expect(await eventStore(store.models).head(organizationId)).to.equal(count);
  });

  it("removing a deleted agent reads at most 32 listings concurrently", async () => {
    const changes = { running: 0, maxRunning: 0, finished: 0 };
    const agentId = newId();
    const listingIds = Array.from({ length: 200 }, newId);
    const ports = {
      agents: {
        listDeleted: async () => [{ id: agentId, organizationId: organization, deletedAt: new Date().toISOString() }],
      },
      properties: { idsByAgent: async () => (changes.finished === 0 ? listingIds : []) },
      writer: {
        change: async () => {
          changes.maxRunning = Math.max(changes.maxRunning, ++changes.running);
          await new Promise(setImmediate);
          changes.running--;
          changes.finished++;
          return { changed: false };
        },
        publish: async () => ({}),
      },
    } as unknown as AgentRemovalPorts;
    await unassignDeletedAgents(ports, log);
    expect(changes.finished).to.equal(listingIds.length);
    expect(changes.maxRunning).to.be.within(2, 32);
  });
});
