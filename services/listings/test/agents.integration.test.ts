import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { house, startSuite, type Suite } from "./support.ts";

describe("agents", () => {
  let suite: Suite;
  let organization: string;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());
  beforeEach(() => {
    organization = newId();
  });

  const create = async (body: object = {}) => {
    const created = await suite.request(organization, "createAgent", { body: { name: "Ann", ...body } });
    expect(created.status).to.equal(201);
    return created.body;
  };

  it("an agent can be created, read, updated and deleted by its own organization only", async () => {
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
    const stale = await suite.request(organization, "updateAgent", { params, body: { name: "B" } }, { ifMatch: '"1"' });
    expect(stale.status).to.equal(412);
    expect((await suite.request(organization, "deleteAgent", { params }, { ifMatch: '"1"' })).status).to.equal(412);
    expect((await suite.request(organization, "deleteAgent", { params })).status).to.equal(204);
    expect((await suite.request(organization, "deleteAgent", { params })).status).to.equal(404);
    expect((await suite.request(organization, "getAgent", { params })).status).to.equal(404);
  });

  it("GET /agents returns agents newest first in pages, with the number of their active listings", async () => {
    const created = [];
    for (const name of ["a", "b", "c", "d", "e"]) created.push((await create({ name })).id);
    for (const status of ["active", "active", "sold"])
      await suite.request(organization, "createProperty", { body: house({ agentId: created[2], status }) });
    const rows = [];
    let cursor: string | null = null;
    do {
      const query: object = { limit: 2, ...(cursor === null ? {} : { cursor }) };
      const { body } = await suite.request(organization, "listAgents", { query });
      rows.push(...body.data);
      cursor = body.page.nextCursor;
    } while (cursor !== null);
    expect(rows.map(({ id }) => id)).to.deep.equal(created.toReversed());
    expect(rows.map(({ activeListings }) => activeListings)).to.deep.equal([0, 0, 2, 0, 0]);
  });

  it("DELETE /agents/:id removes the agent from its listings, each with a new version and an event", async () => {
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
      const updates = body.data.filter(({ type }) => type === "property.updated");
      expect(updates).to.have.length(30);
      expect(updates[0]?.changes).to.deep.equal([{ field: "agentId", from: agentId, to: null }]);
    });
  });
});
