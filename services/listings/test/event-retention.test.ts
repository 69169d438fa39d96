import { newId } from "@plat/kit";
import { eventually, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { connectStore, type Store } from "../src/store/connect.ts";
import { ensureEventRetention } from "../src/store/event-retention.ts";
import { house, log, startSuite, type Suite } from "./support.ts";

const day = 86_400;

describe("events that are not kept for ever", () => {
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

  const kept = async () =>
    (await store.models.events.collection.indexes())
      .filter((index) => "expireAfterSeconds" in index)
      .map(({ key, ["expireAfterSeconds"]: seconds }) => [key, seconds]);

  it("are removed by the store so many days after they came about, as the setting says", async () => {
    const events = store.models.events.collection;
    expect(await kept()).to.deep.equal([[{ at: 1 }, 30 * day]]);
    await ensureEventRetention(events, 7);
    expect(await kept()).to.deep.equal([[{ at: 1 }, 7 * day]]);
    await Promise.all([ensureEventRetention(events, 0), ensureEventRetention(events, 0)]);
    expect(await kept()).to.deep.equal([]);
    await ensureEventRetention(events, 0);
    expect(await kept()).to.deep.equal([]);
    await ensureEventRetention(events, 30);
    expect(await kept()).to.deep.equal([[{ at: 1 }, 30 * day]]);
    const one = await events.findOne({ organizationId: organization });
    expect(one?.["at"]).to.be.an.instanceOf(Date);
  });

  for (const types of [undefined, ["property.created"]])
    it(`leave readers with the oldest that is left, of ${types === undefined ? "all" : "some"} types`, async () => {
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

  it("leave a feed that goes on at its sequence when none is left", async () => {
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
