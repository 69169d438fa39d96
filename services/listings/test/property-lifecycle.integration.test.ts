import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { house, startSuite, type Suite } from "./support.ts";

describe("property lifecycle", () => {
  let suite: Suite;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());

  it("a listing can be created, read, listed, updated, counted and deleted, and each change is an event", async () => {
    const organization = newId();
    const created = await suite.request(organization, "createProperty", { body: house({ price: 100 }) });
    expect(created.status).to.equal(201);
    expect(created.headers["location"]).to.equal(`/properties/${created.body.id}`);
    expect(created.body).to.include({ organizationId: organization, status: "active", version: 1, price: 100 });
    const { id } = created.body;
    const got = await suite.request(organization, "getProperty", { params: { id } });
    expect(got.body).to.deep.equal(created.body);
    const list = await suite.request(organization, "listProperties");
    expect(list.body).to.deep.equal({ data: [created.body], page: { limit: 20, nextCursor: null } });
    const patched = await suite.request(organization, "updateProperty", { params: { id }, body: { price: 90 } });
    expect(patched.body).to.include({ price: 90, version: 2 });
    const counts = await suite.request(organization, "propertyCounts");
    expect(counts.body).to.deep.equal({ active: 1, pending: 0, inactive: 0, sold: 0, rented: 0, total: 1 });
    const history = await suite.request(organization, "propertyHistory", { params: { id } });
    expect(history.body.data.map(({ from, to }) => [from, to])).to.deep.equal([[100, 90]]);
    const deleted = await suite.request(organization, "deleteProperty", { params: { id } });
    expect(deleted.status).to.equal(204);
    const again = await suite.request(organization, "deleteProperty", { params: { id } });
    expect(again.status).to.equal(404);
    await eventually(async () => {
      const events = await suite.request(organization, "listEvents");
      expect(events.body.data.map(({ type }) => type)).to.deep.equal([
        "property.created",
        "property.price_changed",
        "property.deleted",
      ]);
    });
  });
});
