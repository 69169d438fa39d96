import { newId } from "@plat/kit";
import { type TestBackingServices, testBackingServices, uniqueName } from "@plat/testkit";
import type { listingsContract, Output } from "@plat/contracts";
import { expect } from "chai";
import { adHandlers } from "../src/handlers/ad-handlers.ts";
import { batchHandlers } from "../src/handlers/batch-handlers.ts";
import type { Dependencies } from "../src/handlers/dependencies.ts";
import { ChangeNotifier } from "../src/jobs/change-notifier.ts";
import type { PropertyStore } from "../src/domain/ports.ts";
import { newProperty } from "../src/domain/property.ts";
import { OutboxRelay } from "../src/jobs/outbox-relay.ts";
import { agentStore } from "../src/store/agent-store.ts";
import { connectStore, type Store } from "../src/store/connect.ts";
import { outboxStore } from "../src/store/outbox-store.ts";
import { idempotencyStore } from "../src/store/idempotency-store.ts";
import { organizationStore } from "../src/store/organization-store.ts";
import { propertyStore } from "../src/store/property-store.ts";
import { RefreshListeners } from "../src/messaging/refresh-listeners.ts";
import { ListingWriter } from "../src/writing/listing-writer.ts";
import { callerOf, house, log } from "./support.ts";

describe("write conflicts", () => {
  let backingServices: TestBackingServices;
  let store: Store;
  let dependencies: Dependencies;
  let organizationId: string;
  /** The listing that a concurrent writer always changes first. */
  let contested: string | undefined;
  before(async () => {
    backingServices = await testBackingServices("mongo");
    store = await connectStore({ url: backingServices.url("mongo"), database: uniqueName("listings"), log });
    const { models } = store;
    const original = propertyStore(models);
    const properties: PropertyStore = {
      ...original,
      async update(before, after, events) {
        if (before.property.id === contested) {
          const { property } = before;
          await original.update(before, { ...before, property: { ...property, version: property.version + 1 } }, []);
        }
        return original.update(before, after, events);
      },
    };
    const now = (): string => new Date().toISOString();
    const relay = new OutboxRelay({ store: outboxStore(models), onAppended: () => undefined, log });
    const notifier = new ChangeNotifier({ publish: () => Promise.resolve(), log, now: () => performance.now() });
    dependencies = {
      properties,
      agents: agentStore(models),
      organizations: organizationStore(models),
      idempotency: idempotencyStore(models),
      writer: new ListingWriter({ properties, relay, notifier, refreshListeners: new RefreshListeners(), now }),
      relay,
      newId,
      now,
    } as unknown as Dependencies;
  });
  after(async () => {
    await dependencies.relay.stop();
    await store.close();
    await backingServices.stop();
  });
  beforeEach(() => {
    organizationId = newId();
    contested = undefined;
  });

  async function createListing(externalId: string): Promise<string> {
    const context = { id: newId(), organizationId, now: new Date().toISOString(), defaultCurrency: null };
    const property = newProperty(house({ externalId }), context);
    await dependencies.properties.insert([{ listing: { property, ads: [] }, events: [] }]);
    return property.id;
  }

  it("a write that loses every attempt returns 503, and its Idempotency-Key is not consumed", async () => {
    const id = await createListing("a");
    const { createAd } = adHandlers(dependencies);
    const call = {
      caller: callerOf(organizationId),
      params: { id },
      query: { waitForIndex: false },
      body: { headline: "Look" },
      idempotencyKey: "one",
    } as Parameters<typeof createAd>[0];
    contested = id;
    const error = await createAd(call).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.include({ code: "unavailable", retryAfter: 1 });
    contested = undefined;
    expect((await createAd(call)).status).to.equal(201);
  });

  it("a batch reports a write conflict in the item's row and stores the other items", async () => {
    contested = await createListing("a");
    await createListing("b");
    const { batchProperties } = batchHandlers(dependencies);
    const items = ["a", "b", "c"].map((externalId) => house({ externalId, price: 5 }));
    const call = {
      caller: callerOf(organizationId),
      params: {},
      query: { waitForIndex: false },
      body: { mode: "upsert", items },
      idempotencyKey: undefined,
    } as unknown as Parameters<typeof batchProperties>[0];
    const { body } = (await batchProperties(call)) as { body: Output<typeof listingsContract.batchProperties> };
    expect(body.data.map(({ status, code }) => [status, code])).to.deep.equal([
      [503, "unavailable"],
      [200, undefined],
      [201, undefined],
    ]);
  });
});
