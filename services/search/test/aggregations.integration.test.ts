import { searchContract, validator } from "@plat/contracts";
import { expect } from "chai";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { aggregationsJson, type PlaceCounts } from "../src/domain/aggregations-json.ts";
import { countListings } from "../src/elasticsearch/count-listings.ts";
import { createListingIndex } from "../src/elasticsearch/listing-index.ts";
import { buildProperty } from "./support/property.ts";
import { organizationA, organizationB, startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

const placesOf = (names: readonly string[]): PlaceCounts =>
  new Map(names.map((name) => [name, { total: 1, byType: new Map([["House", 1]]) }]));
const nothing = { total: 0, cities: new Map(), regions: new Map(), types: new Map(), categories: new Map() };

describe("GET /properties/aggregations response", () => {
  it("counts places named __proto__ or constructor like any other place", () => {
    const json = aggregationsJson({
      ...nothing,
      cities: placesOf(["__proto__", "constructor", "toString"]),
      types: new Map([["__proto__", 3]]),
    });
    expect(json).to.include('"byCity":{"__proto__":{"total":1,"byType":{"House":1}},"constructor":');
    const response = JSON.parse(json) as { byPropertyType: object };
    expect(Object.entries(response.byPropertyType)).to.deep.equal([["__proto__", 3]]);
    expect(validator(searchContract.aggregate.output, { unknownKeys: "reject" })(response).ok).to.equal(true);
  });

  it("sorts names alphabetically by root collation, with ties in code point order", () => {
    const names = [
      "Zürich",
      "zebra",
      "Äpfel",
      "apfel",
      "Apfel",
      "Cafe\u0301",
      "Café",
      "😀",
      "\uffee",
      "Éire",
      "Eire",
      "10",
      "9",
    ];
    const { availableCities } = JSON.parse(aggregationsJson({ ...nothing, cities: placesOf(names) })) as {
      availableCities: string[];
    };
    expect(availableCities).to.deep.equal([
      "\uffee",
      "😀",
      "10",
      "9",
      "apfel",
      "Apfel",
      "Äpfel",
      "Cafe\u0301",
      "Café",
      "Eire",
      "Éire",
      "zebra",
      "Zürich",
    ]);
  });

  it("returns the 1000 places with the most listings and marks the result as truncated", () => {
    const many: PlaceCounts = new Map(
      Array.from({ length: 1001 }, (_, at) => [
        `Town ${at}`,
        { total: at === 7 ? 1 : 2, byType: new Map([["House", at === 7 ? 1 : 2]]) },
      ]),
    );
    const response = JSON.parse(aggregationsJson({ ...nothing, cities: many, regions: placesOf(["One"]) })) as {
      availableCities: string[];
      byCity: object;
      truncated: object;
    };
    expect(response.availableCities).to.have.length(1000);
    expect(response.availableCities).to.not.include("Town 7");
    expect(Object.keys(response.byCity)).to.have.length(1000);
    expect(response.truncated).to.deep.equal({ cities: true });
    expect(aggregationsJson({ ...nothing, cities: placesOf(["One"]) })).to.not.include("truncated");
  });
});

describe("counts of listings", () => {
  let fixture: SearchFixture;
  before(async () => {
    fixture = await startSearchFixture({ ELASTICSEARCH_SHARDS: "3" });
  });
  after(() => fixture.stop());

  const counts = (query: object, more: { acceptEncoding?: string; ifNoneMatch?: string } = {}) =>
    fixture.rpc.request(searchContract.aggregate.subject, Buffer.from(JSON.stringify({ query })), {
      requestId: "test",
      caller: { kind: "api_key", organizationId: organizationA, keyId: organizationA, scopes: ["read"] },
      timeoutMs: 20_000,
      ...more,
    });

  it("returns empty members for an empty index", async () => {
    const { status, body } = await counts({ status: "sold" });
    expect(status).to.equal(200);
    expect(JSON.parse(Buffer.from(body).toString())).to.deep.equal({
      byCity: {},
      byRegion: {},
      byPropertyType: {},
      byPropertyCategory: {},
      availableCities: [],
      availableRegions: [],
      availablePropertyTypes: [],
      availablePropertyCategories: [],
      totalProperties: 0,
    });
  });

  it("counts exactly with more types and cities than one request returns, and ignores deleted listings", async () => {
    const documents = Array.from({ length: 3_200 }, (_, at) =>
      fixture.listings.put(
        buildProperty({
          organizationId: at % 2 === 0 ? organizationA : organizationB,
          propertyType: `Type ${at % 2100}`,
          address: { city: `City ${at % 1500}`, region: at % 10 === 0 ? null : `Region ${at % 7}` },
        }),
      ),
    );
    await fixture.load(documents);
    const [first] = documents;
    if (first === undefined) throw new Error("no document");
    await fixture.load([{ ...first, version: 2, deleted: true, property: null }]);
    const counted = await countListings(createListingIndex(fixture.elasticsearch, fixture.config.ELASTICSEARCH_INDEX), {
      status: "active",
    });
    expect(counted.total).to.equal(3_199);
    expect(counted.types.size).to.equal(2100);
    expect(counted.types.get("Type 0")).to.equal(1);
    expect(counted.types.get("Type 1")).to.equal(2);
    expect(counted.cities.size).to.equal(1500);
    // Of the listings 0, 1500 and 3000 the first is deleted; 3000 is of the type 900.
    expect(counted.cities.get("City 0")).to.deep.equal({
      total: 2,
      byType: new Map([
        ["Type 1500", 1],
        ["Type 900", 1],
      ]),
    });
    expect([...counted.regions.values()].reduce((sum, { total }) => sum + total, 0)).to.equal(2_880);
  });

  it("compresses the response by Accept-Encoding and returns 304 for a matching If-None-Match", async () => {
    const plain = await counts({ status: "active" });
    const text = Buffer.from(plain.body).toString();
    expect(plain.headers["content-encoding"]).to.equal(undefined);
    const br = await counts({ status: "active" }, { acceptEncoding: "gzip, deflate, br" });
    expect(br.headers).to.include({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(br.body).toString()).to.equal(text);
    const gz = await counts({ status: "active" }, { acceptEncoding: "gzip;q=1, br;q=0.5" });
    expect(gz.headers["content-encoding"]).to.equal("gzip");
    expect(gunzipSync(gz.body).toString()).to.equal(text);
    const tags = [plain, br, gz].map(({ headers }) => headers["etag"] ?? "");
    expect(new Set(tags).size).to.equal(3);
    for (const tag of tags) expect(tag).to.match(/^"\d+-[\w-]+"$/);
    const again = await counts({ status: "active" }, { acceptEncoding: "br", ifNoneMatch: `"1-other", ${tags[1]}` });
    expect(again).to.deep.include({ status: 304 });
    expect(again.body).to.have.length(0);
    expect((await counts({ status: "active" }, { ifNoneMatch: '"0-other"' })).status).to.equal(200);
  });
});
