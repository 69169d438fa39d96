import { listingsContract } from "@plat/contracts";
import { idempotencyRetentionMs, loadConfig, newId, requestFingerprint } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { propertyDeletedEvent, propertyEvents } from "../src/domain/change-events.ts";
import { batchItemIds } from "../src/domain/batch-row.ts";
import { listingsSettings } from "../src/config.ts";
import type { InsertOutcome, PropertyStore } from "../src/domain/ports.ts";
import { newProperty } from "../src/domain/property.ts";
import { connectStore, type Store } from "../src/store/connect.ts";
import { idempotencyStore } from "../src/store/idempotency-store.ts";
import { propertyStore } from "../src/store/property-store.ts";
import type { Models } from "../src/store/schemas.ts";
import { house, log, startSuite, type Suite } from "./support.ts";

describe("two-step insert (SecantusDB)", () => {
  let suite: Suite;
  let store: Store;
  let properties: PropertyStore;
  let organization: string;
  before(async () => {
    suite = await startSuite();
    store = await connectStore({ url: suite.backingServices.url("mongo"), database: suite.config.MONGO_DATABASE, log });
    properties = propertyStore(store.models);
  });
  after(async () => {
    await store.close();
    await suite.stop();
  });
  beforeEach(() => {
    organization = newId();
  });

  const newListing = (id: string, externalId: string) => {
    const input = house({ externalId });
    const context = { id, organizationId: organization, now: new Date().toISOString(), defaultCurrency: null };
    const property = newProperty(input, context);
    return { listing: { property, ads: [] }, events: propertyEvents(null, property) };
  };
  /** Makes SecantusDB reject inserts with these external ids: creates listings with them and deletes those. */
  async function releaseExternalIds(...externalIds: string[]): Promise<void> {
    await properties.insert(externalIds.map((externalId) => newListing(newId(), externalId)));
    const ids = await properties.idsByExternalId(organization, externalIds);
    for (const id of ids.values()) {
      const listing = await properties.getListing(id);
      if (listing === undefined) throw new Error("listing not found");
      await properties.remove(listing, propertyDeletedEvent(listing, 2, new Date().toISOString()));
    }
  }
  /** A store that fails at the second step, like a process that crashes. */
  function crashingStore(): PropertyStore {
    const { collection } = store.models.properties;
    const failing = Object.assign(Object.create(collection) as typeof collection, {
      bulkWrite: () => Promise.reject(new Error("crashed")),
    });
    const model = Object.assign(Object.create(store.models.properties) as Models["properties"], {
      collection: failing,
    });
    return propertyStore({ ...store.models, properties: model });
  }
  /** Leaves placeholders behind as a process does that crashes between the two steps. */
  async function crashWith(...created: ReturnType<typeof newListing>[]): Promise<void> {
    await releaseExternalIds(...created.map(({ listing }) => listing.property.externalId ?? ""));
    const crashed = await crashingStore()
      .insert(created)
      .then(
        () => false,
        (error: unknown) => String(error).includes("crashed"),
      );
    expect(crashed, "the server requires two steps").to.equal(true);
    const visible = await Promise.all(created.map(({ listing }) => properties.get(listing.property.id)));
    expect(visible).to.deep.equal(created.map(() => undefined));
  }
  /** Stores the idempotency entry of a request that crashed. Returns the id that it reserved. */
  async function insertAbandonedKey(
    name: "createProperty" | "batchProperties",
    key: string,
    body: object,
  ): Promise<string> {
    const reservedId = newId();
    const { subject } = listingsContract[name];
    await idempotencyStore(store.models).insert({
      organizationId: organization,
      key,
      fingerprint: requestFingerprint(subject, { body }),
      reservedId,
      holder: newId(),
      heldUntil: Date.now() - 1,
      expiresAt: Date.now() + 60_000,
      outcome: null,
      error: null,
    });
    return reservedId;
  }

  it("a retried creation completes an interrupted insert and returns 201", async () => {
    const body = house({ externalId: "a" });
    const id = await insertAbandonedKey("createProperty", "one", body);
    await crashWith(newListing(id, "a"));
    const reply = await suite.request(organization, "createProperty", { body }, { idempotencyKey: "one" });
    expect([reply.status, reply.body.id]).to.deep.equal([201, id]);
    const { status, body: stored } = await suite.request(organization, "getProperty", { params: { id } });
    expect([status, stored]).to.deep.equal([200, reply.body]);
    await eventually(async () => {
      const { body: feed } = await suite.request(organization, "listEvents");
      expect(feed.data.map((event) => event.subject.id)).to.include(id);
    });
  });

  for (const mode of ["create", "upsert"] as const) {
    it(`a retried batch (${mode}) completes interrupted inserts`, async () => {
      const items = ["a", "b", "c"].map((externalId) => house({ externalId }));
      const body = { mode, items };
      const idOf = batchItemIds(await insertAbandonedKey("batchProperties", "one", body));
      await crashWith(newListing(idOf(0), "a"), newListing(idOf(2), "c"));
      const { body: result } = await suite.request(
        organization,
        "batchProperties",
        { body },
        { idempotencyKey: "one" },
      );
      expect(result.data.map(({ status, id }) => [status, id])).to.deep.equal([0, 1, 2].map((at) => [201, idOf(at)]));
      const { body: list } = await suite.request(organization, "listProperties");
      expect(list.data.map(({ externalId }) => externalId)).to.have.members(["a", "b", "c"]);
    });
  }

  it("an interrupted insert is rejected if another listing has taken its externalId", async () => {
    const interrupted = newListing(newId(), "a");
    await crashWith(interrupted);
    expect(await properties.insert([newListing(newId(), "a")])).to.deep.equal(["done"] satisfies InsertOutcome[]);
    expect(await properties.insert([interrupted])).to.deep.equal(["external_id_taken"] satisfies InsertOutcome[]);
  });

  it("concurrent inserts of the same listing both succeed and store it once", async () => {
    await releaseExternalIds("a");
    const one = newListing(newId(), "a");
    const outcomes = await Promise.all([properties.insert([one]), properties.insert([one])]);
    for (const [outcome] of outcomes) expect(outcome).to.be.oneOf(["done", "id_taken"]);
    expect((await properties.get(one.listing.property.id))?.externalId).to.equal("a");
  });

  it("a retried creation returns 409 if its listing was created and deleted before", async () => {
    const body = house({ externalId: "a" });
    const id = await insertAbandonedKey("createProperty", "one", body);
    await properties.insert([newListing(id, "a")]);
    await suite.request(organization, "deleteProperty", { params: { id } });
    for (const replayed of [undefined, "true"]) {
      const reply = await suite.request(organization, "createProperty", { body }, { idempotencyKey: "one" });
      expect([reply.status, reply.problem.code]).to.deep.equal([409, "conflict"]);
      expect(reply.problem.detail).to.match(/deleted since/);
      expect(reply.headers["idempotency-replayed"]).to.equal(replayed);
    }
    expect((await suite.request(organization, "propertyCounts")).body.total).to.equal(0);
    // This relies on the deleted listing's document, which must outlive the key and its requests.
    const { PURGE_AFTER_MS: purgeAfterMs } = loadConfig(listingsSettings, {});
    expect(purgeAfterMs).to.be.at.least(idempotencyRetentionMs + 60_000);
  });
});
