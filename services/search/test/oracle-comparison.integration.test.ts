import { type IndexDocument, type Property, type PropertyStatus, searchContract } from "@plat/contracts";
import { eventually, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { aggregationsJson } from "../src/domain/aggregations-json.ts";
import { countListings, countListingsByPages } from "../src/elasticsearch/count-listings.ts";
import { createListingIndex } from "../src/elasticsearch/listing-index.ts";
import { createIndex } from "../src/indexing/indices.ts";
import { writeDocuments } from "../src/indexing/bulk.ts";
import { Dice, generateListings, organizations, types } from "./support/generate.ts";
import { asEntries, expectedAggregations, expectedSimilar } from "./support/oracle.ts";
import { anyCaller, matchesQuery, randomFilters } from "./support/filter-oracle.ts";
import { startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

const statuses: PropertyStatus[] = ["active", "pending", "inactive", "sold", "rented"];

/** Every night, the comparison is repeated with more listings. */
const listingCount = Number(process.env["ORACLE_LISTINGS"] ?? 6_000);

describe(`search over ${listingCount} listings of 40 organizations on three shards`, function () {
  this.timeout(slowSuiteTimeoutMs);

  let fixture: SearchFixture;
  let documents: IndexDocument[];
  let all: Property[];

  before(async () => {
    fixture = await startSearchFixture({ ELASTICSEARCH_SHARDS: "3" });
    documents = generateListings(listingCount);
    for (const document of documents) fixture.listings.documents.set(document.id, document);
    await fixture.load(documents);
    all = fixture.listings.undeletedProperties();
  });
  after(() => fixture.stop());

  const aggregate = async (query: object, organizationId?: string): Promise<string> => {
    const reply = await fixture.call(searchContract.aggregate, { query: query as never }, organizationId);
    expect(reply.status).to.equal(200);
    return Buffer.from(reply.body).toString("utf8");
  };

  for (const status of statuses) {
    it(`GET /properties/aggregations equals the oracle for ${status} listings of all organizations and of one`, async () => {
      const caller = organizations[3];
      expect(asEntries(await aggregate({ status }))).to.deep.equal(expectedAggregations(all, status));
      expect(asEntries(await aggregate({ status, filterByOrganization: true }, caller))).to.deep.equal(
        expectedAggregations(all, status, caller),
      );
    });
  }

  it("counts equally on one shard, in one request and with composite aggregations", async () => {
    const alias = `${fixture.config.ELASTICSEARCH_INDEX}-single`;
    await createIndex(fixture.elasticsearch, `${alias}-1`, { shape: { shards: 1, replicas: "0" }, alias });
    await Array.fromAsync(writeDocuments(fixture.elasticsearch, documents, () => ({ alias })));
    await fixture.elasticsearch.request("POST", `/${alias}/_refresh`);
    const single = createListingIndex(fixture.elasticsearch, alias);
    const expected = expectedAggregations(all, "active");
    expect(asEntries(aggregationsJson(await countListings(single, { status: "active" })))).to.deep.equal(expected);
    expect(
      asEntries(aggregationsJson(await countListingsByPages(single, { kind: "counts", statuses: ["active"] }))),
    ).to.deep.equal(expected);
  });

  for (const match of ["all", "any"] as const) {
    it(`GET /properties/:id/similar equals the oracle for 100 references (match=${match})`, async () => {
      const dice = new Dice(match === "all" ? 11 : 12);
      const active = all.filter(({ status }) => status === "active");
      for (let round = 0; round < 100; round++) {
        const reference = dice.pick(active);
        const caller = dice.pick(organizations);
        const limit = dice.pick([1, 5, 100]);
        const ownOnly = dice.chance(0.2);
        const response = await fixture.similar(reference.id, { match, limit, filterByOrganization: ownOnly }, caller);
        expect(
          response.map(({ id, matchedOn }) => ({ id, matchedOn })),
          `reference ${reference.id}`,
        ).to.deep.equal(expectedSimilar(all, reference, caller, { match, limit, ownOnly }));
      }
    });
  }

  it("POST /properties/search equals the oracle for 300 random combinations of filters", async () => {
    const dice = new Dice(21);
    let found = 0;
    for (let round = 0; round < 300; round++) {
      const randomQuery = randomFilters(dice);
      const caller = anyCaller(dice);
      const expected = all.filter(matchesQuery(randomQuery, caller));
      const response = await fixture.search(
        { ...randomQuery, limit: 40, sort: [{ field: "updatedAt", order: "asc" }] },
        caller,
      );
      const shown = expected.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)).slice(0, 40);
      expect(response.total.value, JSON.stringify(randomQuery)).to.equal(expected.length);
      expect(
        response.data.map(({ id }) => id),
        JSON.stringify(randomQuery),
      ).to.deep.equal(shown.map(({ id }) => id));
      if (expected.length > 0) found++;
    }
    // Most combinations are conclusive only if they match listings.
    expect(found).to.be.greaterThan(150);
  });

  it("facets and zero-result suggestions equal the oracle for 120 random combinations", async () => {
    const dice = new Dice(22);
    const own = {
      propertyType: ["propertyTypes", "excludePropertyTypes"],
      city: ["cities", "excludeCities"],
      bedrooms: ["bedrooms"],
      status: ["status"],
    } as const;
    const value: Record<keyof typeof own, (each: Property) => string | number | null> = {
      propertyType: (each: Property) => each.propertyType,
      city: (each: Property) => (each.address.city?.trim() ? each.address.city : null),
      bedrooms: (each: Property) => each.bedrooms,
      status: (each: Property) => each.status,
    };
    const facets = Object.keys(own) as (keyof typeof own)[];
    let suggested = 0;
    for (let round = 0; round < 120; round++) {
      const randomQuery = randomFilters(dice);
      const caller = anyCaller(dice);
      const without = (names: readonly string[]): Property[] => {
        const otherFilters = Object.entries(randomQuery.filters ?? {}).filter(([name]) => !names.includes(name));
        const filters = {
          ...Object.fromEntries(otherFilters),
          ...(names.includes("status") ? { status: statuses } : {}),
        };
        return all.filter(matchesQuery({ ...randomQuery, filters }, caller));
      };
      const chosen = facets.filter(() => dice.chance(0.7));
      const response = await fixture.search({ ...randomQuery, limit: 1, facets: chosen }, caller);
      for (const facet of chosen) {
        const counts = new Map<unknown, number>();
        for (const each of without(own[facet]).map(value[facet]))
          if (each !== null) counts.set(each, (counts.get(each) ?? 0) + 1);
        const most = [...counts.values()].toSorted((a, b) => b - a).slice(0, 100);
        const buckets = response.facets?.[facet] ?? [];
        const where = `${facet} of ${JSON.stringify(randomQuery)}`;
        expect(
          buckets.map(({ count }) => count),
          where,
        ).to.deep.equal(most);
        for (const each of buckets) expect(each.count, where).to.equal(counts.get(each.value));
      }
      if (response.total.value > 0) continue;
      const whole = (response.suggestions ?? []).filter(({ filter, to }) => to === undefined && !/[.]/.test(filter));
      for (const { filter, count } of whole.filter((each) => each.filter !== "geo" && each.filter !== "text")) {
        expect(count, `${filter} of ${JSON.stringify(randomQuery)}`).to.equal(without([filter]).length);
        suggested++;
      }
    }
    expect(suggested).to.be.greaterThan(10);
  });

  for (const sort of [
    [{ field: "price", order: "asc" }],
    [{ field: "publishedAt", order: "desc" }],
    [
      { field: "bedrooms", order: "desc" },
      { field: "yearBuilt", order: "asc" },
    ],
    undefined,
  ]) {
    const name = sort === undefined ? "relevance" : sort.map(({ field }) => field).join(", ");
    it(`pages sorted by ${name} contain each unchanged listing exactly once during writes`, async () => {
      const dice = new Dice(31);
      const caller = organizations[1] ?? "";
      // Only the listings of one organization change.
      const changing = documents.filter(({ property }) => property?.organizationId === organizations[0]);
      const text = sort === undefined ? { text: "house garden" } : {};
      const request = {
        ...text,
        filters: { propertyCategories: ["Residential"] },
        limit: 100,
        ...(sort === undefined ? {} : { sort }),
      };
      const still = new Set<string>();
      for (const each of await everything(request, caller))
        if (each.organizationId !== organizations[0]) still.add(each.id);

      const writing = { on: true };
      const writer = (async () => {
        while (writing.on) {
          const { id } = dice.pick(changing);
          const now = fixture.listings.documents.get(id);
          if (now?.property) {
            const price = dice.whole(1, 900_000);
            fixture.listings.put({
              ...now.property,
              price,
              bedrooms: dice.whole(0, 6),
              publishedAt: new Date().toISOString(),
            });
            await fixture.listings.notify(id);
          }
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
      try {
        const seen = (await everything(request, caller)).map(({ id }) => id).filter((id) => still.has(id));
        expect(new Set(seen).size).to.equal(seen.length);
        expect(new Set(seen)).to.deep.equal(still);
      } finally {
        writing.on = false;
        await writer;
      }
    });
  }

  const everything = async (request: object, caller: string): Promise<{ id: string; organizationId: string }[]> => {
    const found: { id: string; organizationId: string }[] = [];
    let cursor: string | null | undefined;
    do {
      const response = await fixture.search({ ...request, ...(cursor ? { cursor } : {}) }, caller);
      for (const { id = "", organizationId = "" } of response.data) found.push({ id, organizationId });
      cursor = response.page.nextCursor;
    } while (cursor !== null);
    return found;
  };

  it("returns correct counts within two seconds of the last refreshed write", async () => {
    const dice = new Dice(5);
    const changed = Array.from({ length: 400 }, () => dice.pick(documents).id);
    for (const [at, id] of changed.entries()) {
      const now = fixture.listings.documents.get(id);
      if (now?.property === null || now === undefined) continue;
      if (at % 10 === 0) fixture.listings.remove(id);
      else fixture.listings.put({ ...now.property, status: dice.pick(statuses), propertyType: dice.pick(types) });
      await fixture.listings.notify(id);
      if (at % 20 === 0) await aggregate({});
    }
    const expected = expectedAggregations(fixture.listings.undeletedProperties(), "active");
    const late = (): string[] =>
      changed.filter((id) => fixture.listings.indexed.get(id) !== fixture.listings.documents.get(id)?.version);
    await eventually(() => expect(late()).to.deep.equal([]));
    await eventually(async () => expect(asEntries(await aggregate({}))).to.deep.equal(expected), {
      timeoutMs: 2_000,
    });
  });
});
