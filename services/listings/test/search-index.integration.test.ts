import { propertyChanged, indexRefreshed } from "@plat/contracts";
import { consumeBatches, newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { house, log, service, startSuite, type Suite } from "./support.ts";

/** Starts a fake search service. */
async function startFakeIndex(suite: Suite) {
  const notifications: { id: string; wait: boolean }[] = [];
  const state = { reports: true, refreshes: true };
  const consumption = await consumeBatches(
    suite.client.connection,
    {
      stream: propertyChanged.stream,
      durable: "test",
      subjects: [propertyChanged.subjects],
      batch: 100,
      ackWaitMs: 5_000,
      log,
    },
    async (messages) => {
      const ids = messages.map(({ subject }) => subject.slice(propertyChanged.subject("").length));
      notifications.push(
        ...messages.map(({ headers }, at) => ({
          id: ids[at] ?? "",
          wait: headers?.get(propertyChanged.waitHeader) === "1",
        })),
      );
      const { body } = await suite.request(service, "documents", { body: { ids } });
      const items = body.documents.map(({ id, version }) => ({ id, version }));
      if (state.refreshes) suite.client.connection.publish(indexRefreshed.subject, JSON.stringify({ items }));
      if (state.reports && items.length > 0) await suite.request(service, "indexed", { body: { items } });
      for (const message of messages) message.ack();
    },
  );
  return { notifications, state, stop: () => consumption.stop() };
}

describe("search index synchronization", () => {
  let suite: Suite;
  let index: Awaited<ReturnType<typeof startFakeIndex>>;
  let organization: string;
  before(async () => {
    suite = await startSuite({ env: { PURGE_AFTER_MS: "0" } });
    index = await startFakeIndex(suite);
  });
  after(async () => {
    await index.stop();
    await suite.stop();
  });
  beforeEach(() => {
    organization = newId();
    index.state.refreshes = true;
    index.state.reports = true;
  });

  const wait = { waitForIndex: true };
  const create = async (more: object = {}) =>
    (await suite.request(organization, "createProperty", { body: house(more) })).body;
  const documents = async (...ids: string[]) =>
    (await suite.request(service, "documents", { body: { ids } })).body.documents;

  it("each write sends a change notification that indicates whether a client waits", async () => {
    const { id } = await create();
    await eventually(() => expect(index.notifications).to.deep.include({ id, wait: false }));
    await suite.request(organization, "updateProperty", { params: { id }, query: wait, body: { price: 1 } });
    // The first notification may index the second change before its own notification arrives.
    await eventually(() => expect(index.notifications).to.deep.include({ id, wait: true }));
  });

  it("unindexed returns the time of the oldest change that is not indexed", async () => {
    const since = async (): Promise<string | null> => (await suite.request(service, "unindexed")).body.since;
    const report = (id: string, version: number): Promise<unknown> =>
      suite.request(service, "indexed", { body: { items: [{ id, version }] } });
    await eventually(async () => expect(await since()).to.equal(null));
    index.state.reports = false;
    const { id, version, updatedAt } = await create();
    expect(await since()).to.equal(updatedAt);
    let price = 1;
    const last = await eventually(async () => {
      const { body } = await suite.request(organization, "updateProperty", {
        params: { id },
        body: { price: ++price },
      });
      expect(body.updatedAt).to.not.equal(updatedAt);
      return body;
    });
    expect(await since()).to.equal(updatedAt);
    await report(id, version);
    expect(await since()).to.equal(updatedAt);
    await report(id, last.version);
    const { at, since: none } = (await suite.request(service, "unindexed")).body;
    expect(none).to.equal(null);
    expect(Date.parse(at)).to.be.at.least(Date.parse(last.updatedAt));
  });

  it("every write with waitForIndex waits for the index", async () => {
    const created = await suite.request(organization, "createProperty", { query: wait, body: house() });
    const params = { id: created.body.id };
    const ad = await suite.request(organization, "createAd", { params, query: wait, body: { headline: "A" } });
    const one = { ...params, adId: ad.body.id };
    const items = Array.from({ length: 20 }, () => house());
    const replies = [
      created,
      ad,
      await suite.request(organization, "updateProperty", { params, query: wait, body: { price: 1 } }),
      await suite.request(organization, "updateProperty", { params, query: wait, body: { price: 1 } }),
      await suite.request(organization, "updateAd", { params: one, query: wait, body: { headline: "B" } }),
      await suite.request(organization, "deleteAd", { params: one, query: wait }),
      await suite.request(organization, "batchProperties", { query: wait, body: { mode: "create", items } }),
      await suite.request(organization, "deleteProperty", { params, query: wait }),
    ];
    expect(replies.map(({ status }) => status)).to.deep.equal([201, 201, 200, 200, 200, 204, 200, 204]);
    for (const { headers } of replies) expect(headers).to.not.have.property("x-index-pending");
  });

  it("waitForIndex returns X-Index-Pending after its timeout", async () => {
    index.state.refreshes = false;
    index.state.reports = false;
    const { status, headers } = await suite.request(organization, "createProperty", { query: wait, body: house() });
    expect(status).to.equal(201);
    expect(headers["x-index-pending"]).to.equal("true");
  });

  it("documents returns current listings, and deleted ones as deleted until they are purged", async () => {
    index.state.reports = false;
    const existing = await create();
    const deleted = await create();
    const ad = await suite.request(organization, "createAd", { params: { id: existing.id }, body: { headline: "A" } });
    await suite.request(organization, "deleteProperty", { params: { id: deleted.id } });
    const found = await documents(existing.id, deleted.id, newId());
    const byId = new Map(found.map((document) => [document.id, document]));
    expect(byId.size).to.equal(2);
    const { body } = await suite.request(organization, "getProperty", { params: { id: existing.id } });
    expect(byId.get(existing.id)).to.deep.include({ version: 2, deleted: false, property: body, ads: [ad.body] });
    expect(byId.get(deleted.id)).to.deep.include({ version: 2, deleted: true, property: null, ads: [] });
  });

  it("scan returns all listings by ascending id in pages", async () => {
    await suite.request(organization, "batchProperties", {
      body: { mode: "create", items: Array.from({ length: 25 }, () => house()) },
    });
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const body: object = { after, limit: 7 };
      const page = (await suite.request(service, "scan", { body })).body;
      ids.push(...page.documents.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    expect(ids).to.deep.equal(ids.toSorted());
    const own = await suite.request(organization, "listProperties", { query: { limit: 100 } });
    expect(ids).to.include.members(own.body.data.map(({ id }) => id));
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it("scan and documents return all listings in smaller pages if they are large", async () => {
    const media = Array.from({ length: 100 }, (_, at) => ({
      url: `https://example.com/${at}?${"x".repeat(1_900)}`,
      caption: "y".repeat(200),
    }));
    for (let batch = 0; batch < 9; batch++)
      await suite.request(organization, "batchProperties", {
        body: { mode: "create", items: Array.from({ length: 10 }, () => house({ media })) },
      });
    const pages: string[][] = [];
    const sizes: number[] = [];
    let after: string | null = null;
    do {
      const body: object = { after, limit: 1_000 };
      const page = (await suite.request(service, "scan", { body })).body;
      pages.push(page.documents.map(({ id }) => id));
      sizes.push(JSON.stringify(page).length);
      after = page.next;
    } while (after !== null);
    const ids = pages.flat();
    expect(ids).to.deep.equal(ids.toSorted());
    // All listings together have nearly twenty million characters.
    expect(Math.max(...sizes)).to.be.lessThan(16_000_000);
    const own = await suite.request(organization, "listProperties", { query: { limit: 100, fields: ["id"] } });
    expect(own.body.data).to.have.length(90);
    expect(ids).to.include.members(own.body.data.map(({ id }) => id ?? ""));
    expect(new Set(ids).size).to.equal(ids.length);

    // By id, in any order, including an unknown id.
    const requested = [...own.body.data.map(({ id }) => id ?? "").toReversed(), newId()];
    const parts: number[] = [];
    const got: string[] = [];
    for (let remaining = requested; remaining.length > 0;) {
      const part = (await suite.request(service, "documents", { body: { ids: remaining, partly: true } })).body;
      parts.push(JSON.stringify(part).length);
      got.push(...part.documents.map(({ id }) => id));
      expect(part.rest?.length).to.be.below(remaining.length);
      remaining = part.rest ?? [];
    }
    expect(Math.max(...parts)).to.be.lessThan(16_000_000);
    expect(parts.length).to.be.above(1);
    expect(got.toSorted()).to.deep.equal(requested.slice(0, -1).toSorted());
    // Without `partly` the response is complete: callers treat missing ids as purged.
    const { body } = await suite.request(service, "documents", { body: { ids: requested } });
    expect([body.documents.length, body.rest]).to.deep.equal([90, undefined]);
  });

  it("a deleted listing is purged once its deletion is indexed and in the feed, and not before", async () => {
    index.state.reports = false;
    const { id } = await create();
    const { id: other } = await create();
    for (const each of [id, other]) await suite.request(organization, "deleteProperty", { params: { id: each } });
    await eventually(async () => {
      const feed = await suite.request(organization, "listEvents");
      expect(feed.body.data.filter(({ type }) => type === "property.deleted")).to.have.length(2);
    });
    const items = [
      { id, version: 1 },
      { id: other, version: 2 },
    ];
    await suite.request(service, "indexed", { body: { items } });
    // When the other listing is purged, a sweep has run and retained this one.
    await eventually(async () => expect(await documents(other)).to.deep.equal([]));
    expect(await documents(id)).to.have.length(1);
    await suite.request(service, "indexed", { body: { items: [{ id, version: 2 }] } });
    await eventually(async () => expect(await documents(id)).to.deep.equal([]));
    await suite.request(service, "indexed", { body: { items: [{ id, version: 2 }] } });
    expect(await documents(id)).to.deep.equal([]);
  });

  it("brandings returns the branding of organizations that have one", async () => {
    await suite.request(organization, "updateOrganization", { body: { branding: { displayName: "ACME" } } });
    const { body } = await suite.request(service, "brandings", { body: { organizationIds: [organization, newId()] } });
    expect(body.brandings).to.deep.equal([
      {
        organizationId: organization,
        displayName: "ACME",
        logoUrl: null,
        primaryColor: null,
        website: null,
        phone: null,
      },
    ]);
  });
});
