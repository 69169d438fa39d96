import { type Endpoint, listingsContract } from "@plat/contracts";
import { newId } from "@plat/kit";
import { expect } from "chai";
import { house, service, startSuite, type Suite } from "./support.ts";

type Name = keyof typeof listingsContract;
/** All read endpoints of organizations. The first test fails if an endpoint is missing here. */
const reads: readonly Name[] = [
  "listProperties",
  "getProperty",
  "propertyHistory",
  "propertyCounts",
  "listAds",
  "getAd",
  "listAgents",
  "getAgent",
  "getOrganization",
  "listEvents",
];
const internal: readonly Name[] = ["documents", "scan", "indexed", "unindexed", "brandings"];

describe("tenant isolation", () => {
  let suite: Suite;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());

  it("this suite covers every read endpoint and every internal endpoint", () => {
    const all = Object.entries<Endpoint>(listingsContract);
    const declared = all.filter(([, { http }]) => http?.method === "GET").map(([name]) => name);
    expect(declared).to.have.members([...reads]);
    expect(all.filter(([, { auth }]) => auth === "internal").map(([name]) => name)).to.have.members([...internal]);
  });

  it("no read endpoint returns another organization's private data", async () => {
    const [owner, stranger] = [newId(), newId()];
    const canary = `canary-${newId()}`;
    const agent = await suite.request(owner, "createAgent", { body: { name: canary, licenseNumber: canary } });
    await suite.request(owner, "updateOrganization", { body: { name: canary, branding: { displayName: canary } } });
    const ids: string[] = [];
    const ads: string[] = [];
    for (const status of ["active", "pending", "inactive", "sold", "rented"]) {
      const secret = status === "active" ? {} : { description: canary, externalId: `${canary}-${status}`, price: 1 };
      const { body } = await suite.request(owner, "createProperty", { body: house({ status, ...secret }) });
      ids.push(body.id);
      const ad = await suite.request(owner, "createAd", { params: { id: body.id }, body: { headline: canary } });
      ads.push(ad.body.id);
    }
    const targets = [...ids, agent.body.id, owner];
    for (const name of reads) {
      for (const [at, id] of targets.entries()) {
        for (const adId of [ads[at] ?? newId()]) {
          const reply = await suite.request(stranger, name, { params: { id, adId }, query: {} });
          expect(JSON.stringify([reply.body, reply.headers]), `${name} ${id}`).to.not.contain(canary);
        }
      }
      const filtered = await suite.request(stranger, name, {
        params: { id: ids[1], adId: ads[1] },
        query: { agentId: agent.body.id, limit: 100 },
      });
      expect(JSON.stringify(filtered.body), name).to.not.contain(canary);
    }
    const own = await suite.request(owner, "listProperties", { query: { limit: 100 } });
    expect(JSON.stringify(own.body)).to.contain(canary);
  });

  it("internal endpoints return 404 to callers other than services", async () => {
    const { body } = await suite.request(newId(), "createProperty", { body: house() });
    const input = {
      documents: { ids: [body.id] },
      scan: { after: null, limit: 10 },
      indexed: { items: [{ id: body.id, version: 1 }] },
      brandings: { organizationIds: [newId()] },
    };
    for (const name of ["documents", "scan", "indexed", "brandings"] as const) {
      expect((await suite.request(newId(), name, { body: input[name] })).status, name).to.equal(404);
      expect((await suite.request(service, name, { body: input[name] })).status, name).to.equal(200);
    }
    expect((await suite.request(newId(), "unindexed")).status).to.equal(404);
    expect((await suite.request(service, "unindexed")).status).to.equal(200);
    expect((await suite.request(service, "listProperties")).status).to.equal(401);
  });
});
