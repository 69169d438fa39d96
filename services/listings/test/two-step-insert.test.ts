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

describe("an insertion in two steps", () => {
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

  const fresh = (id: string, externalId: string) => {
    const input = house({ externalId });
    const facts = { id, organizationId: organization, now: new Date().toISOString(), defaultCurrency: null };
    const property = newProperty(input, facts);
    return { listing: { property, ads: [] }, events: propertyEvents(null, property) };
  };
  /** Names that the engine may refuse to insertions, because an update has given them up. */
  async function giveUp(...externalIds: string[]): Promise<void> {
    await properties.insert(externalIds.map((externalId) => fresh(newId(), externalId)));
    const ids = await properties.idsByExternalId(organization, externalIds);
    for (const id of ids.values()) {
      const listing = await properties.getListing(id);
      if (listing === undefined) throw new Error("the listing is not there");
      await properties.remove(listing, propertyDeletedEvent(listing, 2, new Date().toISOString()));
    }
  }
  /** The store of a process that dies before the second step. */
  function dying(): PropertyStore {
    const { collection } = store.models.properties;
    const cut = Object.assign(Object.create(collection) as typeof collection, {
      bulkWrite: () => Promise.reject(new Error("died")),
    });
    const model = Object.assign(Object.create(store.models.properties) as Models["properties"], { collection: cut });
    return propertyStore({ ...store.models, properties: model });
  }
  /** Leaves listings behind as a process does that died between the two steps. */
  async function dieWith(...created: ReturnType<typeof fresh>[]): Promise<void> {
    await giveUp(...created.map(({ listing }) => listing.property.externalId ?? ""));
    const died = await dying()
      .insert(created)
      .then(
        () => false,
        (error: unknown) => String(error).includes("died"),
      );
    expect(died, "the engine takes two steps").to.equal(true);
    const there = await Promise.all(created.map(({ listing }) => properties.get(listing.property.id)));
    expect(there).to.deep.equal(created.map(() => undefined));
  }
  /** The key of a request whose process died, with the id that was reserved for what it makes. */
  async function heldByTheDead(name: "createProperty" | "batchProperties", key: string, body: object): Promise<string> {
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

  it("that was cut short is finished by the retry of a creation, which then tells the truth", async () => {
    const body = house({ externalId: "a" });
    const id = await heldByTheDead("createProperty", "one", body);
    await dieWith(fresh(id, "a"));
    const made = await suite.request(organization, "createProperty", { body }, { idempotencyKey: "one" });
    expect([made.status, made.body.id]).to.deep.equal([201, id]);
    const { status, body: stored } = await suite.request(organization, "getProperty", { params: { id } });
    expect([status, stored]).to.deep.equal([200, made.body]);
    await eventually(async () => {
      const { body: feed } = await suite.request(organization, "listEvents");
      expect(feed.data.map((event) => event.subject.id)).to.include(id);
    });
  });

  for (const mode of ["create", "upsert"] as const) {
    it(`that was cut short is finished by the retry of a batch (${mode})`, async () => {
      const items = ["a", "b", "c"].map((externalId) => house({ externalId }));
      const body = { mode, items };
      const idOf = batchItemIds(await heldByTheDead("batchProperties", "one", body));
      await dieWith(fresh(idOf(0), "a"), fresh(idOf(2), "c"));
      const { body: answer } = await suite.request(
        organization,
        "batchProperties",
        { body },
        { idempotencyKey: "one" },
      );
      expect(answer.data.map(({ status, id }) => [status, id])).to.deep.equal([0, 1, 2].map((at) => [201, idOf(at)]));
      const { body: list } = await suite.request(organization, "listProperties");
      expect(list.data.map(({ externalId }) => externalId)).to.have.members(["a", "b", "c"]);
    });
  }

  it("whose name another listing got meanwhile is refused, and says so", async () => {
    const begun = fresh(newId(), "a");
    await dieWith(begun);
    expect(await properties.insert([fresh(newId(), "a")])).to.deep.equal(["done"] satisfies InsertOutcome[]);
    expect(await properties.insert([begun])).to.deep.equal(["external_id_taken"] satisfies InsertOutcome[]);
  });

  it("is done once by two at once, and both say that it is there", async () => {
    await giveUp("a");
    const one = fresh(newId(), "a");
    const outcomes = await Promise.all([properties.insert([one]), properties.insert([one])]);
    for (const [outcome] of outcomes) expect(outcome).to.be.oneOf(["done", "id_taken"]);
    expect((await properties.get(one.listing.property.id))?.externalId).to.equal("a");
  });

  it("of what was made and deleted before does not bring it back", async () => {
    const body = house({ externalId: "a" });
    const id = await heldByTheDead("createProperty", "one", body);
    await properties.insert([fresh(id, "a")]);
    await suite.request(organization, "deleteProperty", { params: { id } });
    for (const replayed of [undefined, "true"]) {
      const made = await suite.request(organization, "createProperty", { body }, { idempotencyKey: "one" });
      expect([made.status, made.problem.code]).to.deep.equal([409, "conflict"]);
      expect(made.problem.detail).to.match(/deleted since/);
      expect(made.headers["idempotency-replayed"]).to.equal(replayed);
    }
    expect((await suite.request(organization, "propertyCounts")).body.total).to.equal(0);
    // Which holds for as long as the deleted listing is there: it has to outlive the key, and requests with it.
    const { PURGE_AFTER_MS: purgeAfterMs } = loadConfig(listingsSettings, {});
    expect(purgeAfterMs).to.be.at.least(idempotencyRetentionMs + 60_000);
  });
});
