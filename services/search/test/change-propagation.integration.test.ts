import { indexRefreshed, searchContract, validator } from "@plat/contracts";
import { connectNats, createLogger } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { buildProperty } from "./support/property.ts";
import { organizationA, organizationB, startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

const log = createLogger({ service: "test", level: "silent" });

describe("propagation of a change to search results", () => {
  let fixture: SearchFixture;
  before(async () => {
    fixture = await startSearchFixture();
  });
  after(() => fixture.stop());

  it("a new listing appears in search, aggregations and similar listings", async () => {
    const one = fixture.listings.put(
      buildProperty({ organizationId: organizationA, title: "Bright house by the lake" }),
    );
    const two = fixture.listings.put(buildProperty({ organizationId: organizationB, price: 300_000 }));
    await Promise.all([one, two].map(({ id }) => fixture.listings.notify(id)));
    await eventually(() => expect([...fixture.listings.indexed.keys()]).to.have.members([one.id, two.id]));
    const response = await fixture.search({ text: "lake houses" });
    expect(response.data.map(({ id }) => id)).to.deep.equal([one.id]);
    expect(response.total).to.deep.equal({ value: 1, relation: "eq" });
    const similar = await fixture.similar(one.id);
    expect(similar.map(({ id, matchedOn }) => ({ id, matchedOn }))).to.deep.equal([
      { id: two.id, matchedOn: ["city", "bedrooms", "price"] },
    ]);
    const counts = await fixture.request(searchContract.aggregate, { query: {} });
    expect(counts).to.deep.equal({
      byCity: { Sacramento: { total: 2, byType: { House: 2 } } },
      byRegion: { California: { total: 2, byType: { House: 2 } } },
      byPropertyType: { House: 2 },
      byPropertyCategory: { Residential: 2 },
      availableCities: ["Sacramento"],
      availableRegions: ["California"],
      availablePropertyTypes: ["House"],
      availablePropertyCategories: ["Residential"],
      totalProperties: 2,
    });
    expect(validator(searchContract.aggregate.output, { unknownKeys: "reject" })(counts).ok).to.equal(true);
    expect(fixture.listings.indexed.get(one.id)).to.equal(1);
  });

  it("continues after an invalid index refresh event", async () => {
    const connection = await connectNats({ url: fixture.config.NATS_URL, name: "garbler", log });
    for (const word of ["", "{", "null"]) connection.publish(indexRefreshed.subject, word);
    await connection.flush();
    await connection.close();
    expect((await fixture.call(searchContract.suggest, { query: { q: "sac", limit: 5 } })).status).to.equal(200);
    const { id } = fixture.listings.put(
      buildProperty({ organizationId: organizationA, title: "Quiet house by the mill" }),
    );
    await fixture.listings.notify(id);
    await eventually(async () => {
      expect((await fixture.search({ text: "mill" })).data.map((one) => one.id)).to.deep.equal([id]);
    });
  });
});
