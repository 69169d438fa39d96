import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { propertyEvents } from "../src/domain/change-events.ts";
import { ChangeNotifier } from "../src/jobs/change-notifier.ts";
import { newProperty } from "../src/domain/property.ts";
import { OutboxRelay } from "../src/jobs/outbox-relay.ts";
import { connectStore } from "../src/store/connect.ts";
import { propertyStore } from "../src/store/property-store.ts";
import { Sweeper } from "../src/jobs/sweeper.ts";
import { house, log, startSuite } from "./support.ts";

describe("Sweeper", () => {
  it("stop waits for the organization in progress and processes no other", async () => {
    const [started, finished]: [string[], string[]] = [[], []];
    let resume = (): void => undefined;
    const relay = new OutboxRelay({
      store: {
        async pending(organizationId) {
          started.push(organizationId);
          await new Promise<void>((resolve) => (resume = resolve));
          finished.push(organizationId);
          return { subjects: [], more: false };
        },
        lastSequence: async () => 0,
        sequenced: async () => new Set(),
        append: async () => true,
        clearPending: async () => undefined,
        advanceHead: async () => undefined,
      },
      onAppended: () => undefined,
      log,
    });
    const sweeper = new Sweeper({
      store: {
        listUnindexed: async () => [],
        oldestPending: async () => undefined,
        oldestUnindexed: async () => undefined,
        organizationsWithPending: async () => ["one", "two", "three"],
        purgeDeleted: async () => Promise.reject(new Error("purge was called after stop")),
      },
      notifier: new ChangeNotifier({ publish: async () => undefined, log, now: () => 0 }),
      relay,
      unassignAgents: async () => void started.push("agents"),
      syncNames: async () => undefined,
      intervalMs: 1,
      purgeAfterMs: 0,
      log,
    });
    await eventually(() => expect(started).to.deep.equal(["one"]));
    const stopped = sweeper.stop();
    resume();
    await stopped;
    expect([started, finished]).to.deep.equal([["one"], ["one"]]);
  });

  it("relays the events of other organizations if those of an earlier one cannot be read", async () => {
    const suite = await startSuite();
    const store = await connectStore({
      url: suite.backingServices.url("mongo"),
      database: suite.config.MONGO_DATABASE,
      log,
    });
    try {
      const hourAgo = Date.now() - 3_600_000;
      const [broken, intact] = [newId(), newId()];
      for (const [at, organizationId] of [broken, intact].entries()) {
        const now = new Date(hourAgo + at).toISOString();
        const property = newProperty(house(), {
          id: newId(),
          organizationId,
          now,
          defaultCurrency: null,
        });
        const events = propertyEvents(null, property);
        await propertyStore(store.models).insert([{ listing: { property, ads: [] }, events }]);
        // Invalid JSON represents any problem that affects a single organization.
        if (organizationId === broken)
          await store.models.properties.collection.updateOne({ _id: property.id } as object, {
            $set: { "pending.0.changes": "{" },
          });
      }
      await eventually(async () => {
        const { body } = await suite.request(intact, "listEvents");
        expect(body.data.map(({ type }) => type)).to.deep.equal(["property.created"]);
      });
      expect((await suite.request(broken, "listEvents")).body.data).to.deep.equal([]);
    } finally {
      await store.close();
      await suite.stop();
    }
  });
});
