import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { house, startSuite, type Suite } from "./support.ts";

describe("ads", () => {
  let suite: Suite;
  let organization: string;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());
  beforeEach(() => {
    organization = newId();
  });

  const createListing = async () => (await suite.request(organization, "createProperty", { body: house() })).body;

  it("an ad can be created, read, updated and deleted; each write updates its listing's version and updatedAt", async () => {
    const listing = await createListing();
    const params = { id: listing.id };
    const given = {
      headline: "Look",
      startsAt: "2026-01-01",
      endsAt: "2026-02-01T00:00:00Z",
      targetUrl: "https://a.example/x",
    };
    const created = await suite.request(organization, "createAd", { params, body: given });
    expect(created.status).to.equal(201);
    expect(created.body).to.include({
      propertyId: listing.id,
      status: "active",
      startsAt: "2026-01-01T00:00:00.000Z",
    });
    const one = { id: listing.id, adId: created.body.id };
    expect(created.headers["location"]).to.equal(`/properties/${one.id}/ads/${one.adId}`);
    expect((await suite.request(organization, "getAd", { params: one })).body).to.deep.equal(created.body);
    const patch = { status: "paused", endsAt: null };
    const patched = await suite.request(organization, "updateAd", { params: one, body: patch }, { ifMatch: '"2"' });
    expect(patched.body).to.include({ status: "paused", endsAt: null, headline: "Look" });
    expect((await suite.request(organization, "updateAd", { params: one, body: patch })).headers["etag"]).to.match(
      /^"3-/,
    );
    const stale = await suite.request(organization, "deleteAd", { params: one }, { ifMatch: '"2"' });
    expect(stale.status).to.equal(412);
    const before = (await suite.request(organization, "getProperty", { params })).body;
    expect((await suite.request(organization, "deleteAd", { params: one })).status).to.equal(204);
    expect((await suite.request(organization, "deleteAd", { params: one })).status).to.equal(404);
    const after = (await suite.request(organization, "getProperty", { params })).body;
    expect([before.version, after.version]).to.deep.equal([3, 4]);
    expect(String(after.updatedAt) > listing.updatedAt).to.equal(true);
    await eventually(async () => {
      const all = await suite.request(organization, "listEvents");
      expect(all.body.data.slice(1).map(({ id }) => id)).to.deep.equal([
        `${one.adId}:2:ad.created`,
        `${one.adId}:3:ad.updated`,
        `${one.adId}:4:ad.deleted`,
      ]);
    });
    const types = ["ad.created", "ad.updated", "ad.deleted", "property.updated"];
    const { body } = await suite.request(organization, "listEvents", { query: { after: 1, types } });
    expect(body.data.map(({ subject }) => subject)).to.deep.equal(
      Array.from({ length: 3 }, () => ({ kind: "ad", id: one.adId })),
    );
  });

  it("every ad endpoint returns 404 to other organizations, even for an active listing", async () => {
    const listing = await createListing();
    const params = { id: listing.id };
    const { body } = await suite.request(organization, "createAd", { params, body: { headline: "Look" } });
    const stranger = newId();
    const one = { id: listing.id, adId: body.id };
    const replies = [
      await suite.request(stranger, "listAds", { params }),
      await suite.request(stranger, "getAd", { params: one }),
      await suite.request(stranger, "createAd", { params, body: { headline: "Mine" } }),
      await suite.request(stranger, "updateAd", { params: one, body: { headline: "Mine" } }),
      await suite.request(stranger, "deleteAd", { params: one }),
    ];
    expect(replies.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404]);
  });

  it("GET /properties/:id/ads returns ads newest first in pages; a listing has at most 100", async () => {
    const listing = await createListing();
    const params = { id: listing.id };
    for (let at = 0; at < 100; at++)
      expect(
        (await suite.request(organization, "createAd", { params, body: { headline: `Ad ${at}` } })).status,
      ).to.equal(201);
    const rejected = await suite.request(organization, "createAd", { params, body: { headline: "One more" } });
    expect(rejected.status).to.equal(409);
    const headlines: string[] = [];
    let cursor: string | null = null;
    do {
      const query: object = { limit: 30, ...(cursor === null ? {} : { cursor }) };
      const { body } = await suite.request(organization, "listAds", { params, query });
      headlines.push(...body.data.map(({ headline }) => headline));
      cursor = body.page.nextCursor;
    } while (cursor !== null);
    expect(headlines).to.deep.equal(Array.from({ length: 100 }, (_, at) => `Ad ${99 - at}`));
  });

  it("POST /properties/:id/ads returns 400 for an ad that ends before it starts", async () => {
    const params = { id: (await createListing()).id };
    const body = { headline: "Look", startsAt: "2026-02-01", endsAt: "2026-01-01" };
    const rejected = await suite.request(organization, "createAd", { params, body });
    expect(rejected.problem.errors?.[0]).to.include({ pointer: "/endsAt" });
  });
});
