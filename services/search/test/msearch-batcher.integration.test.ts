import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { type ElasticsearchClient, ElasticsearchError } from "../src/elasticsearch/client.ts";
import { createMsearchBatcher } from "../src/elasticsearch/msearch-batcher.ts";
import { eventually } from "@plat/testkit";
import { buildProperty } from "./support/property.ts";
import { startSearchFixture, type SearchFixture } from "./support/search-fixture.ts";

interface SearchHits {
  hits: { hits: { _source: { id: string } }[] };
}

describe("_msearch batching", () => {
  let fixture: SearchFixture;
  let ids: string[];
  before(async () => {
    fixture = await startSearchFixture();
    const properties = Array.from({ length: 20 }, () => buildProperty());
    await fixture.load(properties.map((property) => fixture.listings.put(property)));
    ids = properties.map(({ id }) => id);
  });
  after(() => fixture.stop());

  const byId = (id: string): object => ({ query: { term: { id } } });
  const createBatcher = (elasticsearch: ElasticsearchClient, index = fixture.config.ELASTICSEARCH_INDEX) =>
    createMsearchBatcher(elasticsearch, index, ["hits.hits._source.id"]);
  const idsOf = ({ hits }: SearchHits): string[] => hits.hits.map(({ _source: { id } }) => id);

  /** Counts requests; each advances a controlled clock by `tookMs`. */
  function timed() {
    let now = 0;
    const seen = { requests: 0, tookMs: 1 };
    const elasticsearch: ElasticsearchClient = {
      ...fixture.elasticsearch,
      request: async (...args) => {
        seen.requests++;
        const response = await fixture.elasticsearch.request<never>(...args);
        now += seen.tookMs;
        return response;
      },
    };
    const { batched } = createMsearchBatcher(
      elasticsearch,
      fixture.config.ELASTICSEARCH_INDEX,
      ["hits.hits._source.id"],
      {
        now: () => now,
      },
    );
    const searchAll = async (): Promise<number> => {
      seen.requests = 0;
      const responses = await Promise.all(ids.map((id) => batched<SearchHits>(byId(id))));
      expect(responses.map(idsOf)).to.deep.equal(ids.map((id) => [id]));
      return seen.requests;
    };
    return { seen, searchAll };
  }

  it("combines concurrent searches into shared requests and returns each its own result", async () => {
    const { searchAll } = timed();
    // Before the first response, Elasticsearch is considered slow.
    expect(await searchAll()).to.equal(ids.length);
    expect(await searchAll()).to.equal(Math.ceil(ids.length / 8));
  });

  it("sends searches separately while Elasticsearch is slow", async () => {
    const { seen, searchAll } = timed();
    await searchAll();
    seen.tookMs = 400;
    await searchAll();
    expect(await searchAll()).to.equal(ids.length);
    seen.tookMs = 1;
    await searchAll();
    expect(await searchAll()).to.equal(Math.ceil(ids.length / 8));
  });

  /** A client that responds quickly at first, and then delays its responses until they are released. */
  async function holding(waitMs: number) {
    const held: (() => void)[] = [];
    const seen = { requests: 0, holds: false };
    const elasticsearch: ElasticsearchClient = {
      ...fixture.elasticsearch,
      request: async (...args) => {
        seen.requests++;
        if (seen.holds) await new Promise<void>((resolve) => held.push(resolve));
        return fixture.elasticsearch.request(...args);
      },
    };
    const { batched } = createMsearchBatcher(
      elasticsearch,
      fixture.config.ELASTICSEARCH_INDEX,
      ["hits.hits._source.id"],
      {
        now: () => 0,
        waitMs,
      },
    );
    await batched<SearchHits>(byId("none"));
    Object.assign(seen, { requests: 0, holds: true });
    return {
      seen,
      held,
      ask: (some: readonly string[]) => some.map((id) => batched<SearchHits>(byId(id))),
    };
  }

  it("queues searches while three requests are in flight, and sends them in the next one", async () => {
    const { seen, held, ask } = await holding(60_000);
    const first = ask(ids.slice(0, 3));
    await eventually(() => expect(seen.requests).to.equal(1));
    const second = ask(ids.slice(3, 4));
    await eventually(() => expect(seen.requests).to.equal(2));
    const third = ask(ids.slice(4, 5));
    await eventually(() => expect(seen.requests).to.equal(3));
    const later = ask(ids.slice(5, 9));
    seen.holds = false;
    held.shift()?.();
    expect((await Promise.all([...first, ...later])).map(idsOf)).to.deep.equal(
      [...ids.slice(0, 3), ...ids.slice(5, 9)].map((id) => [id]),
    );
    expect(seen.requests).to.equal(4);
    held.forEach((release) => release());
    await Promise.all([...second, ...third]);
  });

  it("does not queue behind requests that exceed waitMs", async () => {
    const { seen, held, ask } = await holding(10);
    const stuck = [];
    for (let count = 1; count <= 3; count++) {
      stuck.push(...ask(ids.slice(0, 1)));
      await eventually(() => expect(seen.requests).to.equal(count));
    }
    seen.holds = false;
    const [later] = await Promise.all(ask(ids.slice(1, 2)));
    expect(later && idsOf(later)).to.deep.equal([ids[1]]);
    held.forEach((release) => release());
    await Promise.all(stuck);
  });

  it("rejects only the invalid searches of a batch", async () => {
    const { batched } = createBatcher(fixture.elasticsearch);
    const [id = ""] = ids;
    const bodies = [
      { query: { nonsense: {} } },
      byId(id),
      { ...byId(id), search_after: ["one", "too many"] },
      byId(id),
    ];
    const [unread, found, unfit, again] = await Promise.allSettled(bodies.map((body) => batched<SearchHits>(body)));
    for (const result of [unread, unfit]) {
      expect(result).to.have.property("status", "rejected");
      expect(result).to.have.property("reason").that.is.instanceOf(ElasticsearchError).with.property("status", 400);
    }
    for (const result of [found, again])
      expect(result?.status === "fulfilled" ? idsOf(result.value) : result).to.deep.equal([id]);
  });

  it("rejects all searches if the index is missing or Elasticsearch is unavailable", async () => {
    const { batched, direct } = createBatcher(fixture.elasticsearch, "no-such-index");
    for (const ask of [batched, direct]) {
      const rejection = await ask(byId("x")).catch((error: unknown) => error);
      expect(rejection).to.be.instanceOf(ElasticsearchError).with.property("status", 404);
    }
    const stopped: ElasticsearchClient = {
      ...fixture.elasticsearch,
      request: () => Promise.reject(new AppError("unavailable", "unavailable", { retryAfter: 1 })),
    };
    const results = await Promise.allSettled(ids.map((id) => createBatcher(stopped).batched(byId(id))));
    for (const result of results) expect(result).to.have.nested.property("reason.code", "unavailable");
  });
});
