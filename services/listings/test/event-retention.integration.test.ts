import { newId } from "@plat/kit";
import { eventually, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { connectStore, type Store } from "../src/store/connect.ts";
import { ensureEventRetention } from "../src/store/event-retention.ts";
import { house, log, startSuite, type Suite } from "./support.ts";

const secondsPerDay = 86_400;

describe("event retention", () => {
  let suite: Suite;
  let store: Store;
  let organization: string;
  before(async () => {
    suite = await startSuite({ env: { MONGO_DATABASE: uniqueName("listings"), EVENTS_KEPT_DAYS: "30" } });
    store = await connectStore({
      url: suite.config.MONGO_URL,
      database: suite.config.MONGO_DATABASE,
      eventsKeptDays: suite.config.EVENTS_KEPT_DAYS,
      log,
    });
  });
  after(async () => {
    await store.close();
    await suite.stop();
  });
  beforeEach(async () => {
    organization = newId();
    await suite.request(organization, "batchProperties", {
      body: { mode: "create", items: Array.from({ length: 30 }, () => house()) },
    });
    await eventually(async () =>
      expect((await suite.request(organization, "listEvents", { query: { after: 29 } })).body.data).to.have.length(1),
    );
  });

  const ttlIndexes = async () =>
    (await store.models.events.collection.indexes())
      .filter((index) => "expireAfterSeconds" in index)
      .map(({ key, ["expireAfterSeconds"]: seconds }) => [key, seconds]);

  it("a TTL index removes events after EVENTS_KEPT_DAYS; 0 drops the index", async () => {
    const events = store.models.events.collection;
    expect(await ttlIndexes()).to.deep.equal([[{ at: 1 }, 30 * secondsPerDay]]);
    await ensureEventRetention(events, 7);
    expect(await ttlIndexes()).to.deep.equal([[{ at: 1 }, 7 * secondsPerDay]]);
    await Promise.all([ensureEventRetention(events, 0), ensureEventRetention(events, 0)]);
    expect(await ttlIndexes()).to.deep.equal([]);
    await ensureEventRetention(events, 0);
    expect(await ttlIndexes()).to.deep.equal([]);
    await ensureEventRetention(events, 30);
    expect(await ttlIndexes()).to.deep.equal([[{ at: 1 }, 30 * secondsPerDay]]);
    const one = await events.findOne({ organizationId: organization });
    expect(one?.["at"]).to.be.an.instanceOf(Date);
  });

  for (const types of [undefined, ["property.created"]])
    it(`GET /events continues with the oldest remaining event after an expired position (${types === undefined ? "all" : "some"} types)`, async () => {
      await store.models.events.collection.deleteMany({ organizationId: organization, sequence: { $lte: 24 } });
      const read = async (after: number) => {
        const query = { after, limit: 4, wait: 5, ...(types === undefined ? {} : { types }) };
        const { body } = await suite.request(organization, "listEvents", { query });
        return [body.data.map(({ sequence }) => sequence), body.page.nextAfter];
      };
      expect(await read(0)).to.deep.equal([[25, 26, 27, 28], 28]);
      expect(await read(10)).to.deep.equal([[25, 26, 27, 28], 28]);
      expect(((await read(22))[0] as number[])[0]).to.equal(25);
      expect(await read(28)).to.deep.equal([[29, 30], 30]);
    });

  it("the feed continues at its sequence after all events have expired", async () => {
    await store.models.events.collection.deleteMany({ organizationId: organization });
    const { body } = await suite.request(organization, "listEvents");
    expect([body.data, body.page.nextAfter]).to.deep.equal([[], 30]);
    await suite.request(organization, "createProperty", { body: house() });
    await eventually(async () => {
      const next = await suite.request(organization, "listEvents", { query: { after: 30 } });
      expect(next.body.data.map(({ sequence }) => sequence)).to.deep.equal([31]);
    });
  });
});
