import { newId } from "@plat/kit";
import { type TestBackingServices, testBackingServices, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import mongoose from "mongoose";
import { agentEvents } from "../src/domain/change-events.ts";
import { newAgent } from "../src/domain/agent.ts";
import { newProperty } from "../src/domain/property.ts";
import { propertyEvents } from "../src/domain/change-events.ts";
import { agentStore } from "../src/store/agent-store.ts";
import { connectStore, type Store } from "../src/store/connect.ts";
import { ensureIndexes } from "../src/store/indexes.ts";
import { eventStore } from "../src/store/event-store.ts";
import { outboxStore } from "../src/store/outbox-store.ts";
import { idempotencyStore } from "../src/store/idempotency-store.ts";
import { organizationStore } from "../src/store/organization-store.ts";
import { propertyStore } from "../src/store/property-store.ts";
import { indexStore } from "../src/store/index-store.ts";
import { maintenanceStore } from "../src/store/maintenance-store.ts";
import { log } from "./support.ts";

type Command = Record<string, unknown>;
/** Names of commands with a filter. */
const filteringCommands = ["find", "aggregate", "update", "delete", "count", "distinct", "findAndModify"];

describe("query plans", () => {
  let backingServices: TestBackingServices;
  let store: Store;
  let observer: mongoose.mongo.MongoClient;
  const database = uniqueName("listings");
  const commands: Command[] = [];
  before(async () => {
    backingServices = await testBackingServices("mongo");
    const url = backingServices.url("mongo");
    store = await connectStore({ url, database, log, monitor: (command) => commands.push(command) });
    observer = await mongoose.mongo.MongoClient.connect(url);
  });
  after(async () => {
    await observer.db(database).dropDatabase();
    await observer.close();
    await store.close();
    await backingServices.stop();
  });

  /** Calls every method of every store as the service does. */
  async function callAllStores(): Promise<void> {
    const { models } = store;
    const [organizationId, now] = [newId(), new Date().toISOString()];
    const [properties, agents, organizations] = [propertyStore(models), agentStore(models), organizationStore(models)];
    const [events, outbox, maintenance, index] = [
      eventStore(models),
      outboxStore(models),
      maintenanceStore(models),
      indexStore(models),
    ];
    const agent = newAgent({ name: "Ann" }, { id: newId(), organizationId, now });
    await agents.insert(agent, agentEvents(null, agent, { version: 1, at: now }));
    const created = Array.from({ length: 30 }, (_, at) => {
      const input = { title: "A", propertyType: "B", propertyCategory: "C", externalId: `e${at}`, agentId: agent.id };
      const property = newProperty(input, { id: newId(), organizationId, now, defaultCurrency: null });
      return { listing: { property, ads: [] }, events: propertyEvents(null, property) };
    });
    await properties.insert(created);
    const ids = created.map(({ listing }) => listing.property.id);
    const [id = ""] = ids;
    await properties.get(id);
    const listing = await properties.getListing(id);
    if (listing === undefined) throw new Error("listing not found");
    await properties.idsByExternalId(organizationId, ["e1", "e2"]);
    await properties.counts(organizationId);
    await properties.idsByAgent(organizationId, agent.id, 10);
    for (const field of ["createdAt", "updatedAt", "publishedAt", "price"] as const) {
      for (const direction of [1, -1] as const) {
        for (const filter of [{}, { status: "active" as const }, { agentId: agent.id }, { updatedAfter: now }]) {
          const sort = { field, direction };
          const value = field === "price" ? 5 : now;
          await properties.list(organizationId, { ...filter, sort, limit: 5 });
          await properties.list(organizationId, { ...filter, sort, limit: 50, after: { value, id } });
        }
      }
    }
    const after = { ...listing.property, version: 2, price: 9, externalId: "e99" };
    await properties.update(listing, { ...listing, property: after }, propertyEvents(listing.property, after));
    await agents.get(agent.id);
    await agents.countActiveListings(agent);
    await agents.list(organizationId, { limit: 5, after: undefined });
    await agents.list(organizationId, { limit: 5, after: { createdAt: now, id: agent.id } });
    await agents.update(agent, { ...agent, version: 2 }, []);
    await organizations.get(organizationId);
    const organization = {
      id: organizationId,
      name: null,
      branding: { displayName: null, logoUrl: null, primaryColor: null, website: null, phone: null },
      defaultCurrency: null,
      createdAt: now,
      version: 1,
    };
    await organizations.insert(organization);
    await organizations.backfillName(organizationId, "Acme");
    await organizations.update(organization, { ...organization, name: "B", version: 2 });
    await organizations.pendingNameSync(10);
    await organizations.markNameSynced(organizationId, 2);
    const { subjects: pending } = await outbox.pending(organizationId, 100);
    const pendingEvents = pending.flatMap((subject) => subject.events);
    await outbox.sequenced(pendingEvents.map((event) => event.id));
    await outbox.lastSequence(organizationId);
    await outbox.append(pendingEvents.map((event, at) => ({ ...event, organizationId, sequence: at + 1 })));
    await outbox.advanceHead(organizationId, pendingEvents.length);
    await outbox.clearPending(
      pending.map((subject) => ({ ...subject, version: subject.id === id ? 1 : subject.version })),
    );
    await events.head(organizationId);
    const range = { after: 0, upTo: 10, limit: 10 };
    await events.read(organizationId, { ...range, types: undefined });
    await events.read(organizationId, { ...range, types: ["property.created", "agent.created"] });
    await events.history(id, { limit: 10, after: undefined });
    await events.history(id, { limit: 10, after: { version: 5, type: "property.status_changed" } });
    const later = new Date(Date.now() + 1_000);
    await maintenance.listUnindexed({ before: later, after: undefined, limit: 10 });
    await maintenance.listUnindexed({ before: later, after: { since: new Date(now), id }, limit: 10 });
    await maintenance.oldestPending();
    await maintenance.oldestUnindexed();
    await maintenance.organizationsWithPending(later);
    await index.documents(ids, true);
    await index.scan(null, 10);
    await index.scan(id, 10);
    await index.markIndexed([
      { id, version: 1 },
      { id: ids[1] ?? "", version: 1 },
    ]);
    const second = await properties.getListing(ids[1] ?? "");
    if (second === undefined) throw new Error("listing not found");
    const deletion = { ...propertyEvents(null, second.property)[0], version: 2, at: now };
    await properties.remove(second, deletion as Parameters<typeof properties.remove>[1]);
    await outbox.clearPending([{ kind: "property", id: second.property.id, version: 2, events: [] }]);
    await index.markIndexed([{ id: second.property.id, version: 2 }]);
    await maintenance.purgeDeleted(later);
    await agents.remove({ ...agent, version: 2 }, []);
    await agents.listDeleted(10);
    await agents.purge(agent.id);
    const entry = {
      organizationId,
      key: "key",
      fingerprint: "",
      reservedId: newId(),
      holder: "a",
      heldUntil: 0,
      expiresAt: Date.now() + 60_000,
      outcome: null,
      error: null,
    };
    const idempotency = idempotencyStore(models);
    await idempotency.insert(entry);
    await idempotency.insert(entry);
    await idempotency.replace(entry, "a");
  }

  it("every query of every store uses an index", async () => {
    commands.length = 0;
    await callAllStores();
    const executed = commands.filter((command) => filteringCommands.some((name) => name in command));
    const kinds = new Set(executed.map((command) => filteringCommands.find((name) => name in command)));
    expect([...kinds]).to.include.members(["find", "aggregate", "update", "delete"]);
    expect(executed.length).to.be.greaterThan(100);
    const scans: string[] = [];
    for (const command of executed) {
      const {
        lsid: _lsid,
        $db: _db,
        txnNumber: _txn,
        $clusterTime: _time,
        writeConcern: _concern,
        ...explain
      } = command;
      const { readConcern: _read, ...plain } = explain;
      const plan = await observer.db(database).command({ explain: plain, verbosity: "queryPlanner" });
      const text = JSON.stringify(plan);
      expect(text, "a plan").to.match(/"stage":"/);
      if (text.includes('"COLLSCAN"')) scans.push(JSON.stringify(plain));
    }
    expect(scans).to.deep.equal([]);
  });

  it("reads for the search index use read concern majority", async () => {
    commands.length = 0;
    const index = indexStore(store.models);
    await index.documents([newId()], false);
    await index.scan(null, 5);
    await index.scan(newId(), 5);
    const reads = commands.filter((command) => "find" in command);
    expect(reads.map(({ readConcern }) => readConcern)).to.deep.equal([
      { level: "majority" },
      { level: "majority" },
      { level: "majority" },
    ]);
  });

  it("idsByExternalId reads no other fields", async () => {
    commands.length = 0;
    await propertyStore(store.models).idsByExternalId(newId(), ["e1"]);
    const reads = commands.filter((command) => "find" in command);
    expect(reads.map(({ projection }) => projection)).to.deep.equal([{ externalId: 1 }]);
  });

  it("the count of an agent's active listings is covered by an index", async () => {
    commands.length = 0;
    await agentStore(store.models).countActiveListings({ id: newId(), organizationId: newId() });
    const [count] = commands.filter((command) => "aggregate" in command);
    const pipeline = (count?.["pipeline"] ?? []) as { $match?: object }[];
    const members = Object.keys(pipeline[0]?.$match ?? {});
    expect(members).to.include.members(["organizationId", "agentId", "status"]);
    const indexes = await observer.db(database).collection("properties").indexes();
    const covering = indexes.filter(({ key }) => members.every((member) => member in key));
    expect(covering).to.have.length(1);
  });

  it("ensureIndexes drops the retired indexes of earlier releases", async () => {
    const properties = observer.db(database).collection("properties");
    const retired = { organizationId: 1, deleted: 1, agentId: 1, createdAt: 1, _id: 1 } as const;
    const names = async () => (await properties.indexes()).map(({ name }) => name);
    const before = await names();
    await properties.createIndex(retired);
    expect(await names()).to.have.length(before.length + 1);
    await Promise.all([ensureIndexes(store.models, log), ensureIndexes(store.models, log)]);
    expect(await names()).to.have.members(before);
  });

  it("a query without an index would be detected as a COLLSCAN", async () => {
    const explain = { find: "properties", filter: { title: "A" } };
    const plan = await observer.db(database).command({ explain, verbosity: "queryPlanner" });
    expect(JSON.stringify(plan)).to.contain('"COLLSCAN"');
  });
});
