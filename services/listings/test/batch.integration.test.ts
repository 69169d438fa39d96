import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { house, startSuite, type Suite } from "./support.ts";

describe("POST /properties/batch", () => {
  let suite: Suite;
  let organization: string;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());
  beforeEach(() => {
    organization = newId();
  });

  const batch = async (mode: "create" | "upsert", items: object[], options = {}) => {
    const { status, body, headers } = await suite.request(
      organization,
      "batchProperties",
      { body: { mode, items } },
      options,
    );
    expect(status).to.equal(200);
    return { rows: body.data, headers };
  };
  const listAll = async () => {
    const rows = [];
    let cursor: string | null = null;
    do {
      const query: object = { limit: 100, sort: "createdAt", ...(cursor === null ? {} : { cursor }) };
      const { body } = await suite.request(organization, "listProperties", { query });
      rows.push(...body.data);
      cursor = body.page.nextCursor;
    } while (cursor !== null);
    return rows;
  };

  it("a batch of unknown fields gets a response not much larger than the request, which can be replayed", async () => {
    const name = (index: number, at: number): string => `${"~".repeat(150)}${index}-${at}`;
    const fieldsOf = (index: number) => Array.from({ length: 50 }, (_, at) => [name(index, at), 1] as const);
    const items = Array.from({ length: 300 }, (_, index): object => Object.fromEntries(fieldsOf(index)));
    const idempotencyKey = newId();
    const first = await batch("create", items, { idempotencyKey });
    expect(new Set(first.rows.map(({ status }) => status))).to.deep.equal(new Set([400]));
    expect(JSON.stringify(first.rows).length).to.be.lessThan(JSON.stringify(items).length * 1.5);
    expect(first.rows[0]?.errors?.at(-1)).to.deep.equal({
      in: "body",
      pointer: `/${"~0".repeat(64)}…`,
      detail: "is not a known field",
    });
    const second = await batch("create", items, { idempotencyKey });
    expect(second.headers["idempotency-replayed"]).to.equal("true");
    expect(second.rows).to.deep.equal(first.rows);
    const other = { body: { mode: "create", items: [...items.slice(1), { x: 1 }] } };
    const third = await suite.request(organization, "batchProperties", other, { idempotencyKey });
    expect([third.status, third.problem.code]).to.deep.equal([422, "idempotency_key_reused"]);
  });

  it("a batch of 1000 items reports each invalid item and stores the valid ones in order", async () => {
    const foreign = await suite.request(newId(), "createAgent", { body: { name: "Bob" } });
    const agent = await suite.request(organization, "createAgent", { body: { name: "Ann" } });
    await suite.request(organization, "createProperty", { body: house({ externalId: "taken" }) });
    const items: object[] = Array.from({ length: 1000 }, (_, at) =>
      house({ title: `House ${at}`, externalId: `e${at}` }),
    );
    items[0] = house({ title: "" });
    items[1] = { propertyType: "House", propertyCategory: "Homes" };
    items[2] = house({ colour: "red", price: "5" });
    items[3] = house({ externalId: "taken" });
    items[4] = house({ agentId: foreign.body.id });
    items[5] = house({ title: "House 5", agentId: agent.body.id });
    items[6] = house({ title: "House 6", externalId: "e7" });
    items[8] = house({ address: { country: "XX" }, location: { lat: 91, lon: 0 } });
    items[9] = house({ media: [{ url: "javascript:alert(1)" }] });
    const { rows } = await batch("create", items);
    expect(rows.map(({ index }) => index)).to.deep.equal(items.map((_, at) => at));
    const rejected = new Map(rows.filter(({ status }) => status !== 201).map((row) => [row.index, row]));
    const pointers = (index: number) => rejected.get(index)?.errors?.map(({ pointer }) => pointer);
    expect([...rejected.keys()]).to.deep.equal([0, 1, 2, 3, 4, 7, 8, 9]);
    expect(pointers(0)).to.deep.equal(["/title"]);
    expect(pointers(1)).to.deep.equal(["/title"]);
    expect(pointers(2)).to.have.members(["/colour", "/price"]);
    expect(rejected.get(3)).to.deep.include({ status: 409, code: "conflict", id: null });
    expect(pointers(4)).to.deep.equal(["/agentId"]);
    expect(rejected.get(7)).to.deep.include({ status: 409, code: "conflict" });
    expect(pointers(8)).to.have.members(["/address/country", "/location/lat"]);
    expect(pointers(9)).to.deep.equal(["/media/0/url"]);
    const stored = await listAll();
    expect(stored).to.have.length(993);
    expect(stored.slice(1).map(({ id }) => id)).to.deep.equal(
      rows.filter(({ status }) => status === 201).map(({ id }) => id),
    );
  });

  it("an item that is not an object is rejected like other invalid items", async () => {
    const { rows } = await batch("create", [house(), null, 5, "text", [house()], true, house()] as object[]);
    expect(rows.map(({ status }) => status)).to.deep.equal([201, 400, 400, 400, 400, 400, 201]);
    for (const row of rows.slice(1, 6))
      expect(row.errors).to.deep.equal([{ in: "body", pointer: "", detail: "must be an object" }]);
    expect(await listAll()).to.have.length(2);
  });

  it("mode upsert creates listings with an unknown externalId and patches the others", async () => {
    const first = await batch("upsert", [
      house({ externalId: "a", price: 1, description: "kept" }),
      house({ externalId: "b", price: 1 }),
      house({ price: 1 }),
      house({ externalId: null }),
    ]);
    expect(first.rows.map(({ status }) => status)).to.deep.equal([201, 201, 400, 400]);
    expect(first.rows[2]?.errors?.[0]).to.include({ pointer: "/externalId" });
    const second = await batch("upsert", [
      house({ externalId: "a", price: 2 }),
      house({ externalId: "b", price: 1 }),
      house({ externalId: "c" }),
    ]);
    expect(second.rows.map(({ status, id }) => [status, id])).to.deep.equal([
      [200, first.rows[0]?.id],
      [200, first.rows[1]?.id],
      [201, second.rows[2]?.id],
    ]);
    const stored = await listAll();
    expect(
      stored.map(({ externalId, price, description, version }) => [externalId, price, description, version]),
    ).to.deep.equal([
      ["a", 2, "kept", 2],
      ["b", 1, "", 1],
      ["c", null, "", 1],
    ]);
  });

  it("a repeated upsert creates neither versions nor events", async () => {
    const items = Array.from({ length: 50 }, (_, at) =>
      house({ externalId: `e${at}`, price: at, address: { city: "Rome" } }),
    );
    await batch("upsert", items);
    const before = await listAll();
    const { rows } = await batch("upsert", items);
    expect(new Set(rows.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(await listAll()).to.deep.equal(before);
    await batch("upsert", [house({ externalId: "last" })]);
    await eventually(async () => {
      const { body } = await suite.request(organization, "listEvents", { query: { limit: 100 } });
      expect(body.data.map(({ type, sequence }) => [type, sequence])).to.deep.equal(
        Array.from({ length: 51 }, (_, at) => ["property.created", at + 1]),
      );
    });
  });

  it("mode upsert applies items with the same externalId in order", async () => {
    const { rows } = await batch("upsert", [
      house({ externalId: "a", price: 1 }),
      house({ externalId: "a", price: 2 }),
      house({ externalId: "a", price: 3 }),
    ]);
    expect(rows.map(({ status }) => status)).to.deep.equal([201, 200, 200]);
    expect(new Set(rows.map(({ id }) => id)).size).to.equal(1);
    expect((await listAll()).map(({ price, version }) => [price, version])).to.deep.equal([[3, 3]]);
  });

  it("mode upsert rejects more than ten items with the same externalId", async () => {
    const items = Array.from({ length: 14 }, (_, at) => house({ externalId: "a", price: at + 1 }));
    const { rows } = await batch("upsert", [...items, house({ externalId: "b" })]);
    expect(rows.map(({ status }) => status)).to.deep.equal([
      201,
      ...Array.from({ length: 9 }, () => 200),
      ...Array.from({ length: 4 }, () => 409),
      201,
    ]);
    expect((await listAll()).map(({ price }) => price)).to.include(10);
  });

  it("mode create accepts externalIds of deleted or renamed listings", async () => {
    const items = Array.from({ length: 20 }, (_, at) => house({ externalId: `e${at}` }));
    const { rows } = await batch("create", items);
    for (const { id } of rows.slice(0, 10)) await suite.request(organization, "deleteProperty", { params: { id } });
    for (const { id, index } of rows.slice(10))
      await suite.request(organization, "updateProperty", { params: { id }, body: { externalId: `renamed${index}` } });
    const again = await batch("create", [...items, house({ externalId: "e0" }), house({ externalId: "renamed10" })]);
    expect(again.rows.map(({ status }) => status)).to.deep.equal([...items.map(() => 201), 409, 409]);
    expect(await listAll()).to.have.length(30);
    const upserted = await batch("upsert", items);
    expect(upserted.rows.map(({ id }) => id)).to.deep.equal(again.rows.slice(0, 20).map(({ id }) => id));
  });

  it("concurrent upserts of the same externalIds neither create duplicates nor lose changes", async () => {
    const batches = Array.from({ length: 6 }, (_, client) =>
      Array.from({ length: 40 }, (_item, at) =>
        house({ externalId: `e${at}`, [client % 2 === 0 ? "price" : "bedrooms"]: 7 }),
      ),
    );
    const replies = await Promise.all(batches.map((items) => batch("upsert", items)));
    expect(replies.flatMap(({ rows }) => rows).filter(({ status }) => status > 201)).to.deep.equal([]);
    const stored = await listAll();
    expect(stored.map(({ externalId }) => externalId)).to.have.length(40);
    for (const listing of stored) expect(listing).to.include({ price: 7, bedrooms: 7 });
  });

  it("items without a currency get the organization's default", async () => {
    await suite.request(organization, "updateOrganization", { body: { defaultCurrency: "EUR" } });
    await batch("create", [house({ price: 1 }), house({ price: 1, currency: "USD" })]);
    expect((await listAll()).map(({ currency }) => currency)).to.deep.equal(["EUR", "USD"]);
  });

  it("a repeated Idempotency-Key replays the response and creates no listings", async () => {
    const items = Array.from({ length: 30 }, (_, at) => house({ title: `House ${at}` }));
    const first = await batch("create", items, { idempotencyKey: "batch-1" });
    const again = await batch("create", items, { idempotencyKey: "batch-1" });
    expect(again.rows).to.deep.equal(first.rows);
    expect(again.headers["idempotency-replayed"]).to.equal("true");
    expect(await listAll()).to.have.length(30);
    const other = await suite.request(
      organization,
      "batchProperties",
      { body: { mode: "create", items: [house()] } },
      { idempotencyKey: "batch-1" },
    );
    expect(other.status).to.equal(422);
  });
});
