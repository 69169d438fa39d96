import type { Property } from "@plat/contracts";
import { newId } from "@plat/kit";
import { expect } from "chai";
import { house, startSuite, type Suite } from "./support.ts";

type Row = Partial<Property>;

describe("GET /properties", () => {
  let suite: Suite;
  let organization: string;
  before(async () => {
    suite = await startSuite();
    organization = newId();
    await fill(organization, 60);
    await fill(newId(), 5);
  });
  after(() => suite.stop());

  /** Creates listings with repeating prices and dates; every fourth listing has none. */
  async function fill(organizationId: string, count: number): Promise<void> {
    const statuses = ["active", "sold", "pending"];
    const items = Array.from({ length: count }, (_, at) =>
      house({
        title: `House ${at}`,
        status: statuses[at % 3],
        price: at % 4 === 0 ? null : at % 7,
        publishedAt: at % 4 === 1 ? null : `2026-01-0${(at % 5) + 1}`,
      }),
    );
    const { body } = await suite.request(organizationId, "batchProperties", { body: { mode: "create", items } });
    expect(new Set(body.data.map(({ status }) => status))).to.deep.equal(new Set([201]));
  }

  async function readPages(query: object, limit: number, between?: () => Promise<void>): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor: string | undefined;
    do {
      const page = { ...query, limit, ...(cursor === undefined ? {} : { cursor }) };
      const reply = await suite.request(organization, "listProperties", { query: page });
      expect(reply.status).to.equal(200);
      expect(reply.headers["plat-next-cursor"]).to.equal(reply.body.page.nextCursor ?? undefined);
      rows.push(...(reply.body.data as Row[]));
      cursor = reply.body.page.nextCursor ?? undefined;
      if (rows.length < 30) await between?.();
    } while (cursor !== undefined);
    return rows;
  }

  const fields = ["createdAt", "updatedAt", "publishedAt", "price"] as const;
  for (const field of fields) {
    for (const direction of ["", "-"] as const) {
      it(`sort=${direction}${field} returns every listing once, ties by id, null values last`, async () => {
        const rows = await readPages({ sort: `${direction}${field}` }, 7);
        const sign = direction === "" ? 1 : -1;
        const expected = rows.toSorted((a, b) => {
          const [left, right] = [a[field] ?? null, b[field] ?? null];
          const byId = sign * ((a.id ?? "") < (b.id ?? "") ? -1 : 1);
          if (left === right) return byId;
          if (left === null || right === null) return left === null ? 1 : -1;
          return sign * (left < right ? -1 : 1);
        });
        expect(new Set(rows.map(({ id }) => id)).size).to.equal(60);
        expect(rows.map(({ id }) => id)).to.deep.equal(expected.map(({ id }) => id));
      });
    }
  }

  it("sorts by -createdAt by default", async () => {
    const rows = await readPages({}, 100);
    expect(rows.map(({ id }) => id)).to.deep.equal((await readPages({ sort: "-createdAt" }, 9)).map(({ id }) => id));
  });

  it("filters by status, agentId and updatedAfter (inclusive)", async () => {
    expect((await readPages({ status: "sold", sort: "price" }, 6)).length).to.equal(20);
    const agent = await suite.request(organization, "createAgent", { body: { name: "Ann" } });
    const [one, two] = await readPages({}, 50);
    const times: string[] = [];
    for (const row of [one, two]) {
      const input = { params: { id: row?.id }, body: { agentId: agent.body.id } };
      times.push((await suite.request(organization, "updateProperty", input)).body.updatedAt);
    }
    const byAgent = await readPages({ agentId: agent.body.id }, 1);
    expect(byAgent.map(({ id }) => id)).to.deep.equal([one?.id, two?.id]);
    const changed = await readPages({ updatedAfter: times[0], sort: "updatedAt" }, 1);
    expect(changed.map(({ id }) => id)).to.deep.equal([one?.id, two?.id]);
    const later = new Date(Date.parse(times[1] ?? "") + 1).toISOString();
    expect(await readPages({ updatedAfter: later, sort: "updatedAt" }, 1)).to.deep.equal([]);
  });

  it("pages neither omit nor repeat listings during concurrent writes", async () => {
    const known = new Set((await readPages({}, 100)).map(({ id }) => id));
    const created: string[] = [];
    const rows = await readPages({ sort: "-createdAt" }, 3, async () => {
      const { body } = await suite.request(organization, "createProperty", { body: house() });
      created.push(body.id);
    });
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids.filter((id) => !created.includes(id ?? ""))).to.have.members([...known]);
    for (const id of created) await suite.request(organization, "deleteProperty", { params: { id } });
  });

  it("returns 400 for a malformed cursor and for a cursor of another query", async () => {
    const { body } = await suite.request(organization, "listProperties", { query: { limit: 1, sort: "price" } });
    const cursor = body.page.nextCursor;
    for (const query of [
      { sort: "-price", cursor },
      { sort: "price", status: "sold", cursor },
      { cursor: "nonsense" },
    ]) {
      const rejected = await suite.request(organization, "listProperties", { query });
      expect(rejected.status).to.equal(400);
      expect(rejected.problem.errors?.[0]).to.include({ in: "query", name: "cursor" });
    }
    const foreign = await suite.request(newId(), "listProperties", { query: { sort: "price", cursor } });
    expect(foreign.status).to.equal(400);
    const otherLimit = await suite.request(organization, "listProperties", {
      query: { sort: "price", cursor, limit: 3 },
    });
    expect(otherLimit.body.data).to.have.length(3);
  });

  it("returns only the selected fields", async () => {
    const rows = await readPages({ fields: ["title"], sort: "createdAt" }, 40);
    expect(rows[0]).to.deep.equal({ title: "House 0" });
  });
});
