import { searchRequest } from "@plat/contracts";
import { expect } from "chai";
import { maxCost, searchCost, tenantCapacity } from "../src/domain/search-cost.ts";
import { createTenantSemaphore } from "../src/concurrency/weighted-semaphore.ts";
import { serialQueue } from "../src/concurrency/serial-queue.ts";

/** A job that ends when it is told to. */
function held(): { job: () => Promise<void>; end: () => void; started: () => boolean } {
  let end = (): void => undefined;
  let started = false;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    job: () => {
      started = true;
      return ended;
    },
    end,
    started: () => started,
  };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  it("hold an owner's jobs to its capacity, in the order in which they came", async () => {
    const turns = createTenantSemaphore({ capacity: 4, timeoutMs: 10_000 });
    const jobs = [3, 1, 4, 1].map((units) => ({ units, ...held() }));
    const all = jobs.map(({ units, job }) => turns("a", units, job));
    const started = () => jobs.map((each) => each.started());
    await settled();
    expect(started()).to.deep.equal([true, true, false, false]);
    jobs[1]?.end();
    await settled();
    expect(started(), "the last one fits, but does not pass").to.deep.equal([true, true, false, false]);
    jobs[0]?.end();
    await settled();
    expect(started()).to.deep.equal([true, true, true, false]);
    jobs[2]?.end();
    await settled();
    expect(started()).to.deep.equal([true, true, true, true]);
    jobs[3]?.end();
    await Promise.all(all);
  });

  it("of one owner never wait for another's", async () => {
    const turns = createTenantSemaphore({ capacity: 1, timeoutMs: 10_000 });
    const [first, second] = [held(), held()];
    const all = [turns("a", 1, first.job), turns("a", 1, second.job)];
    expect(await turns("b", 1, () => Promise.resolve("at once"))).to.equal("at once");
    expect(second.started()).to.equal(false);
    first.end();
    second.end();
    await Promise.all(all);
  });

  it("come to jobs larger than the capacity too, and after jobs that failed", async () => {
    const turns = createTenantSemaphore({ capacity: 2, timeoutMs: 10_000 });
    expect(await turns("a", 50, () => Promise.resolve(1))).to.equal(1);
    const failed = await turns("a", 2, () => Promise.reject(new Error("broken"))).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Error).with.property("message", "broken");
    expect(await turns("a", 2, () => Promise.resolve(2))).to.equal(2);
  });

  it("that do not come in time are a refusal that says when to come again, and let pass what fits behind", async () => {
    const turns = createTenantSemaphore({ capacity: 2, timeoutMs: 20 });
    const [long, small] = [held(), held()];
    const all = [turns("a", 1, long.job)];
    const large = turns("a", 2, () => Promise.resolve()).catch((error: unknown) => error);
    const behind = turns("a", 1, small.job).catch((error: unknown) => error);
    expect(await large).to.include({ code: "quota_exceeded", retryAfter: 1 });
    expect(small.started()).to.equal(true);
    small.end();
    long.end();
    await Promise.all([...all, behind]);
    expect(await turns("a", 2, () => Promise.resolve("room again"))).to.equal("room again");
  });
});

describe("questions of one search, when it is dear", () => {
  it("are asked one after another, and no more once one has failed", async () => {
    const next = serialQueue();
    const asked: string[] = [];
    const first = held();
    const answers = [
      next(() => {
        asked.push("page");
        return first.job();
      }),
      next(() => {
        asked.push("facets");
        return Promise.reject(new Error("refused"));
      }),
      next(() => {
        asked.push("map");
        return Promise.resolve();
      }),
    ];
    const outcomes = Promise.allSettled(answers);
    await settled();
    expect(asked).to.deep.equal(["page"]);
    first.end();
    expect((await outcomes).map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "rejected"]);
    expect(asked).to.deep.equal(["page", "facets"]);
  });
});

describe("the cost of a search", () => {
  const cost = (body: object): number => searchCost(searchRequest.parse(body));

  it("is 1 for what people usually ask", () => {
    expect(cost({})).to.equal(1);
    expect(cost({ query: "3 bed house in Elk Grove under 300k" })).to.equal(1);
    expect(cost({ filters: { cities: ["a", "b"], bedrooms: { min: 3 } }, facets: ["city", "price"] })).to.equal(1);
  });

  it("grows with what the engine has to do, up to what leaves room for usual searches but not for a second one", () => {
    const ring = Array.from({ length: 499 }, (_, at) => [Math.cos(at / 80), Math.sin(at / 80)]);
    const closed = [...ring, ring[0]];
    const polygon = { type: "Polygon", coordinates: Array.from({ length: 10 }, () => closed) };
    const facets = [
      "propertyType",
      "propertyCategory",
      "city",
      "community",
      "region",
      "status",
      "bedrooms",
      "features",
      "price",
    ];
    expect(cost({ facets })).to.equal(4);
    expect(cost({ facets, map: { precision: 20 } })).to.equal(6);
    expect(cost({ text: "word ".repeat(48).trim() })).to.equal(6);
    expect(cost({ filters: { cities: Array.from({ length: 50 }, (_, at) => `${at}`) }, limit: 100 })).to.equal(3);
    expect(cost({ geo: { polygon } })).to.equal(11);
    expect(cost({ geo: { polygon }, facets, map: { precision: 1 }, limit: 100 })).to.equal(maxCost);
    expect(maxCost).to.be.within(tenantCapacity / 2 + 1, tenantCapacity - 1);
  });
});
