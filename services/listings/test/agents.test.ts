import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import mongoose from "mongoose";
import { keysContract } from "@plat/contracts";
import { startListings } from "../src/app.ts";
import { house, log, startSuite, type Suite } from "./support.ts";

describe("agents, ads and organizations", () => {
  let suite: Suite;
  let organization: string;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());
  beforeEach(() => {
    organization = newId();
  });

  describe("agents", () => {
    const create = async (body: object = {}) => {
      const created = await suite.request(organization, "createAgent", { body: { name: "Ann", ...body } });
      expect(created.status).to.equal(201);
      return created.body;
    };

    it("are created, read, changed and deleted by their own organization alone", async () => {
      const given = { name: "Ann", email: "ann@example.org", phone: "+1 555", languages: ["en", "it"] };
      const agent = await create(given);
      expect(agent).to.deep.include({ ...given, photoUrl: null, activeListings: 0, version: 1 });
      const params = { id: agent.id };
      expect((await suite.request(organization, "getAgent", { params })).body).to.deep.equal(agent);
      const stranger = newId();
      for (const name of ["getAgent", "updateAgent", "deleteAgent"] as const)
        expect((await suite.request(stranger, name, { params, body: {} })).status, name).to.equal(404);
      const patch = { phone: null, languages: null };
      const patched = await suite.request(organization, "updateAgent", { params, body: patch }, { ifMatch: '"1"' });
      expect(patched.body).to.deep.include({ phone: null, languages: [], email: "ann@example.org", version: 2 });
      const stale = await suite.request(
        organization,
        "updateAgent",
        { params, body: { name: "B" } },
        { ifMatch: '"1"' },
      );
      expect(stale.status).to.equal(412);
      expect((await suite.request(organization, "deleteAgent", { params }, { ifMatch: '"1"' })).status).to.equal(412);
      expect((await suite.request(organization, "deleteAgent", { params })).status).to.equal(204);
      expect((await suite.request(organization, "deleteAgent", { params })).status).to.equal(404);
      expect((await suite.request(organization, "getAgent", { params })).status).to.equal(404);
    });

    it("are listed newest first, page by page, with their active listings", async () => {
      const made = [];
      for (const name of ["a", "b", "c", "d", "e"]) made.push((await create({ name })).id);
      for (const status of ["active", "active", "sold"])
        await suite.request(organization, "createProperty", { body: house({ agentId: made[2], status }) });
      const rows = [];
      let cursor: string | null = null;
      do {
        const query: object = { limit: 2, ...(cursor === null ? {} : { cursor }) };
        const { body } = await suite.request(organization, "listAgents", { query });
        rows.push(...body.data);
        cursor = body.page.nextCursor;
      } while (cursor !== null);
      expect(rows.map(({ id }) => id)).to.deep.equal(made.toReversed());
      expect(rows.map(({ activeListings }) => activeListings)).to.deep.equal([0, 0, 2, 0, 0]);
    });

    it("when deleted leave their listings without agent, each with a new version and an event", async () => {
      const { id: agentId } = await create();
      const items = Array.from({ length: 30 }, () => house({ agentId }));
      await suite.request(organization, "batchProperties", { body: { mode: "create", items } });
      const foreign = newId();
      await suite.request(foreign, "createProperty", { body: house() });
      await suite.request(organization, "deleteAgent", { params: { id: agentId } });
      await eventually(async () => {
        const { body } = await suite.request(organization, "listProperties", { query: { limit: 100 } });
        expect(body.data.map((row) => [row.agentId, row.version])).to.deep.equal(items.map(() => [null, 2]));
      });
      await eventually(async () => {
        const query = { types: ["property.updated", "agent.deleted"], limit: 100 };
        const { body } = await suite.request(organization, "listEvents", { query });
        expect(body.data.filter(({ type }) => type === "agent.deleted")).to.have.length(1);
        const released = body.data.filter(({ type }) => type === "property.updated");
        expect(released).to.have.length(30);
        expect(released[0]?.changes).to.deep.equal([{ field: "agentId", from: agentId, to: null }]);
      });
    });
  });

  describe("ads", () => {
    const createListing = async (who = organization) =>
      (await suite.request(who, "createProperty", { body: house() })).body;

    it("are created, read, changed and deleted, and each time their listing's version and updatedAt move", async () => {
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

    it("are their organization's alone, also those of an active listing", async () => {
      const listing = await createListing();
      const params = { id: listing.id };
      const { body } = await suite.request(organization, "createAd", { params, body: { headline: "Look" } });
      const stranger = newId();
      const one = { id: listing.id, adId: body.id };
      const answers = [
        await suite.request(stranger, "listAds", { params }),
        await suite.request(stranger, "getAd", { params: one }),
        await suite.request(stranger, "createAd", { params, body: { headline: "Mine" } }),
        await suite.request(stranger, "updateAd", { params: one, body: { headline: "Mine" } }),
        await suite.request(stranger, "deleteAd", { params: one }),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404]);
    });

    it("are listed newest first, page by page, at most 100 of a listing", async () => {
      const listing = await createListing();
      const params = { id: listing.id };
      for (let at = 0; at < 100; at++)
        expect(
          (await suite.request(organization, "createAd", { params, body: { headline: `Ad ${at}` } })).status,
        ).to.equal(201);
      const refused = await suite.request(organization, "createAd", { params, body: { headline: "One more" } });
      expect(refused.status).to.equal(409);
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

    it("cannot end before they start", async () => {
      const params = { id: (await createListing()).id };
      const body = { headline: "Look", startsAt: "2026-02-01", endsAt: "2026-01-01" };
      const refused = await suite.request(organization, "createAd", { params, body });
      expect(refused.problem.errors?.[0]).to.include({ pointer: "/endsAt" });
    });
  });

  describe("organizations", () => {
    it("are there on first use, and change by merge patch", async () => {
      const first = await suite.request(organization, "getOrganization");
      expect(first.body).to.deep.include({ id: organization, defaultCurrency: null, version: 1 });
      expect(first.body.branding).to.deep.equal({
        displayName: null,
        logoUrl: null,
        primaryColor: null,
        website: null,
        phone: null,
      });
      const patch = {
        name: "Acme",
        branding: { displayName: "ACME", primaryColor: "#00ff00" },
        defaultCurrency: "EUR",
      };
      const patched = await suite.request(organization, "updateOrganization", { body: patch }, { ifMatch: '"1"' });
      expect(patched.body).to.deep.include({ name: "Acme", defaultCurrency: "EUR", version: 2 });
      const more = await suite.request(organization, "updateOrganization", { body: { branding: { phone: "+1 555" } } });
      expect(more.body.branding).to.include({ displayName: "ACME", phone: "+1 555" });
      const same = await suite.request(organization, "updateOrganization", { body: { name: "Acme" } });
      expect(same.body.version).to.equal(3);
      const cleared = await suite.request(organization, "updateOrganization", {
        body: { branding: null, defaultCurrency: null },
      });
      expect(cleared.body).to.deep.include({ defaultCurrency: null });
      expect(Object.values(cleared.body.branding)).to.deep.equal([null, null, null, null, null]);
      const stale = await suite.request(
        organization,
        "updateOrganization",
        { body: { name: "B" } },
        { ifMatch: '"1"' },
      );
      expect(stale.status).to.equal(412);
    });

    it("bear the name of the sign-up once somebody can tell it, until they are renamed", async () => {
      await suite.request(organization, "getOrganization");
      const subscription = suite.client.connection.subscribe(keysContract.identify.subject, {
        callback: (_, message) => {
          const body = JSON.stringify({ organization: { id: organization, name: "Signed up" } });
          const { headers } = suite.client.replyHeaders(200);
          message.respond(Buffer.from(body), { headers });
        },
      });
      await suite.client.connection.flush();
      expect((await suite.request(organization, "getOrganization")).body.name).to.equal("Signed up");
      subscription.unsubscribe();
      expect((await suite.request(organization, "getOrganization")).body.name).to.equal("Signed up");
      await suite.request(organization, "updateOrganization", { body: { name: "Renamed" } });
      expect((await suite.request(organization, "getOrganization")).body.name).to.equal("Renamed");
    });

    it("tell the keys service when they are renamed, as soon as it is there", async () => {
      const told: { organizationId: string; name: string; version: number }[] = [];
      await suite.request(organization, "updateOrganization", { body: { name: "Renamed" } });
      // Nobody was there to be told. Of two names only the last one matters.
      await suite.request(organization, "updateOrganization", { body: { name: "Renamed again" } });
      const subscription = suite.client.connection.subscribe(keysContract.nameOrganization.subject, {
        callback: (_, message) => {
          const { body } = message.json<{ body: (typeof told)[number] }>();
          if (body.organizationId === organization) told.push(body);
          const { headers } = suite.client.replyHeaders(200);
          message.respond(Buffer.from(JSON.stringify({ success: true })), { headers });
        },
      });
      await suite.client.connection.flush();
      const last = { organizationId: organization, name: "Renamed again", version: 3 };
      await eventually(() => expect(told).to.deep.include(last));
      await suite.request(organization, "updateOrganization", { body: { name: "At once" } });
      expect(told.at(-1)).to.deep.equal({ ...last, name: "At once", version: 4 });
      await suite.request(organization, "updateOrganization", { body: { defaultCurrency: "EUR" } });
      expect(Math.max(...told.map(({ version }) => version))).to.equal(4);
      subscription.unsubscribe();
    });

    it("tell the keys service also the names that a release kept to itself which told none, and each once", async () => {
      const told: { organizationId: string; name: string; version: number }[] = [];
      const subscription = suite.client.connection.subscribe(keysContract.nameOrganization.subject, {
        callback: (_, message) => {
          told.push(message.json<{ body: (typeof told)[number] }>().body);
          const { headers } = suite.client.replyHeaders(200);
          message.respond(Buffer.from(JSON.stringify({ success: true })), { headers });
        },
      });
      await suite.client.connection.flush();
      const mongo = await mongoose
        .createConnection(suite.config.MONGO_URL, { dbName: suite.config.MONGO_DATABASE })
        .asPromise();
      const organizations = mongo.collection<{ _id: string }>("organizations");
      const renamed = [newId(), newId()];
      for (const organizationId of renamed) {
        await suite.request(organizationId, "updateOrganization", { body: { name: "Renamed long ago" } });
        const expected = { organizationId, name: "Renamed long ago", version: 2 };
        await eventually(async () =>
          expect(await organizations.findOne({ _id: organizationId })).to.include({ toldVersion: 2 }),
        );
        // As that release has left it.
        await organizations.updateOne({ _id: organizationId }, { $unset: { toldVersion: 1 } });
        told.length = 0;
        const next = await startListings(suite.config, log);
        await eventually(() => expect(told).to.deep.include(expected));
        await next.stop();
      }
      expect(told.map(({ organizationId }) => organizationId)).not.to.include(renamed[0]);
      await mongo.close();
      subscription.unsubscribe();
    });

    it("tell everybody when their branding changes, and only then", async () => {
      const told: string[] = [];
      const subscription = suite.client.connection.subscribe("listings.branding.changed.*", {
        callback: (_, message) => void told.push(message.subject),
      });
      await suite.client.connection.flush();
      await suite.request(organization, "updateOrganization", { body: { name: "Acme" } });
      await suite.request(organization, "updateOrganization", { body: { branding: { displayName: "ACME" } } });
      await eventually(() => expect(told).to.deep.equal([`listings.branding.changed.${organization}`]));
      subscription.unsubscribe();
    });
  });
});
