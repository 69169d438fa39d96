import type { IndexDocument, Property } from "@plat/contracts";
import { expect } from "chai";
import { verifyIndex } from "../src/indexing/verify-index.ts";
import { reconcile } from "../src/indexing/reconcile.ts";
import type { ElasticsearchClient } from "../src/elasticsearch/client.ts";
import { createListingsClient } from "../src/listings/listings-client.ts";
import { createIndexStore } from "../src/indexing/index-store.ts";
import { buildAd, buildProperty } from "./support/property.ts";
import { organizationA, startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

const count = 32;
/** Maximum bytes of a response; all listings together have more than nine million. */
const bytesMax = 8_500_000;

/** A listing with 290,000 characters. */
const large = (at: number): Property =>
  buildProperty({
    organizationId: organizationA,
    title: `Large ${at}`,
    description: `garden ${"d".repeat(19_000)}`,
    features: Array.from({ length: 200 }, (_, feature) => `${feature} ${"f".repeat(95)}`),
    media: Array.from({ length: 100 }, (_, medium) => ({
      url: `https://example.com/${medium}?${"x".repeat(1_950)}`,
      kind: "image" as const,
      caption: "y".repeat(500),
    })),
    publishedAt: new Date(Date.parse("2026-01-01") + at * 60_000).toISOString(),
  });

describe("large listings", () => {
  let fixture: SearchFixture;
  let documents: IndexDocument[];
  let newestFirst: string[];
  before(async () => {
    fixture = await startSearchFixture();
    documents = Array.from({ length: count }, (_, at) => fixture.listings.put(large(at)));
    await fixture.load(documents);
    newestFirst = documents.map(({ id }) => id).toReversed();
  });
  after(() => fixture.stop());

  for (const body of [{}, { text: "garden" }, { query: "houses" }])
    it(`POST /properties/search returns all of them in shortened pages for ${JSON.stringify(body)}`, async () => {
      const seen: string[] = [];
      let pages = 0;
      let cursor: string | null | undefined;
      do {
        const response = await fixture.search({
          ...body,
          sort: [{ field: "publishedAt" }],
          limit: 100,
          ...(cursor === undefined ? {} : { cursor }),
        });
        expect(JSON.stringify(response).length).to.be.lessThan(bytesMax);
        expect(response.total).to.deep.equal({ value: count, relation: "eq" });
        expect(response.page.limit).to.equal(100);
        seen.push(...response.data.map(({ id }) => id ?? ""));
        cursor = response.page.nextCursor;
        pages++;
      } while (cursor !== null);
      expect(seen).to.deep.equal(newestFirst);
      expect(pages).to.equal(2);
    });

  it("GET /properties/:id/similar returns the newest ones that fit into a response", async () => {
    const [reference = ""] = newestFirst.slice(-1);
    const response = await fixture.similar(reference, { limit: 100 });
    expect(JSON.stringify(response).length).to.be.lessThan(bytesMax);
    expect(response.length).to.be.greaterThan(10);
    expect(response.map(({ id }) => id)).to.deep.equal(newestFirst.slice(0, response.length));
  });

  it("do not fail or delay other searches of the same batch", async () => {
    const [reference = ""] = newestFirst.slice(-1);
    const small = buildProperty({ organizationId: organizationA, propertyType: "Barn", title: "Small" });
    const other = buildProperty({ organizationId: organizationA, propertyType: "Barn", title: "Another" });
    await fixture.load([fixture.listings.put(small), fixture.listings.put(other)]);
    for (let round = 0; round < 2; round++) {
      const responses = await Promise.all([
        ...Array.from({ length: 3 }, () => fixture.similar(reference, { limit: 100 })),
        fixture.similar(small.id),
      ]);
      expect(responses.at(-1)?.map(({ id }) => id)).to.deep.equal([other.id]);
      for (const each of responses.slice(0, -1)) expect(each[0]?.id).to.equal(newestFirst[0]);
    }
  });

  it("are scanned in small pages, and their versions in one page", async () => {
    const responses: number[] = [];
    const elasticsearch: ElasticsearchClient = {
      ...fixture.elasticsearch,
      async request<T>(...args: Parameters<ElasticsearchClient["request"]>) {
        const response = await fixture.elasticsearch.request<T>(...args);
        responses.push(JSON.stringify(response).length);
        return response;
      },
    };
    const { ELASTICSEARCH_INDEX: alias, ELASTICSEARCH_SHARDS: shards } = fixture.config;
    const some = createIndexStore(elasticsearch, alias, { shards, replicas: "0" }).read(documents.map(({ id }) => id));
    expect((await Array.fromAsync(some)).map(({ id }) => id)).to.have.members(documents.map(({ id }) => id));
    expect(responses.length).to.be.greaterThan(1);
    expect(Math.max(...responses)).to.be.lessThan(bytesMax);
    const page = await fixture.store.scan(null, 500);
    expect(page.length).to.be.within(2, count - 1);
    expect(JSON.stringify(page).length).to.be.lessThan(bytesMax);
    const versions = await fixture.store.scanVersions(null, 500);
    expect(versions.length).to.be.at.least(count);
    expect(JSON.stringify(versions).length).to.be.lessThan(20_000);
    expect(versions[0]).to.have.all.keys("id", "version", "deleted", "changedAt");
  });

  it("shorten pages because of their ads only if ads are requested", async () => {
    const url = `https://example.com/${"x".repeat(1_900)}`;
    const adContent = { body: "b".repeat(2_000), imageUrl: url, targetUrl: url };
    const ads = (id: string) => Array.from({ length: 200 }, () => buildAd(id, adContent));
    const advertised = Array.from({ length: 12 }, () => {
      const property = buildProperty({ organizationId: organizationA, propertyType: "Castle" });
      return fixture.listings.put(property, ads(property.id));
    });
    await fixture.load(advertised);
    const page = (more: object) => fixture.search({ filters: { propertyTypes: ["Castle"] }, limit: 12, ...more });
    const plain = await page({});
    expect([plain.data.length, plain.page.nextCursor]).to.deep.equal([12, null]);
    const first = await page({ includeAdCount: true });
    expect(first.data.length).to.be.within(1, 11);
    expect(first.data.map(({ activeAdCount }) => activeAdCount)).to.deep.equal(first.data.map(() => 200));
    expect(first.page.nextCursor).to.not.equal(null);
    const [{ id = "" } = {}] = plain.data;
    expect(await fixture.similar(id, { limit: 11, match: "any" })).to.have.length(11);
    expect((await fixture.similar(id, { limit: 11, includeAdCreatives: true })).length).to.be.within(1, 10);
    for (const each of advertised) fixture.listings.documents.delete(each.id);
    await fixture.store.purge(advertised);
    await fixture.store.refresh();
  });

  it("are reconciled and verified", async () => {
    const listingsClient = createListingsClient(fixture.rpc);
    const missing = Array.from({ length: count }, (_, at) => fixture.listings.put(large(at)).id);
    const before = await verifyIndex(listingsClient, fixture.store, { retryTimeoutMs: 0 });
    expect(before.differences).to.deep.equal(missing.map((id) => ({ id, kind: "missing" })));
    const written: number[] = [];
    const elasticsearch: ElasticsearchClient = {
      ...fixture.elasticsearch,
      request(method, path, body, timeoutMs, limit) {
        if (path.startsWith("/_bulk") && typeof body === "string") written.push(body.length);
        return fixture.elasticsearch.request(method, path, body, timeoutMs, limit);
      },
    };
    const { ELASTICSEARCH_INDEX: alias, ELASTICSEARCH_SHARDS: shards } = fixture.config;
    const store = createIndexStore(elasticsearch, alias, { shards, replicas: "0" });
    const result = await reconcile({ listings: listingsClient, store, publishRefreshed: () => undefined });
    expect(result).to.include({ repaired: count, rejected: 0 });
    expect(written.length).to.be.greaterThan(1);
    expect(Math.max(...written)).to.be.lessThan(5_000_000);
    const after = await verifyIndex(listingsClient, fixture.store, { retryTimeoutMs: 0 });
    expect(after.differences).to.deep.equal([]);
    expect(after.compared).to.equal(before.compared);
  });
});
