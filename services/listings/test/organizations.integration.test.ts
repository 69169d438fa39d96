import { keysContract } from "@plat/contracts";
import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import mongoose from "mongoose";
import { startListings } from "../src/app.ts";
import { log, startSuite, type Suite } from "./support.ts";

describe("organizations", () => {
  let suite: Suite;
  let organization: string;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());
  beforeEach(() => {
    organization = newId();
  });

  it("GET /organization creates the organization on first use, and PATCH applies a merge patch", async () => {
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
    const stale = await suite.request(organization, "updateOrganization", { body: { name: "B" } }, { ifMatch: '"1"' });
    expect(stale.status).to.equal(412);
  });

  it("an organization has the name of its sign-up, once the keys service returns it, until it is renamed", async () => {
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

  it("a changed name is sent to the keys service, as soon as that is available", async () => {
    const synced: { organizationId: string; name: string; version: number }[] = [];
    await suite.request(organization, "updateOrganization", { body: { name: "Renamed" } });
    // The keys service is not available yet. Of two names only the last one matters.
    await suite.request(organization, "updateOrganization", { body: { name: "Renamed again" } });
    const subscription = suite.client.connection.subscribe(keysContract.nameOrganization.subject, {
      callback: (_, message) => {
        const { body } = message.json<{ body: (typeof synced)[number] }>();
        if (body.organizationId === organization) synced.push(body);
        const { headers } = suite.client.replyHeaders(200);
        message.respond(Buffer.from(JSON.stringify({ success: true })), { headers });
      },
    });
    await suite.client.connection.flush();
    const last = { organizationId: organization, name: "Renamed again", version: 3 };
    await eventually(() => expect(synced).to.deep.include(last));
    await suite.request(organization, "updateOrganization", { body: { name: "Immediately" } });
    expect(synced.at(-1)).to.deep.equal({ ...last, name: "Immediately", version: 4 });
    await suite.request(organization, "updateOrganization", { body: { defaultCurrency: "EUR" } });
    expect(Math.max(...synced.map(({ version }) => version))).to.equal(4);
    subscription.unsubscribe();
  });

  it("names from releases without name synchronization are sent to the keys service once", async () => {
    const synced: { organizationId: string; name: string; version: number }[] = [];
    const subscription = suite.client.connection.subscribe(keysContract.nameOrganization.subject, {
      callback: (_, message) => {
        synced.push(message.json<{ body: (typeof synced)[number] }>().body);
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
      await suite.request(organizationId, "updateOrganization", { body: { name: "Renamed earlier" } });
      const expected = { organizationId, name: "Renamed earlier", version: 2 };
      await eventually(async () =>
        expect(await organizations.findOne({ _id: organizationId })).to.include({ toldVersion: 2 }),
      );
      // As earlier releases stored it.
      await organizations.updateOne({ _id: organizationId }, { $unset: { toldVersion: 1 } });
      synced.length = 0;
      const next = await startListings(suite.config, log);
      await eventually(() => expect(synced).to.deep.include(expected));
      await next.stop();
    }
    expect(synced.map(({ organizationId }) => organizationId)).not.to.include(renamed[0]);
    await mongo.close();
    subscription.unsubscribe();
  });

  it("a change of the branding is published, and other changes are not", async () => {
    const published: string[] = [];
    const subscription = suite.client.connection.subscribe("listings.branding.changed.*", {
      callback: (_, message) => void published.push(message.subject),
    });
    await suite.client.connection.flush();
    await suite.request(organization, "updateOrganization", { body: { name: "Acme" } });
    await suite.request(organization, "updateOrganization", { body: { branding: { displayName: "ACME" } } });
    await eventually(() => expect(published).to.deep.equal([`listings.branding.changed.${organization}`]));
    subscription.unsubscribe();
  });
});
