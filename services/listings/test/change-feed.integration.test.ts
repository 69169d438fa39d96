import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { connectClient, house, log, startSuite, type Suite } from "./support.ts";
import { startListings } from "../src/app.ts";

describe("change feed", () => {
  let suite: Suite;
  let organization: string;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());
  beforeEach(() => {
    organization = newId();
  });

  const events = async (query: object) => {
    const { status, body } = await suite.request(organization, "listEvents", { query });
    expect(status).to.equal(200);
    return body;
  };
  const create = async (more: object = {}, organizationId = organization) =>
    (await suite.request(organizationId, "createProperty", { body: house(more) })).body;
  const waitForEvents = (count: number) =>
    eventually(async () => expect((await events({ after: count - 1 })).data.length).to.be.greaterThan(0));

  it("contains every change in order, with the values before and after", async () => {
    const { id } = await create({ price: 5, status: "inactive" });
    const params = { id };
    await suite.request(organization, "updateProperty", { params, body: { price: 6, title: "B", status: "active" } });
    await suite.request(organization, "deleteProperty", { params });
    await waitForEvents(5);
    const { data } = await events({});
    expect(data.map((event) => [event.sequence, event.id, event.subject])).to.deep.equal(
      [
        "1:property.created",
        "2:property.updated",
        "2:property.status_changed",
        "2:property.price_changed",
        "3:property.deleted",
      ].map((rest, at) => [at + 1, `${id}:${rest}`, { kind: "property", id }]),
    );
    expect(data[0]?.changes).to.deep.include({ field: "price", from: null, to: 5 });
    expect(data[1]?.changes).to.deep.equal([{ field: "title", from: "House with a garden", to: "B" }]);
    expect(data[3]?.changes).to.deep.equal([{ field: "price", from: 5, to: 6 }]);
    expect(data[4]?.changes).to.deep.include({ field: "price", from: 6, to: null });
  });

  it("has no gaps or duplicates and resumes from any sequence during concurrent writes", async () => {
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const { id } = await create({ title: `Writer ${writer}` });
      for (let price = 0; price < 10; price++)
        await suite.request(organization, "updateProperty", { params: { id }, body: { price } });
    });
    const seen: { id: string; sequence: number }[] = [];
    const read = async (): Promise<void> => {
      let after = 0;
      while (seen.length < 88) {
        const { data, page } = await events({ after, limit: 7, wait: 5 });
        seen.push(...data);
        after = page.nextAfter;
      }
    };
    await Promise.all([read(), ...writers]);
    expect(seen.map(({ sequence }) => sequence)).to.deep.equal(Array.from({ length: 88 }, (_, at) => at + 1));
    expect(new Set(seen.map(({ id }) => id)).size).to.equal(88);
    const versions = Map.groupBy(seen, ({ id }) => id.split(":")[0]);
    for (const [, list] of versions)
      expect(list.map(({ id }) => Number(id.split(":")[1]))).to.deep.equal(list.map((_, at) => at + 1));
  });

  it("returns nextAfter even if there are no new events or none of the requested type", async () => {
    expect(await events({})).to.deep.equal({ data: [], page: { limit: 20, nextAfter: 0 } });
    await create({ price: 1 });
    await create();
    await waitForEvents(2);
    expect((await events({ after: 2 })).page.nextAfter).to.equal(2);
    expect((await events({ limit: 1 })).page.nextAfter).to.equal(1);
    expect(await events({ types: ["agent.created"] })).to.deep.equal({ data: [], page: { limit: 20, nextAfter: 2 } });
  });

  it("returns the end of the feed as nextAfter for a sequence beyond it, so that no later event is missed", async () => {
    await create();
    await waitForEvents(1);
    const beyond = await events({ after: 1_000 });
    expect(beyond).to.deep.equal({ data: [], page: { limit: 20, nextAfter: 1 } });
    const typed = await events({ after: 1_000, types: ["agent.created"] });
    expect(typed.page.nextAfter).to.equal(1);
    await create();
    await waitForEvents(2);
    expect((await events({ after: beyond.page.nextAfter })).data.map(({ sequence }) => sequence)).to.deep.equal([2]);
  });

  it("pages of selected types neither omit nor repeat events", async () => {
    for (let at = 0; at < 6; at++) {
      const { id } = await create();
      await suite.request(organization, "updateProperty", { params: { id }, body: { price: 1, title: "B" } });
    }
    await waitForEvents(18);
    const types = ["property.price_changed", "property.created"];
    const seen: number[] = [];
    let after = 0;
    do {
      const { data, page } = await events({ after, types, limit: 5 });
      for (const { type } of data) expect(types).to.include(type);
      seen.push(...data.map(({ sequence }) => sequence));
      if (page.nextAfter === after) break;
      after = page.nextAfter;
    } while (after < 18);
    expect(seen).to.have.length(12);
    expect(seen).to.deep.equal(seen.toSorted((a, b) => a - b));
  });

  it("with wait responds when another instance writes", async () => {
    const other = await startListings({ ...suite.config, SWEEP_INTERVAL_MS: 60_000 }, log);
    const client = await connectClient(suite.env["NATS_URL"] ?? "");
    try {
      for (let round = 0; round < 6; round++) {
        const waiting = events({ after: round, wait: 20, types: ["property.created"] });
        const { id } = (await client.request(organization, "createProperty", { body: house() })).body;
        const { data, page } = await waiting;
        expect(data.map((event) => [event.subject.id, event.sequence])).to.deep.equal([[id, round + 1]]);
        expect(page.nextAfter).to.equal(round + 1);
      }
    } finally {
      await client.close();
      await other.stop();
    }
  });

  it("responds to waiting requests when the service stops", async () => {
    const own = await startSuite();
    const waiting = own.request(organization, "listEvents", { query: { wait: 20 } });
    await own.client.connection.flush();
    // The request is in progress once a later one has been answered.
    await own.request(organization, "propertyCounts");
    await own.listings.stop();
    expect((await waiting).body).to.deep.equal({ data: [], page: { limit: 20, nextAfter: 0 } });
    await own.client.close();
    await own.backingServices.stop();
  });

  it("contains only the organization's own events", async () => {
    await create();
    await create({}, newId());
    await waitForEvents(1);
    expect((await events({})).data).to.have.length(1);
  });
});
