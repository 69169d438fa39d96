import { type Interpretation, searchContract } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { buildProperty, type Overrides } from "./support/property.ts";
import {
  organizationA,
  organizationB,
  rejectionOf,
  type SearchFixture,
  startSearchFixture,
} from "./support/search-fixture.ts";

const ofB = { organizationId: organizationB };
const listings: Overrides[] = [
  { status: "sold", address: { city: "Bushwick", region: "Ohio" }, location: { lat: 40, lon: -83 } },
  { ...ofB, status: "sold", address: { city: "Quorndon" }, propertyType: "Yaodong", features: ["olive_press"] },
  { ...ofB, status: "inactive", address: { city: "Harpenmere" } },
  // Each organization has places that are called Stanmore and Fernhill.
  { address: { city: "Stanmore", region: "Oregon" }, location: { lat: 45, lon: -122 } },
  { address: { city: "Portmore", community: "Fernhill", region: "Oregon" } },
  ...[1, 2, 3].flatMap((): Overrides[] => [
    { ...ofB, address: { city: "Stanmore", region: "Illinois" }, location: { lat: 41, lon: -88 } },
    { ...ofB, address: { city: "Fernhill", region: "Illinois" } },
    { ...ofB, address: { city: "ELK_GROVE" } },
  ]),
];

describe("names in plain language per organization", () => {
  let fixture: SearchFixture;
  before(async () => {
    fixture = await startSearchFixture();
    await fixture.load(
      listings.map((overrides) => fixture.listings.put(buildProperty({ organizationId: organizationA, ...overrides }))),
    );
    await add({});
  });
  after(() => fixture.stop());

  /** Adds a listing of the first organization, and waits until searches and names include it. */
  const add = async (overrides: Overrides): Promise<void> => {
    const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA, ...overrides }));
    await fixture.listings.notify(id, { wait: true });
    await eventually(() => expect(fixture.listings.indexed.has(id)).to.equal(true));
  };
  const interpretationOf = async (body: object, organizationId?: string): Promise<Interpretation> => {
    const response = (await fixture.request(
      searchContract.search,
      { body: { interpretOnly: true, ...body } },
      organizationId,
    )) as { interpretation: Interpretation };
    return response.interpretation;
  };

  it("includes places of the organization's own listings in the statuses of the query or of the filters", async () => {
    const sold = await fixture.search({ query: "houses sold in Bushwick" });
    expect(sold.interpretation?.filters).to.deep.include({ status: ["sold"], cities: ["Bushwick"] });
    expect(sold.total.value).to.equal(1);
    for (const status of [["sold"], ["active", "sold"]]) {
      const { filters } = await interpretationOf({ query: "house in Bushwick", filters: { status } });
      expect(filters.cities, String(status)).to.deep.equal(["Bushwick"]);
    }
    const active = await interpretationOf({ query: "house in Bushwick" });
    expect([active.filters.cities, active.unresolved.join(" ")]).to.deep.equal([undefined, "Bushwick"]);
  });

  it("hides names of other organizations' listings that are not active", async () => {
    const statuses = ["active", "pending", "inactive", "sold", "rented"];
    for (const more of [
      {},
      { filters: { status: statuses } },
      { filters: { status: ["sold"] } },
      { filterByOrganization: true },
    ]) {
      const hidden = await interpretationOf({ query: "house in Bushwik, sold", ...more }, organizationB);
      expect([hidden.filters.cities, hidden.corrections], JSON.stringify(more)).to.deep.equal([undefined, []]);
      for (const query of [
        "house in Quorndon",
        "yaodong in Stanmore",
        "house with olive press",
        "house in Harpenmere",
      ]) {
        const { filters, unresolved } = await interpretationOf({ query, ...more });
        expect([filters.cities ?? [], filters.features], `${query} ${JSON.stringify(more)}`).to.deep.equal([
          query.includes("Stanmore") ? ["Stanmore"] : [],
          undefined,
        ]);
        expect(unresolved, query).to.have.length(1);
      }
    }
    const own = await interpretationOf({ query: "yaodong sold in Quorndon with olive press" }, organizationB);
    expect(own.filters).to.deep.include({
      propertyTypes: ["Yaodong"],
      cities: ["Quorndon"],
      features: ["olive_press"],
    });
    for (const q of ["bush", "quorn", "harp", "yaodong"]) {
      const names = await fixture.request(searchContract.suggest, { query: { q, limit: 10 } });
      expect(names).to.deep.equal({ data: [] });
    }
  });

  it("prefers own names with filterByOrganization, and reports no ambiguity with names of others", async () => {
    const query = "house in Stanmore";
    expect((await interpretationOf({ query })).conflicts).to.have.length(1);
    const own = await interpretationOf({ query, filterByOrganization: true });
    expect([own.filters.cities, own.conflicts]).to.deep.equal([["Stanmore"], []]);
    expect((await interpretationOf({ query: "house in Fernhill" })).filters.cities).to.deep.equal(["Fernhill"]);
    const community = await fixture.search({ query: "house in Fernhill", filterByOrganization: true });
    expect(community.interpretation?.filters.communities).to.deep.equal(["Fernhill"]);
    expect(community.total.value).to.equal(1);
    const others = await interpretationOf({ query: "house in Elk Grove", filterByOrganization: true });
    expect(others.unresolved).to.deep.equal([]);
  });

  it("measures from the own place with filterByOrganization, and from sold listings if there are no others", async () => {
    const near = async (more: object): Promise<object | undefined> => {
      const { centre, conflicts } = await interpretationOf({ query: "house near Stanmore", ...more });
      return { ...centre, conflicts: conflicts.length };
    };
    const stanmore = { name: "Stanmore", kind: "city" };
    expect(await near({})).to.deep.equal({ ...stanmore, lat: 41, lon: -88, conflicts: 1 });
    expect(await near({ filterByOrganization: true })).to.deep.equal({ ...stanmore, lat: 45, lon: -122, conflicts: 0 });
    const sold = await fixture.search({ query: "houses sold near Bushwick" });
    expect(sold.interpretation?.centre).to.deep.equal({ name: "Bushwick", kind: "city", lat: 40, lon: -83 });
    expect(sold.total.value).to.equal(1);
  });

  it("includes a new name as soon as searches include an awaited listing", async () => {
    for (const [city, body] of [
      ["Quuxville", { query: "house in Quuxville", filterByOrganization: true }],
      ["Flumdorf", { query: "houses sold in Flumdorf" }],
    ] as const) {
      await interpretationOf(body).catch(() => undefined);
      await add({ status: "sold", address: { city } });
      expect((await interpretationOf(body)).filters.cities).to.deep.equal([city]);
    }
  });

  it("rejects a query that only another organization's names would explain", async () => {
    const error = await rejectionOf(interpretationOf({ query: "Quorndon", filters: { status: ["sold"] } }));
    expect(error.code).to.equal("not_a_property_query");
  });

  it("suggests names that are stored with underscores", async () => {
    const names = await fixture.request(searchContract.suggest, { query: { q: "elk gr", limit: 10 } });
    expect(names).to.deep.equal({ data: [{ kind: "city", value: "ELK_GROVE", count: 3 }] });
  });
});
