import type { listingsContract, Output } from "@plat/contracts";
import { newId } from "@plat/kit";
import { type TestBackingServices, testBackingServices, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import type { FeedEvent } from "../src/domain/change-events.ts";
import { feedHandlers } from "../src/handlers/feed-handlers.ts";
import type { EventStore, OutboxStore } from "../src/domain/ports.ts";
import { KeyedNotifier } from "../src/messaging/keyed-notifier.ts";
import { connectStore, type Store } from "../src/store/connect.ts";
import { eventStore } from "../src/store/event-store.ts";
import { outboxStore } from "../src/store/outbox-store.ts";
import type { Models } from "../src/store/schemas.ts";
import { callerOf, log } from "./support.ts";

type Type = FeedEvent["type"];

describe("GET /events with types", () => {
  let backingServices: TestBackingServices;
  let store: Store;
  let relay: OutboxStore;
  let organizationId: string;
  before(async () => {
    backingServices = await testBackingServices("mongo");
    store = await connectStore({ url: backingServices.url("mongo"), database: uniqueName("listings"), log });
    relay = outboxStore(store.models);
  });
  after(async () => {
    await store.close();
    await backingServices.stop();
  });
  beforeEach(() => {
    organizationId = newId();
  });

  /** Appends events to the feed as a relay does. */
  async function appendEvents(...types: [sequence: number, type: Type][]): Promise<void> {
    const events = types.map(([sequence, type]): FeedEvent => {
      const id = newId();
      const subject = { kind: "property" as const, id };
      const at = new Date().toISOString();
      return { id: `${id}:1:${type}`, type, at, version: 1, subject, changes: [], organizationId, sequence };
    });
    expect(await relay.append(events)).to.equal(true);
    await relay.advanceHead(organizationId, Math.max(...types.map(([sequence]) => sequence)));
  }

  /** A store whose query for one type runs after the query for the other type and after `meanwhile`. */
  function storeWithDelayedType(delayed: Type, meanwhile: () => Promise<void>): EventStore {
    const { events } = store.models;
    let first: Promise<unknown> = Promise.resolve();
    const find = (...query: Parameters<typeof events.collection.find>) => {
      const cursor = events.collection.find(...query);
      const hasNext = cursor.hasNext.bind(cursor);
      const isDelayed = (query[0] as { type?: Type } | undefined)?.type === delayed;
      cursor.hasNext = async () => {
        if (isDelayed) {
          await first;
          await meanwhile();
        }
        const found = hasNext();
        first = found;
        return found;
      };
      return cursor;
    };
    const collection = Object.assign(Object.create(events.collection), { find });
    const models: Models = { ...store.models, events: Object.assign(Object.create(events), { collection }) };
    return eventStore(models);
  }

  async function listEvents(events: EventStore, query: { after: number; limit: number }) {
    const types: Type[] = ["property.created", "property.deleted"];
    const call = { caller: callerOf(organizationId), query: { ...query, types, wait: 0 } };
    const handlers = feedHandlers({ events, feedNotifier: new KeyedNotifier() });
    const { body } = (await handlers.listEvents(call as Parameters<typeof handlers.listEvents>[0])) as {
      body: Output<typeof listingsContract.listEvents>;
    };
    return { sequences: body.data.map(({ sequence }) => sequence), nextAfter: body.page.nextAfter };
  }

  it("omits no event that is appended between the queries for two types", async () => {
    await appendEvents([1, "property.updated"]);
    let appended = false;
    const events = storeWithDelayedType("property.deleted", async () => {
      if (appended) return;
      appended = true;
      await appendEvents([2, "property.created"], [3, "property.deleted"]);
    });
    const seen: number[] = [];
    let after = 0;
    for (let round = 0; round < 3; round++) {
      const page = await listEvents(events, { after, limit: 20 });
      seen.push(...page.sequences);
      after = page.nextAfter;
    }
    expect(appended).to.equal(true);
    expect([seen, after]).to.deep.equal([[2, 3], 3]);
  });

  it("omits no event if one type fills the page", async () => {
    await appendEvents(
      [1, "property.created"],
      [2, "property.deleted"],
      [3, "property.created"],
      [4, "property.deleted"],
    );
    await appendEvents([5, "property.created"], [6, "property.updated"]);
    const events = eventStore(store.models);
    const seen: number[] = [];
    let after = 0;
    for (let round = 0; round < 4; round++) {
      const page = await listEvents(events, { after, limit: 2 });
      seen.push(...page.sequences);
      after = page.nextAfter;
    }
    expect([seen, after]).to.deep.equal([[1, 2, 3, 4, 5], 6]);
  });
});
