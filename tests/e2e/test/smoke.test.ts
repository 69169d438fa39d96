import {
  type ApiResponse,
  sendRequest,
  eventually,
  type Plat,
  pluck,
  type Row,
  row,
  rows,
  startPlat,
  slowSuiteTimeoutMs,
} from "@plat/testkit";
import { expect } from "chai";

const house = {
  title: "Three-bedroom house with a garden",
  description: "A bright house close to the park.",
  propertyType: "House",
  propertyCategory: "Residential",
  listingType: "sale",
  price: 300_000,
  currency: "EUR",
  bedrooms: 3,
  bathrooms: 2,
  area: 120,
  features: ["garden", "sea_view"],
  address: { city: "Valencia", community: "Ruzafa", region: "Comunidad Valenciana", country: "ES" },
  location: { lat: 39.4617, lon: -0.3735 },
};

describe("smoke test of all services", function () {
  this.timeout(slowSuiteTimeoutMs);

  let plat: Plat;
  let token: string;
  let key: string;
  let otherKey: string;
  let email = "";

  const signUp = async (name: string): Promise<{ token: string; key: string; email: string }> => {
    const user = { email: `${name}@example.com`, password: "correct horse battery" };
    const signedUp = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: name, ...user } });
    expect(signedUp.status, JSON.stringify(signedUp.body)).to.equal(201);
    const created = await sendRequest(plat.url, "/api-keys", {
      token: String(row(signedUp)["token"]),
      body: { name: "first" },
    });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    return { token: String(row(signedUp)["token"]), key: String(row(created)["key"]), email: user.email };
  };
  const write = async (changes: object, withKey = key): Promise<ApiResponse> => {
    const created = await sendRequest(plat.url, "/properties?waitForIndex=true", {
      key: withKey,
      body: { ...house, ...changes },
    });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    return created;
  };
  /** Creates a listing and waits until the index contains it. */
  const create = async (changes: object = {}, withKey = key): Promise<Row> => {
    const created = await write(changes, withKey);
    const path = `/properties/${String(row(created)["id"])}?waitForIndex=true`;
    if (created.headers.has("x-index-pending"))
      await eventually(async () => {
        const { status, headers } = await sendRequest(plat.url, path, { method: "PATCH", key: withKey, body: {} });
        expect([status, headers.get("x-index-pending")]).to.deep.equal([200, null]);
      });
    return row(created);
  };

  before(async () => {
    plat = await startPlat();
    const one = await signUp("harbour");
    ({ token, key, email } = one);
    otherKey = (await signUp("other")).key;
  });
  after(() => plat.stop());

  it("a user signs up and signs in, and whoami returns the session's user and organization", async () => {
    const signedIn = await sendRequest(plat.url, "/auth/sign-in", {
      body: { email, password: "correct horse battery" },
    });
    expect(signedIn.status).to.equal(200);
    const who = await sendRequest(plat.url, "/auth/whoami", { token: String(row(signedIn)["token"]) });
    expect(row(who)).to.nested.include({ kind: "session", "organization.name": "harbour", "user.email": email });
  });

  it("an API key is accepted in all three locations, and rejected for key management", async () => {
    const bearer = await sendRequest(plat.url, "/properties", { key });
    const header = await sendRequest(plat.url, "/properties", { headers: { "x-api-key": key } });
    const query = await sendRequest(plat.url, `/properties?api_key=${key}`);
    expect([bearer.status, header.status, query.status]).to.deep.equal([200, 200, 200]);
    const rejected = await sendRequest(plat.url, "/api-keys", { key });
    expect(rejected.status).to.equal(403);
    expect(row(rejected)).to.include({ code: "api_key_not_allowed" });
  });

  it("a listing is created, read with its ETag, updated, and not found after its deletion", async () => {
    const created = await create({ title: "Short-lived" });
    const path = `/properties/${String(created["id"])}`;
    const read = await sendRequest(plat.url, path, { key });
    expect(row(read)).to.deep.equal(created);
    const etag = read.headers.get("etag") ?? "";
    const unchanged = await sendRequest(plat.url, path, { key, headers: { "if-none-match": etag } });
    expect(unchanged.status).to.equal(304);
    const changed = await sendRequest(plat.url, path, {
      method: "PATCH",
      key,
      headers: { "if-match": etag },
      body: { price: 310_000 },
    });
    expect(changed.status).to.equal(200);
    expect(row(changed)).to.include({ price: 310_000, version: Number(created["version"]) + 1 });
    const stale = await sendRequest(plat.url, path, {
      method: "PATCH",
      key,
      headers: { "if-match": etag },
      body: { price: 1 },
    });
    expect(stale.status).to.equal(412);
    const removed = await sendRequest(plat.url, path, { method: "DELETE", key });
    expect(removed.status).to.equal(204);
    expect((await sendRequest(plat.url, path, { key })).status).to.equal(404);
  });

  it("another organization can read only active listings, and cannot change them", async () => {
    const visible = await create();
    const hidden = await create({ status: "inactive" });
    expect((await sendRequest(plat.url, `/properties/${String(visible["id"])}`, { key: otherKey })).status).to.equal(
      200,
    );
    expect((await sendRequest(plat.url, `/properties/${String(hidden["id"])}`, { key: otherKey })).status).to.equal(
      404,
    );
    const patch = { method: "PATCH", key: otherKey, body: { price: 1 } };
    expect((await sendRequest(plat.url, `/properties/${String(visible["id"])}`, patch)).status).to.equal(404);
  });

  it("a write with waitForIndex makes the listing visible to searches by text, filters, radius and bounding box", async () => {
    const cottage = { title: "Lighthouse keeper's cottage", location: { lat: 43.3, lon: -8.4 } };
    // A write waits for the index for up to five seconds, which a slow machine sometimes exceeds; then try again.
    const created = await eventually(async () => {
      const response = await write(cottage);
      expect(response.headers.get("x-index-pending")).to.equal(null);
      return row(response);
    });
    const searches = [
      { text: "lighthouse cottages" },
      {
        filters: {
          cities: ["valencia"],
          features: ["Sea Views"],
          price: { min: 300_000, max: 300_000, currency: "EUR" },
        },
      },
      { geo: { radius: { lat: 43.3, lon: -8.4, distance: 1, unit: "km" } } },
      { geo: { bbox: [-8.5, 43.2, -8.3, 43.4] } },
    ];
    for (const search of searches) {
      const found = await sendRequest(plat.url, "/properties/search", {
        key: otherKey,
        body: { ...search, limit: 100 },
      });
      expect(found.status, JSON.stringify(found.body)).to.equal(200);
      expect(pluck(rows(found), "id"), JSON.stringify(search)).to.include(created["id"]);
    }
  });

  it("a natural-language search finds a listing and returns its interpretation; other text returns 422", async () => {
    const created = await create({ bedrooms: 4, price: 280_000 });
    await eventually(
      async () => {
        const response = await sendRequest(plat.url, "/properties/search", {
          key,
          body: { query: "4 bed house in Valencia under 290k with a garden" },
        });
        expect(pluck(rows(response), "id")).to.include(created["id"]);
        // The gazetteer is built from the listings, with a short delay.
        expect(response.body)
          .to.have.nested.property("interpretation.filters")
          .that.deep.includes({ bedrooms: { min: 4, max: 4 }, cities: ["Valencia"] });
      },
      { timeoutMs: 30_000 },
    );
    const rejected = await sendRequest(plat.url, "/properties/search", {
      key,
      body: { query: "write me a poem about cats" },
    });
    expect(rejected.status).to.equal(422);
  });

  it("aggregations, similar listings and counts include created listings", async () => {
    const city = "Ronda";
    const one = await create({ address: { city, community: "Barrio" } });
    const two = await create({ address: { city, community: "Barrio" }, price: 375_000, bedrooms: 4 });
    await create({ address: { city, community: "Barrio" }, price: 375_001 });
    const counted = row(await sendRequest(plat.url, "/properties/aggregations", { key }));
    expect(counted)
      .to.have.nested.property(`byCity.${city}`)
      .that.deep.equals({ total: 3, byType: { House: 3 } });
    expect(counted["availableCities"]).to.include(city);
    const similar = rows(
      await sendRequest(plat.url, `/properties/${String(one["id"])}/similar?includeBranding=true&includeAdCount=true`, {
        key,
      }),
    );
    expect(pluck(similar, "id")).to.deep.equal([two["id"]]);
    expect(similar[0]?.["matchedOn"]).to.have.members(["city", "community", "bedrooms", "price"]);
    expect(similar[0]).to.include({ activeAdCount: 0 }).and.have.property("branding");
    const counts = row(await sendRequest(plat.url, "/properties/stats/counts", { key }));
    expect(Object.keys(counts)).to.have.members(["active", "pending", "inactive", "sold", "rented", "total"]);
  });

  it("a batch stores the valid items and returns a result for each item", async () => {
    const items = [
      { ...house, externalId: "b-1" },
      { ...house, price: -1 },
      { ...house, externalId: "b-1" },
    ];
    const response = await sendRequest(plat.url, "/properties/batch", { key, body: { mode: "create", items } });
    expect(response.status).to.equal(200);
    expect(pluck(rows(response), "status")).to.deep.equal([201, 400, 409]);
    expect(rows(response)[1]).to.have.nested.property("errors[0].pointer", "/price");
  });

  it("the change feed contains all changes of a listing in order", async () => {
    const created = await create({ title: "Eventful" });
    await sendRequest(plat.url, `/properties/${String(created["id"])}`, {
      method: "PATCH",
      key,
      body: { status: "pending" },
    });
    await eventually(async () => {
      const types: string[] = [];
      let after = 0;
      for (;;) {
        const page = await sendRequest(plat.url, `/events?after=${after}&limit=100`, { key });
        for (const event of rows(page))
          if ((event["subject"] as Row)["id"] === created["id"]) types.push(String(event["type"]));
        if (rows(page).length === 0) break;
        after = Number((row(page)["page"] as Row)["nextAfter"]);
      }
      expect(types[0]).to.equal("property.created");
      expect(types).to.include("property.status_changed");
    });
  });

  it("a revoked key is rejected immediately, and its uses are counted", async () => {
    const created = row(await sendRequest(plat.url, "/api-keys", { token, body: { name: "short-lived" } }));
    const shortLived = String(created["key"]);
    for (let use = 0; use < 3; use++) await sendRequest(plat.url, "/properties", { key: shortLived });
    await eventually(async () => {
      const keys = rows(await sendRequest(plat.url, "/api-keys", { token }));
      expect(keys.find((each) => each["id"] === created["id"])).to.include({ usageCount: 3, status: "active" });
    });
    const revoked = await sendRequest(plat.url, `/api-keys/${String(created["id"])}`, { method: "DELETE", token });
    expect(revoked.body).to.deep.equal({ success: true });
    const rejected = await sendRequest(plat.url, "/properties", { key: shortLived });
    expect(rejected.status).to.equal(401);
    expect(row(rejected)).to.include({ code: "revoked_api_key" });
  });

  it("the gateway serves its OpenAPI document and documentation", async () => {
    const document = row(await sendRequest(plat.url, "/openapi.json"));
    expect(document["openapi"]).to.match(/^3\.1/);
    expect(document["paths"]).to.include.keys("/properties/search", "/api-keys", "/properties/{id}/similar");
    const docs = await sendRequest(plat.url, "/docs", { headers: { accept: "text/html" } });
    expect(docs.status).to.equal(200);
  });

  it("no log contains an API key or a token", () => {
    const text = plat.log.join("\n");
    expect(text.length).to.be.greaterThan(0);
    for (const secret of [key, otherKey, token]) expect(text.includes(secret)).to.equal(false);
  });
});
