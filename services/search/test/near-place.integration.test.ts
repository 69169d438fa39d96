import { type Interpretation, searchContract } from "@plat/contracts";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { buildProperty, type Overrides } from "./support/property.ts";
import { organizationA, organizationB, type SearchFixture, startSearchFixture } from "./support/search-fixture.ts";

const at = (lat: number, lon: number, address: NonNullable<Overrides["address"]>): Overrides => ({
  location: { lat, lon },
  address,
});
const repeat = (count: number, overrides: (index: number) => Overrides): Overrides[] =>
  Array.from({ length: count }, (_, index) => overrides(index));

const listings: Overrides[] = [
  // A dense centre, and as many listings in scattered suburbs up to 60 km away, all in one direction.
  ...repeat(30, (n) => at(45 + (n % 5) / 1000, 9 + (n % 3) / 1000, { city: "Bramholt", community: "Altmarkt" })),
  ...repeat(30, (n) => at(45.1 + n / 50, 9.1 + n / 50, { city: "Bramholt", community: `Suburb ${n}` })),
  // The community with the name of the city is not its densest part. The one of another city has more listings.
  ...repeat(9, () => at(51, 3, { city: "Quorndon", community: "Kirkholm" })),
  ...repeat(2, () => at(51.2, 3.2, { city: "Quorndon", community: "QUORNDON" })),
  ...repeat(9, () => at(60, 20, { city: "Elsewhere", community: "Quorndon" })),
].map((overrides, index) => ({ organizationId: index % 2 === 0 ? organizationA : organizationB, ...overrides }));

describe("POST /properties/search with a place that listings must be near", () => {
  let fixture: SearchFixture;
  before(async () => {
    fixture = await startSearchFixture();
    await fixture.load(listings.map((overrides) => fixture.listings.put(buildProperty(overrides))));
    const { id } = fixture.listings.put(buildProperty({ organizationId: organizationA }));
    await fixture.listings.notify(id, { wait: true });
    await eventually(() => expect(fixture.listings.indexed.has(id)).to.equal(true));
  });
  after(() => fixture.stop());

  const interpretationOf = async (query: string): Promise<Interpretation> => {
    const body = { query, interpretOnly: true };
    const response = (await fixture.request(searchContract.search, { body })) as { interpretation: Interpretation };
    return response.interpretation;
  };

  it("measures from the densest part of a city, not from the centroid of all its listings", async () => {
    const { centre, geo } = await interpretationOf("house near Bramholt");
    expect(centre).to.deep.include({ name: "Bramholt", kind: "city" });
    expect(centre?.lat).to.be.closeTo(45.002, 1e-3);
    expect(centre?.lon).to.be.closeTo(9.001, 1e-3);
    expect(geo).to.deep.equal({ radius: { lat: centre?.lat, lon: centre?.lon, distance: 5, unit: "km" } });
    const { total } = await fixture.search({ query: "house near Bramholt" });
    expect(total.value).to.equal(30);
  });

  it("measures from the community with the name of the city, in that city", async () => {
    const { centre } = await interpretationOf("house within 2 km of Quorndon");
    expect(centre).to.deep.equal({ name: "Quorndon", kind: "community", lat: 51.2, lon: 3.2 });
  });

  it("measures from a community, and returns the same centre for each request", async () => {
    const { centre } = await interpretationOf("house near Kirkholm, Quorndon");
    expect(centre).to.deep.equal({ name: "Kirkholm", kind: "community", lat: 51, lon: 3 });
    expect((await interpretationOf("house near Kirkholm, Quorndon")).centre).to.deep.equal(centre);
  });

  it("reports no centre without a place to be near", async () => {
    expect(await interpretationOf("house in Bramholt")).to.not.have.property("centre");
    expect(await interpretationOf("house within 3 km of 45.1, 9.2")).to.not.have.property("centre");
  });

  it("continues from a cursor with the centre of the first page", async () => {
    const query = "house near Bramholt";
    const first = await fixture.search({ query, limit: 20 });
    const second = await fixture.search({ query, limit: 20, cursor: first.page.nextCursor ?? "" });
    expect(second.interpretation?.centre).to.deep.equal(first.interpretation?.centre);
    expect(second.data).to.have.length(10);
  });
});
