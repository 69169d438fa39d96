import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { type Engine, ElasticsearchError } from "../src/elasticsearch/client.ts";
import { askIndex } from "../src/elasticsearch/msearch-batcher.ts";
import { eventually } from "@plat/testkit";
import { aProperty } from "./support/property.ts";
import { startWorld, type World } from "./support/world.ts";

interface Answer {
  hits: { hits: { _source: { id: string } }[] };
}

describe("quick searches at the same time", () => {
  let world: World;
  let ids: string[];
  before(async () => {
    world = await startWorld();
    const properties = Array.from({ length: 20 }, () => aProperty());
    await world.load(properties.map((property) => world.listings.put(property)));
    ids = properties.map(({ id }) => id);
  });
  after(() => world.stop());

  const byId = (id: string): object => ({ query: { term: { id } } });
  const asking = (engine: Engine, index = world.config.ELASTICSEARCH_INDEX) =>
    askIndex(engine, index, ["hits.hits._source.id"]);
  const idsOf = ({ hits }: Answer): string[] => hits.hits.map(({ _source: { id } }) => id);

  /** Counts requests, each of which takes as long as is said, by a clock that goes on with nothing else. */
  function timed() {
    let now = 0;
    const seen = { requests: 0, tookMs: 1 };
    const engine: Engine = {
      ...world.engine,
      request: async (...args) => {
        seen.requests++;
        const answer = await world.engine.request<never>(...args);
        now += seen.tookMs;
        return answer;
      },
    };
    const { together } = askIndex(engine, world.config.ELASTICSEARCH_INDEX, ["hits.hits._source.id"], {
      now: () => now,
    });
    const askAll = async (): Promise<number> => {
      seen.requests = 0;
      const answers = await Promise.all(ids.map((id) => together<Answer>(byId(id))));
      expect(answers.map(idsOf)).to.deep.equal(ids.map((id) => [id]));
      return seen.requests;
    };
    return { seen, askAll };
  }

  it("share requests, and each is answered with what it asked for", async () => {
    const { askAll } = timed();
    // Nothing is known of the engine before its first answers.
    expect(await askAll()).to.equal(ids.length);
    expect(await askAll()).to.equal(Math.ceil(ids.length / 8));
  });

  it("go one by one while the engine is slow, so that none fails with another", async () => {
    const { seen, askAll } = timed();
    await askAll();
    seen.tookMs = 400;
    await askAll();
    expect(await askAll()).to.equal(ids.length);
    seen.tookMs = 1;
    await askAll();
    expect(await askAll()).to.equal(Math.ceil(ids.length / 8));
  });

  /** An engine that is quick at first, then holds its answers back until they are let go. */
  async function holding(waitMs: number) {
    const held: (() => void)[] = [];
    const seen = { requests: 0, holds: false };
    const engine: Engine = {
      ...world.engine,
      request: async (...args) => {
        seen.requests++;
        if (seen.holds) await new Promise<void>((resolve) => held.push(resolve));
        return world.engine.request(...args);
      },
    };
    const { together } = askIndex(engine, world.config.ELASTICSEARCH_INDEX, ["hits.hits._source.id"], {
      now: () => 0,
      waitMs,
    });
    await together<Answer>(byId("none"));
    Object.assign(seen, { requests: 0, holds: true });
    return {
      seen,
      held,
      ask: (some: readonly string[]) => some.map((id) => together<Answer>(byId(id))),
    };
  }

  it("wait while three requests are under way, and then share the next", async () => {
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

  it("do not wait for requests that take long", async () => {
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

  it("are refused each for itself", async () => {
    const { together } = asking(world.engine);
    const [id = ""] = ids;
    const bodies = [
      { query: { nonsense: {} } },
      byId(id),
      { ...byId(id), search_after: ["one", "too many"] },
      byId(id),
    ];
    const [unread, found, unfit, again] = await Promise.allSettled(bodies.map((body) => together<Answer>(body)));
    for (const result of [unread, unfit]) {
      expect(result).to.have.property("status", "rejected");
      expect(result).to.have.property("reason").that.is.instanceOf(ElasticsearchError).with.property("status", 400);
    }
    for (const result of [found, again])
      expect(result?.status === "fulfilled" ? idsOf(result.value) : result).to.deep.equal([id]);
  });

  it("are told when the index is away", async () => {
    const { together, alone } = asking(world.engine, "no-such-index");
    for (const ask of [together, alone]) {
      const refused = await ask(byId("x")).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(ElasticsearchError).with.property("status", 404);
    }
    const stopped: Engine = {
      ...world.engine,
      request: () => Promise.reject(new AppError("unavailable", "away", { retryAfter: 1 })),
    };
    const results = await Promise.allSettled(ids.map((id) => asking(stopped).together(byId(id))));
    for (const result of results) expect(result).to.have.nested.property("reason.code", "unavailable");
  });
});
