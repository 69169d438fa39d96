import type { Property } from "@plat/contracts";
import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { house, startSuite, type Suite } from "./support.ts";

describe("property endpoints", () => {
  let suite: Suite;
  let organization: string;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());
  beforeEach(() => {
    organization = newId();
  });

  const create = async (more: object = {}, organizationId = organization): Promise<Property> => {
    const { status, body } = await suite.request(organizationId, "createProperty", { body: house(more) });
    expect(status).to.equal(201);
    return body;
  };

  describe("GET /properties/:id", () => {
    it("returns active listings to every organization, and others only to their own", async () => {
      const stranger = newId();
      for (const status of ["active", "pending", "inactive", "sold", "rented"]) {
        const { id } = await create({ status });
        const params = { id };
        expect((await suite.request(organization, "getProperty", { params })).status, status).to.equal(200);
        const expected = status === "active" ? 200 : 404;
        expect((await suite.request(stranger, "getProperty", { params })).status, status).to.equal(expected);
        // The history includes changes from before the listing was active.
        expect((await suite.request(stranger, "propertyHistory", { params })).status, status).to.equal(404);
      }
    });

    it("returns the same 404 for unknown, invisible and deleted listings", async () => {
      const hidden = await create({ status: "sold" });
      const deleted = await create();
      await suite.request(organization, "deleteProperty", { params: { id: deleted.id } });
      const replies = [
        await suite.request(organization, "getProperty", { params: { id: newId() } }),
        await suite.request(newId(), "getProperty", { params: { id: hidden.id } }),
        await suite.request(organization, "getProperty", { params: { id: deleted.id } }),
      ];
      for (const { status, problem } of replies)
        expect({ status, problem }).to.deep.equal({ status: 404, problem: replies[0]?.problem });
    });

    it("returns an ETag of version and representation, and 304 if it matches If-None-Match", async () => {
      const { id } = await create();
      const first = await suite.request(organization, "getProperty", { params: { id } });
      const etag = first.headers["etag"] ?? "";
      expect(etag).to.match(/^"1-[\w-]+"$/);
      const selected = await suite.request(organization, "getProperty", {
        params: { id },
        query: { fields: ["title"] },
      });
      expect(selected.headers["etag"]).to.match(/^"1-/).and.not.equal(etag);
      const again = await suite.request(organization, "getProperty", { params: { id } }, { ifNoneMatch: etag });
      expect(again).to.include({ status: 304, body: undefined });
      await suite.request(organization, "updateProperty", { params: { id }, body: { price: 1 } });
      const changed = await suite.request(organization, "getProperty", { params: { id } }, { ifNoneMatch: etag });
      expect(changed.status).to.equal(200);
    });

    it("returns the selected fields, and 400 with the name of an unknown one", async () => {
      const { id } = await create({ address: { city: "Rome" } });
      const getFields = (fields: string[]) =>
        suite.request(organization, "getProperty", { params: { id }, query: { fields } });
      expect((await getFields(["title", "address.city"])).body).to.deep.equal({
        title: "House with a garden",
        address: { city: "Rome" },
      });
      const rejected = await getFields(["title", "colour"]);
      expect(rejected.status).to.equal(400);
      expect(rejected.problem.errors).to.deep.equal([
        { in: "query", name: "fields", detail: "contains an unknown field, `colour`" },
      ]);
    });
  });

  describe("POST, PATCH and DELETE /properties", () => {
    it("store status, dates and strings as given, and return them unchanged", async () => {
      const given = {
        title: "Café ☕ \u202e 😀",
        propertyType: "Maison e\u0301",
        propertyCategory: "  Résidentiel ",
        status: "sold",
        publishedAt: "2019-05-01T12:00:00+02:00",
        price: 999_999_999_999.99,
        bedrooms: 2.5,
        features: ["__proto__", "constructor", "pool"],
        address: { city: "__proto__", country: "US" },
        location: { lat: -90, lon: 180 },
        media: [{ url: "https://example.org/a.jpg" }],
      };
      const { id } = await create(given);
      const { body } = await suite.request(organization, "getProperty", { params: { id } });
      expect(body).to.deep.include({
        ...given,
        publishedAt: "2019-05-01T10:00:00.000Z",
        address: {
          street: null,
          unit: null,
          city: "__proto__",
          community: null,
          region: null,
          postalCode: null,
          country: "US",
        },
        media: [{ url: "https://example.org/a.jpg", kind: "image", caption: null }],
      });
    });

    it("return 404 for another organization's listing", async () => {
      const { id } = await create();
      const stranger = newId();
      const params = { id };
      expect((await suite.request(stranger, "updateProperty", { params, body: { price: 1 } })).status).to.equal(404);
      expect((await suite.request(stranger, "deleteProperty", { params })).status).to.equal(404);
      expect((await suite.request(organization, "getProperty", { params })).body.version).to.equal(1);
    });

    it("return 412 for a stale If-Match, and compare only its version", async () => {
      const { id } = await create();
      const params = { id };
      const first = await suite.request(
        organization,
        "updateProperty",
        { params, body: { price: 1 } },
        { ifMatch: '"1"' },
      );
      expect(first.status).to.equal(200);
      expect(first.headers["etag"]).to.match(/^"2-/);
      const stale = await suite.request(
        organization,
        "updateProperty",
        { params, body: { price: 2 } },
        { ifMatch: '"1-x"' },
      );
      expect(stale).to.deep.include({ status: 412 });
      expect(stale.problem.code).to.equal("precondition_failed");
      expect((await suite.request(organization, "deleteProperty", { params }, { ifMatch: '"1"' })).status).to.equal(
        412,
      );
      expect(
        (await suite.request(organization, "deleteProperty", { params }, { ifMatch: '"2-other"' })).status,
      ).to.equal(204);
    });

    it("create neither a version nor an event if nothing changes", async () => {
      const created = await create({ price: 5 });
      const params = { id: created.id };
      const same = await suite.request(organization, "updateProperty", { params, body: { price: 5, address: {} } });
      expect(same.body).to.deep.equal(created);
      await suite.request(organization, "updateProperty", { params, body: { price: 6 } });
      await eventually(async () => {
        const { body } = await suite.request(organization, "listEvents");
        expect(body.data.map(({ id }) => id)).to.deep.equal([
          `${created.id}:1:property.created`,
          `${created.id}:2:property.price_changed`,
        ]);
      });
    });

    it("return 409 for an externalId of the organization until its listing is deleted or renamed", async () => {
      const first = await create({ externalId: "A-1" });
      await create({ externalId: "A-1" }, newId());
      const taken = await suite.request(organization, "createProperty", { body: house({ externalId: "A-1" }) });
      expect(taken).to.deep.include({ status: 409 });
      expect(taken.problem).to.deep.include({ code: "conflict" });
      expect(taken.problem.detail).to.contain("A-1");
      const second = await create({ externalId: "A-2" });
      const params = { id: second.id };
      const conflicting = await suite.request(organization, "updateProperty", { params, body: { externalId: "A-1" } });
      expect(conflicting.status).to.equal(409);
      await suite.request(organization, "deleteProperty", { params: { id: first.id } });
      const renamed = await suite.request(organization, "updateProperty", { params, body: { externalId: "A-1" } });
      expect(renamed.body.externalId).to.equal("A-1");
      const cleared = await suite.request(organization, "updateProperty", { params, body: { externalId: null } });
      expect(cleared.body.externalId).to.equal(null);
      await create({ externalId: "A-1" });
    });

    it("return 400 for an agent of another organization", async () => {
      const agent = await suite.request(organization, "createAgent", { body: { name: "Ann" } });
      const foreign = await suite.request(newId(), "createAgent", { body: { name: "Bob" } });
      const { id } = await create({ agentId: agent.body.id });
      for (const agentId of [foreign.body.id, newId()]) {
        const created = await suite.request(organization, "createProperty", { body: house({ agentId }) });
        const changed = await suite.request(organization, "updateProperty", { params: { id }, body: { agentId } });
        for (const { status, problem } of [created, changed]) {
          expect(status).to.equal(400);
          expect(problem.errors?.[0]).to.include({ in: "body", pointer: "/agentId" });
        }
      }
    });

    it("use the organization's default currency if none is given", async () => {
      expect((await create({ price: 1 })).currency).to.equal(null);
      await suite.request(organization, "updateOrganization", { body: { defaultCurrency: "EUR" } });
      expect((await create({ price: 1 })).currency).to.equal("EUR");
      expect((await create({ price: 1, currency: "USD" })).currency).to.equal("USD");
      expect((await create({ price: 1 }, newId())).currency).to.equal(null);
    });
  });

  describe("GET /properties/stats/counts", () => {
    it("returns every status, counts only own listings, and reflects each write immediately", async () => {
      const none = await suite.request(organization, "propertyCounts");
      expect(none.body).to.deep.equal({ active: 0, pending: 0, inactive: 0, sold: 0, rented: 0, total: 0 });
      const ids: string[] = [];
      for (const status of ["active", "active", "sold", "rented", "pending", "inactive"])
        ids.push((await create({ status })).id);
      await create({}, newId());
      await suite.request(organization, "updateProperty", { params: { id: ids[0] }, body: { status: "sold" } });
      await suite.request(organization, "deleteProperty", { params: { id: ids[1] } });
      const { body } = await suite.request(organization, "propertyCounts");
      expect(body).to.deep.equal({ active: 0, pending: 1, inactive: 1, sold: 2, rented: 1, total: 5 });
    });
  });

  describe("PATCH of a location", () => {
    it("merges coordinates, and returns 400 if one of them would be missing", async () => {
      const { id } = await create({ location: { lat: 1, lon: 2 } });
      const patch = (body: object) => suite.request(organization, "updateProperty", { params: { id }, body });
      expect((await patch({ location: { lat: 5 } })).body.location).to.deep.equal({ lat: 5, lon: 2 });
      expect((await patch({ location: null })).body.location).to.equal(null);
      const rejected = await patch({ location: { lat: 5 } });
      expect(rejected.status).to.equal(400);
      expect(rejected.body).to.have.nested.property("errors[0].pointer", "/location/lon");
    });
  });

  describe("GET /properties/:id/history", () => {
    it("returns every price and status change, newest first, in one page and in several", async () => {
      const { id } = await create({ price: 100, currency: "USD" });
      const patch = (body: object) => suite.request(organization, "updateProperty", { params: { id }, body });
      await patch({ price: 90 });
      await patch({ title: "Other" });
      await patch({ price: null, status: "pending" });
      await patch({ price: 90, currency: "EUR" });
      const all = await suite.request(organization, "propertyHistory", { params: { id } });
      expect(
        all.body.data.map(({ version, field, from, to, currency }) => [version, field, from, to, currency]),
      ).to.deep.equal([
        [5, "price", null, 90, "EUR"],
        [4, "status", "active", "pending", null],
        [4, "price", 90, null, "USD"],
        [2, "price", 100, 90, "USD"],
      ]);
      const paged: unknown[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
        const { body } = await suite.request(organization, "propertyHistory", { params: { id }, query });
        paged.push(...body.data);
        cursor = body.page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(paged).to.deep.equal(all.body.data);
    });
  });
});
