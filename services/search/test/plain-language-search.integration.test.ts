import { type Interpretation, searchContract, searchRequest, validator } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { buildProperty } from "./support/property.ts";
import { type SearchFixture, organizationA, rejectionOf } from "./support/search-fixture.ts";
import { type PlainLanguageFixture, startPlainLanguageFixture } from "./support/plain-language-listings.ts";

describe("POST /properties/search with a query in plain language", () => {
  let plain: PlainLanguageFixture;
  let fixture: SearchFixture;
  let nameOf: Map<string, string>;
  before(async () => {
    plain = await startPlainLanguageFixture();
    ({ fixture, nameOf } = plain);
  });
  after(() => fixture.stop());

  const found = async (body: object): Promise<string[]> =>
    (await fixture.search(body)).data.map(({ id = "" }) => nameOf.get(id) ?? id);

  it("returns only matching listings and the interpretation", async () => {
    const response = await fixture.search({ query: "3 bed house in Elk Grove under 300k with a pool, no condos" });
    expect(response.data.map(({ id = "" }) => nameOf.get(id))).to.deep.equal(["matching"]);
    expect(response.interpretation?.filters).to.deep.include({
      bedrooms: { min: 3, max: 3 },
      cities: ["Elk Grove"],
      price: { max: 300_000 },
    });
    expect(response.interpretation?.unresolved).to.deep.equal([]);
  });

  it("returns only the interpretation with interpretOnly, which finds the same listings when it is sent back", async () => {
    const body = { query: "three bedroom homes in elk grove below 300,000 with pool", interpretOnly: true };
    const response = (await fixture.request(searchContract.search, { body })) as { interpretation: Interpretation };
    expect(Object.keys(response)).to.deep.equal(["interpretation"]);
    const { filters, geo, text, sort } = response.interpretation;
    const request = { filters, ...(geo && { geo }), ...(text && { text }), ...(sort && { sort }) };
    expect(validator(searchRequest, { unknownKeys: "reject" })(request).ok).to.equal(true);
    expect(await found(request)).to.deep.equal(await found({ query: body.query }));
    expect(await found(request)).to.deep.equal(["matching"]);
  });

  it("rejects interpretOnly without a query", async () => {
    const error = await rejectionOf(fixture.search({ interpretOnly: true }));
    expect(error.errors?.[0]).to.include({ in: "body", pointer: "/query" });
  });

  it("rejects a previous interpretation without a query, and accepts the one of another response with a query", async () => {
    const previous = await plain.interpretationOf("3 bed house near Elk Grove, newest first");
    const error = await rejectionOf(fixture.search({ previous }));
    expect([error.status, error.errors?.[0]]).to.deep.equal([
      400,
      { in: "body", pointer: "/previous", detail: "requires `query`, which continues it" },
    ]);
    const body = { query: "houses", previous, limit: 1 };
    expect(validator(searchRequest, { unknownKeys: "reject" })(body).ok).to.equal(true);
    const { page } = await fixture.search(body);
    const other = { ...body, previous: { ...previous, filters: {} }, cursor: page.nextCursor };
    expect((await rejectionOf(fixture.search(other))).errors?.[0]).to.include({ pointer: "/cursor" });
  });

  it("changes the interpretation of the previous query by a query that continues it", async () => {
    const previous = await plain.interpretationOf("3 bed house near Elk Grove, no pool");
    const { interpretation } = await fixture.search({ query: "only flats, cheaper", previous, interpretOnly: true });
    const { filters, geo, centre, sort } = interpretation ?? {};
    expect({ filters, geo, centre, sort }).to.deep.equal({
      filters: { ...previous.filters, propertyTypes: ["apartment"] },
      geo: previous.geo,
      centre: previous.centre,
      sort: [{ field: "price", order: "asc" }],
    });
  });

  it("corrects the spelling of a place and reports the correction", async () => {
    const { corrections, filters } = await plain.interpretationOf("house in Elk Grvoe");
    expect(filters.cities).to.deep.equal(["Elk Grove"]);
    expect(corrections).to.have.length(1);
  });

  it("interprets near X as a radius of five kilometres around the centre of X's active listings", async () => {
    const response = await fixture.search({ query: "house near Elk Grove" });
    const { geo, filters } = response.interpretation ?? {};
    if (geo === undefined || !("radius" in geo)) throw new Error("no radius");
    expect(geo.radius).to.deep.include({ distance: 5, unit: "km" });
    expect(geo.radius.lat).to.be.closeTo(38.41, 1e-6);
    expect(geo.radius.lon).to.be.closeTo(-121.38, 1e-6);
    expect(filters?.cities).to.equal(undefined);
    expect(response.data.map(({ id = "" }) => nameOf.get(id))).to.have.members(["matching", "expensive", "close"]);
    expect(response.data.every(({ distance }) => distance !== undefined)).to.equal(true);
  });

  it("interprets near an ambiguous place by the region in the query", async () => {
    for (const query of [
      "house near Portland, Maine",
      "house near Portland ME",
      "house within 10 km of Portland, Maine",
    ]) {
      const response = await fixture.search({ query });
      const { geo, filters, conflicts } = response.interpretation ?? {};
      if (geo === undefined || !("radius" in geo)) throw new Error("no radius");
      expect(geo.radius.lat, query).to.be.closeTo(43.66, 1e-6);
      expect(filters, query).to.deep.equal({ propertyTypes: ["house"] });
      expect(conflicts, query).to.deep.equal([]);
      expect(response.data.map(({ id = "" }) => nameOf.get(id))).to.deep.equal(["maine"]);
    }
  });

  it("interprets near an ambiguous place without a region as the one with the most listings, and reports the conflict", async () => {
    const response = await fixture.search({ query: "house near Portland" });
    const { geo, conflicts } = response.interpretation ?? {};
    if (geo === undefined || !("radius" in geo)) throw new Error("no radius");
    expect(geo.radius.lat).to.be.closeTo(45.51, 1e-6);
    expect(geo.radius.lon).to.be.closeTo(-122.62, 1e-6);
    expect(conflicts).to.deep.equal([
      {
        field: "geo",
        detail: "There is a Portland in Maine, Oregon; taken as the one in Oregon, which has most listings.",
      },
    ]);
    expect(response.data.map(({ id = "" }) => nameOf.get(id))).to.have.members(["oregon", "oregonToo"]);
  });

  it("prefers an explicit limit over one in the query", async () => {
    const limitOf = async (request: object): Promise<number> => (await fixture.search(request)).page.limit;
    expect(await limitOf({ query: "top 5 houses in Elk Grove" })).to.equal(5);
    expect(await limitOf({ query: "top 5 houses in Elk Grove", limit: 20 })).to.equal(20);
    expect(await limitOf({ query: "top 5 houses in Elk Grove", limit: 3 })).to.equal(3);
    expect(await limitOf({ query: "houses in Elk Grove" })).to.equal(20);
    expect(await limitOf({})).to.equal(20);
  });

  it("prefers explicit filters over interpreted ones, filter by filter", async () => {
    const response = await fixture.search({
      query: "3 bed house in Elk Grove under 300k",
      filters: { price: { min: 300_000 }, features: ["pool"] },
    });
    expect(response.data.map(({ id = "" }) => nameOf.get(id))).to.deep.equal(["expensive"]);
  });

  it("uses unresolved words only for the score", async () => {
    const response = await fixture.search({ query: "3 bed house in Elk Grove flumdiddle" });
    const names = response.data.map(({ id = "" }) => nameOf.get(id));
    expect(names[0]).to.equal("boosted");
    expect(names).to.have.members(["boosted", "matching", "expensive"]);
    expect(response.interpretation?.unresolved.join(" ")).to.include("flumdiddle");
  });

  it("ranks listings by unresolved words in title, street and description, and filters by none of them", async () => {
    const names = await found({ query: "house in Dunmere quibbleworth snicket" });
    expect(names).to.deep.equal(["inTitle", "inStreet", "inDescription", "apart", "plain"]);
    expect(await found({ query: "house in Dunmere on quibbleworth" })).to.have.length(5);
  });

  it("uses wording about protected classes neither to filter nor to score", async () => {
    const { filters, text, unresolved } = await plain.interpretationOf("house in Elk Grove for christian families");
    expect(filters).to.have.all.keys("propertyTypes", "cities");
    expect(text).to.equal(undefined);
    expect(unresolved.join(" ").toLowerCase()).to.include("christian");
  });

  it("reports amounts that no filter can express", async () => {
    const { filters, unresolved } = await plain.interpretationOf(
      "house under 99999999999999999999 with 5 billion acres",
    );
    expect(filters).to.have.all.keys("propertyTypes");
    expect(unresolved).to.have.length(2);
    const far = await plain.interpretationOf("house within 1000000 km of Elk Grove");
    expect([far.geo, far.unresolved]).to.deep.equal([undefined, ["within 1000000 km of Elk Grove"]]);
  });

  it("returns 422 for a query in which nothing is recognized", async () => {
    const error = await rejectionOf(fixture.search({ query: "what is the weather tomorrow" }));
    expect([error.code, error.status]).to.deep.equal(["not_a_property_query", 422]);
  });

  it("recognizes a new place as soon as searches include an awaited listing", async () => {
    for (let round = 0; round < 3; round++) {
      const city = `Quuxville ${"ABC"[round]}`;
      const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA, address: { city } }));
      await fixture.listings.notify(id, { wait: true });
      await eventually(() => expect(fixture.listings.indexed.has(id)).to.equal(true));
      expect((await plain.interpretationOf(`house in ${city}`)).filters.cities).to.deep.equal([city]);
      await plain.remove(id);
      expect((await fixture.search({ filters: { cities: [city] } })).data).to.deep.equal([]);
    }
  });

  it("returns places and types with a word that starts with the typed text, most listings first", async () => {
    const ask = async (q: string, limit = 10): Promise<object[]> =>
      ((await fixture.request(searchContract.suggest, { query: { q, limit } })) as { data: object[] }).data;
    expect(await ask("ELK g")).to.deep.equal([{ kind: "city", value: "Elk Grove", count: 5 }]);
    expect(await ask("grov")).to.deep.equal([{ kind: "city", value: "Elk Grove", count: 5 }]);
    expect(await ask("s", 1)).to.deep.equal([{ kind: "propertyType", value: "Single Family", count: 2 }]);
    expect(await ask("cal")).to.deep.equal([{ kind: "region", value: "California", count: 7 }]);
    expect(await ask("nowhere")).to.deep.equal([]);
  });
});
