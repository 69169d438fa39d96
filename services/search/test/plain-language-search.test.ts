import { type AppError, type Interpretation, searchContract, searchRequest, validator } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { pageCursor, readPageCursor } from "../src/domain/page-cursor.ts";
import { buildProperty, type Overrides } from "./support/property.ts";
import { organizationA, rejectionOf, startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

const elkGrove = { city: "Elk Grove", region: "California", community: "Laguna" };
const portland = (region: string, lat: number, lon: number): Overrides => ({
  propertyType: "House",
  address: { city: "Portland", region },
  location: { lat, lon },
});
const listings: Record<string, Overrides> = {
  maine: portland("Maine", 43.66, -70.25),
  oregon: portland("Oregon", 45.5, -122.6),
  oregonToo: portland("Oregon", 45.52, -122.64),
  wanted: {
    propertyType: "Single Family",
    bedrooms: 3,
    price: 290_000,
    features: ["Pool"],
    address: elkGrove,
    location: { lat: 38.4, lon: -121.4 },
  },
  dear: {
    propertyType: "Single Family",
    bedrooms: 3,
    price: 310_000,
    features: ["Pool"],
    address: elkGrove,
    location: { lat: 38.42, lon: -121.36 },
  },
  condo: { propertyType: "Condo", bedrooms: 3, price: 200_000, features: ["Pool"], address: elkGrove },
  four: { propertyType: "House", bedrooms: 4, price: 250_000, features: ["swimming pool"], address: elkGrove },
  elsewhere: {
    propertyType: "House",
    bedrooms: 3,
    price: 250_000,
    features: ["pool"],
    location: { lat: 38.58, lon: -121.49 },
  },
  close: {
    propertyType: "House",
    bedrooms: 3,
    price: 250_000,
    address: { city: "Vineyard" },
    location: { lat: 38.43, lon: -121.37 },
  },
  mentioning: {
    propertyType: "House",
    bedrooms: 3,
    price: 250_000,
    address: elkGrove,
    title: "Close to the flumdiddle",
  },
};

describe("POST /properties/search with a query in plain language", () => {
  let fixture: SearchFixture;
  const nameOf = new Map<string, string>();
  before(async () => {
    fixture = await startSearchFixture();
    for (const [name, overrides] of Object.entries(listings)) {
      const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA, title: name, ...overrides }));
      nameOf.set(id, name);
      // Awaited, because without a waiting client the names are read only at intervals of ten times the reading time.
      await fixture.listings.notify(id, { wait: true });
    }
    const learnt = async (): Promise<void> => {
      const { data } = (await fixture.request(searchContract.suggest, { query: { q: "elk" } })) as {
        data: { count: number }[];
      };
      expect(data[0]?.count).to.equal(5);
    };
    await eventually(learnt);
  });
  after(() => fixture.stop());

  /** Removes a listing, and waits until neither searches nor names include it. */
  const removed = async (id: string): Promise<void> => {
    fixture.listings.remove(id);
    const version = fixture.listings.documents.get(id)?.version;
    await fixture.listings.notify(id, { wait: true });
    await eventually(() => expect(fixture.listings.indexed.get(id)).to.equal(version), { intervalMs: 1 });
  };
  const found = async (request: object): Promise<string[]> =>
    (await fixture.search(request)).data.map(({ id = "" }) => nameOf.get(id) ?? id);
  const interpretationOf = async (query: string): Promise<Interpretation> => {
    const { interpretation } = (await fixture.request(searchContract.search, {
      body: { query, interpretOnly: true },
    })) as {
      interpretation: Interpretation;
    };
    return interpretation;
  };

  it("returns only matching listings and the interpretation", async () => {
    const response = await fixture.search({ query: "3 bed house in Elk Grove under 300k with a pool, no condos" });
    expect(response.data.map(({ id = "" }) => nameOf.get(id))).to.deep.equal(["wanted"]);
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
    const back = { filters, ...(geo && { geo }), ...(text && { text }), ...(sort && { sort }) };
    expect(validator(searchRequest, { unknownKeys: "refuse" })(back).ok).to.equal(true);
    expect(await found(back)).to.deep.equal(await found({ query: body.query }));
    expect(await found(back)).to.deep.equal(["wanted"]);
  });

  it("rejects interpretOnly without a query", async () => {
    const error = await rejectionOf(fixture.search({ interpretOnly: true }));
    expect(error.errors?.[0]).to.include({ in: "body", pointer: "/query" });
  });

  it("corrects the spelling of a place and reports the correction", async () => {
    const { corrections, filters } = await interpretationOf("house in Elk Grvoe");
    expect(filters.cities).to.deep.equal(["Elk Grove"]);
    expect(corrections).to.have.length(1);
  });

  it("interprets near X as a radius of five kilometres around the centroid of X's active listings", async () => {
    const response = await fixture.search({ query: "house near Elk Grove" });
    const { geo, filters } = response.interpretation ?? {};
    if (geo === undefined || !("radius" in geo)) throw new Error("no radius");
    expect(geo.radius).to.deep.include({ distance: 5, unit: "km" });
    expect(geo.radius.lat).to.be.closeTo(38.41, 1e-6);
    expect(geo.radius.lon).to.be.closeTo(-121.38, 1e-6);
    expect(filters?.cities).to.equal(undefined);
    expect(response.data.map(({ id = "" }) => nameOf.get(id))).to.have.members(["wanted", "dear", "close"]);
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
    expect(response.data.map(({ id = "" }) => nameOf.get(id))).to.deep.equal(["dear"]);
  });

  it("uses unresolved words only for the score", async () => {
    const response = await fixture.search({ query: "3 bed house in Elk Grove flumdiddle" });
    const names = response.data.map(({ id = "" }) => nameOf.get(id));
    expect(names[0]).to.equal("mentioning");
    expect(names).to.have.members(["mentioning", "wanted", "dear"]);
    expect(response.interpretation?.unresolved.join(" ")).to.include("flumdiddle");
  });

  it("uses wording about protected classes neither to filter nor to score", async () => {
    const { filters, text, unresolved } = await interpretationOf("house in Elk Grove for christian families");
    expect(filters).to.have.all.keys("propertyTypes", "cities");
    expect(text).to.equal(undefined);
    expect(unresolved.join(" ").toLowerCase()).to.include("christian");
  });

  it("reports amounts that no filter can express", async () => {
    const { filters, unresolved } = await interpretationOf("house under 99999999999999999999 with 5 billion acres");
    expect(filters).to.have.all.keys("propertyTypes");
    expect(unresolved).to.have.length(2);
    const far = await interpretationOf("house within 1000000 km of Elk Grove");
    expect([far.geo, far.unresolved]).to.deep.equal([undefined, ["within 1000000 km of Elk Grove"]]);
  });

  it("returns 422 for a query that does not describe a property", async () => {
    const error = await rejectionOf(fixture.search({ query: "what is the weather tomorrow" }));
    expect([error.code, error.status]).to.deep.equal(["not_a_property_query", 422]);
  });

  it("continues from a cursor with the interpretation of the first page", async () => {
    const query = "house near Elk Grove";
    const first = await fixture.search({ query, limit: 2 });
    const second = await fixture.search({ query, limit: 2, cursor: first.page.nextCursor ?? "" });
    const all = [...first.data, ...second.data].map(({ id = "" }) => nameOf.get(id));
    expect(all).to.have.members(["wanted", "dear", "close"]);
    expect(second.page.nextCursor).to.equal(null);
  });

  it("continues with the interpretation of the first page if names change meanwhile", async () => {
    const query = "houses in Elk Grove or Flumdiddle, cheapest first";
    const first = await fixture.search({ query, limit: 1 });
    expect(first.interpretation?.filters.cities).to.deep.equal(["Elk Grove"]);
    const { id } = fixture.listings.put(
      buildProperty({ organizationId: organizationA, title: "new", price: 1_000_000, address: { city: "Flumdiddle" } }),
    );
    nameOf.set(id, "new");
    await fixture.listings.notify(id, { wait: true });
    await eventually(() => expect(fixture.listings.indexed.has(id)).to.equal(true));
    const anew = await fixture.search({ query, limit: 1 });
    expect(anew.interpretation?.filters.cities).to.have.members(["Elk Grove", "Flumdiddle"]);
    const names = [nameOf.get(first.data[0]?.id ?? "")];
    let { nextCursor } = first.page;
    while (nextCursor !== null) {
      const page = await fixture.search({ query, limit: 1, cursor: nextCursor });
      expect(page.interpretation).to.deep.equal(first.interpretation);
      names.push(nameOf.get(page.data[0]?.id ?? ""));
      ({ nextCursor } = page.page);
    }
    expect(names).to.have.length(first.total.value).and.to.not.include("new");
    await removed(id);
  });

  it("rejects a truncated or modified cursor and one with an impossible interpretation", async () => {
    const query = "house in Elk Grove zzblorb";
    const { page, interpretation } = await fixture.search({ query, limit: 1 });
    const genuine = page.nextCursor ?? "";
    if (interpretation === undefined) throw new Error("no interpretation");
    const fingerprint = { organizationId: organizationA, query, ownOnly: false };
    const { after, interpreted } = readPageCursor(genuine, fingerprint, true);
    if (interpreted === undefined) throw new Error("no interpretation in the cursor");
    const forged = (changes: object): string =>
      pageCursor(after, fingerprint, { ...interpreted, interpretation: { ...interpretation, ...changes } });
    expect((await fixture.search({ query, cursor: forged({}) })).interpretation).to.deep.equal(interpretation);
    const box = { bbox: [0, 0, 1, 1] };
    for (const cursor of [
      forged({ filters: { price: { max: "cheap" } } }),
      forged({ filters: { cities: Array.from({ length: 51 }, String) } }),
      forged({ sort: [{ field: "secret" }] }),
      forged({ text: "" }),
      forged({ geo: box }),
      forged({ sort: [{ field: "price" }] }),
      pageCursor(after, fingerprint, { ...interpreted, boostTerms: Array.from({ length: 300 }, String) }),
      pageCursor(after, fingerprint, undefined),
      genuine.split(".")[0] ?? "",
      `${genuine}A`,
      `${genuine}.A`,
      `.${genuine}`,
    ]) {
      const error = await fixture.search({ query, cursor }).then(
        () => undefined,
        (reason: AppError) => reason,
      );
      expect(error?.status, cursor).to.equal(400);
      expect(error?.errors?.[0]).to.include({ in: "body", pointer: "/cursor" });
    }
    const error = await rejectionOf(fixture.search({ filters: { cities: ["Elk Grove"] }, cursor: genuine }));
    expect(error.status).to.equal(400);
  });

  it("distinguishes a truncated cursor from one of another query", async () => {
    const query = "house in Elk Grove zzblorb";
    const { page } = await fixture.search({ query, limit: 1 });
    const genuine = page.nextCursor ?? "";
    const details = async (wrong: string, cursor: string): Promise<unknown> =>
      (await rejectionOf(fixture.search({ query: wrong, cursor }))).errors;
    const malformed = [{ in: "body", pointer: "/cursor", detail: "is not a cursor of this service" }];
    for (let length = 1; length < genuine.length; length++)
      expect(await details(query, genuine.slice(0, length)), `${length}`).to.deep.equal(malformed);
    expect(await details("house in Vineyard", genuine)).to.deep.equal([
      { in: "body", pointer: "/cursor", detail: "belongs to another query" },
    ]);
  });

  it("accepts cursors with the interpretations of the longest queries", async () => {
    const word = (at: number): string => (at * 7_919).toString(36);
    const queries = [
      "3 bed house ".repeat(42),
      Array.from({ length: 80 }, (_, at) => `${at} bed`).join(" "),
      Array.from({ length: 50 }, (_, at) => `"${word(at)} q"`).join(" "),
      Array.from({ length: 60 }, (_, at) => word(at)).join(" pool "),
      "𝔉lum, pool; ".repeat(38),
    ];
    for (const query of queries.map((each) => `house ${each}`.slice(0, 512).toWellFormed())) {
      const { interpretation } = (await fixture.request(searchContract.search, {
        body: { query, interpretOnly: true },
      })) as {
        interpretation: Interpretation;
      };
      const fingerprint = { organizationId: organizationA, query, ownOnly: false };
      const boostTerms = interpretation.unresolved;
      const cursor = pageCursor([1, "a".repeat(36)], fingerprint, { interpretation, boostTerms });
      expect(searchRequest.shape.cursor.safeParse(cursor).success, query).to.equal(true);
      expect(readPageCursor(cursor, fingerprint, true).interpreted).to.deep.equal({ interpretation, boostTerms });
    }
  });

  it("recognizes a new place as soon as searches include an awaited listing", async () => {
    for (let round = 0; round < 3; round++) {
      const city = `Quuxville ${"ABC"[round]}`;
      const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA, address: { city } }));
      await fixture.listings.notify(id, { wait: true });
      await eventually(() => expect(fixture.listings.indexed.has(id)).to.equal(true), { intervalMs: 1 });
      expect((await interpretationOf(`house in ${city}`)).filters.cities).to.deep.equal([city]);
      await removed(id);
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
