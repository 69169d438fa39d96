import type { listingsContract, Output } from "@plat/contracts";
import { newId } from "@plat/kit";
import { type TestBackingServices, testBackingServices, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { propertyEvents } from "../src/domain/change-events.ts";
import { feedHandlers } from "../src/handlers/feed-handlers.ts";
import { newProperty } from "../src/domain/property.ts";
import { OutboxRelay } from "../src/jobs/outbox-relay.ts";
import { KeyedNotifier } from "../src/messaging/keyed-notifier.ts";
import { connectStore, type Store } from "../src/store/connect.ts";
import { eventStore } from "../src/store/event-store.ts";
import { outboxStore } from "../src/store/outbox-store.ts";
import { propertyStore } from "../src/store/property-store.ts";
import { callerOf, house, log } from "./support.ts";

describe("GET /events with wait", () => {
  let backingServices: TestBackingServices;
  let store: Store;
  before(async () => {
    backingServices = await testBackingServices("mongo");
    store = await connectStore({ url: backingServices.url("mongo"), database: uniqueName("listings"), log });
  });
  after(async () => {
    await store.close();
    await backingServices.stop();
  });

  for (const [start, after] of [
    ["the end", 1],
    ["beyond the end", 1_000],
  ] as const)
    it(`from ${start} of the feed returns an event that is appended after the first read`, async () => {
      const organizationId = newId();
      const feedNotifier = new KeyedNotifier();
      const relay = new OutboxRelay({
        store: outboxStore(store.models),
        onAppended: (id) => feedNotifier.notify(id),
        log,
      });
      const create = async (): Promise<void> => {
        const context = { id: newId(), organizationId, now: new Date().toISOString(), defaultCurrency: null };
        const property = newProperty(house(), context);
        const created = { listing: { property, ads: [] }, events: propertyEvents(null, property) };
        await propertyStore(store.models).insert([created]);
        await relay.run(organizationId);
      };
      await create();
      const original = eventStore(store.models);
      const headRead = Promise.withResolvers<void>();
      const events: typeof original = {
        ...original,
        async head(id) {
          const head = await original.head(id);
          headRead.resolve();
          return head;
        },
      };
      const { listEvents } = feedHandlers({ events, feedNotifier });
      const query = { after, limit: 20, wait: 20, types: undefined };
      const call = { caller: callerOf(organizationId), query } as unknown as Parameters<typeof listEvents>[0];
      const waiting = listEvents(call);
      await headRead.promise;
      await create();
      const { body } = (await waiting) as { body: Output<typeof listingsContract.listEvents> };
      expect([body.data.map(({ sequence }) => sequence), body.page.nextAfter]).to.deep.equal([[2], 2]);
      await relay.stop();
    });
});
