import { expect } from "chai";
import { swrCache } from "../src/concurrency/swr-cache.ts";

describe("stale-while-revalidate cache", () => {
  /** A cache with a controlled clock, whose loads end when they are released. */
  const createCache = () => {
    const clock = { at: 0 };
    const waiting: { resolve: (value: string) => void; fail: (error: Error) => void }[] = [];
    const cache = swrCache<string>({
      load: () => new Promise((resolve, fail) => waiting.push({ resolve, fail })),
      maxAgeMs: 1000,
      keysMax: 2,
      now: () => clock.at,
    });
    return { clock, waiting, cache };
  };
  const createFilledCache = async () => {
    const all = createCache();
    const first = all.cache.get("a");
    all.waiting[0]?.resolve("one");
    await first;
    return all;
  };

  it("coalesces concurrent requests into one load", async () => {
    const { waiting, cache } = createCache();
    const all = Promise.all([cache.get("a"), cache.get("a"), cache.get("a")]);
    expect(waiting).to.have.length(1);
    waiting[0]?.resolve("one");
    expect(await all).to.deep.equal(["one", "one", "one"]);
  });

  it("returns the cached value without a load while nothing has changed", async () => {
    const { clock, waiting, cache } = await createFilledCache();
    clock.at = 400;
    expect(await cache.get("a")).to.equal("one");
    expect(waiting).to.have.length(1);
  });

  it("returns the stale value during one background load after revalidate()", async () => {
    const { clock, waiting, cache } = await createFilledCache();
    clock.at = 10;
    cache.revalidate();
    clock.at = 20;
    expect(await cache.get("a")).to.equal("one");
    expect(await cache.get("a")).to.equal("one");
    expect(waiting).to.have.length(2);
    waiting[1]?.resolve("two");
    await Promise.resolve();
    await Promise.resolve();
    expect(await cache.get("a")).to.equal("two");
  });

  it("never returns a value older than its maximum age", async () => {
    const { clock, waiting, cache } = await createFilledCache();
    clock.at = 1001;
    const next = cache.get("a");
    waiting[1]?.resolve("two");
    expect(await next).to.equal("two");
  });

  it("returns neither a cached value nor a load in flight from before invalidate()", async () => {
    const { clock, waiting, cache } = await createFilledCache();
    clock.at = 600;
    await cache.get("a");
    expect(waiting).to.have.length(2);
    clock.at = 610;
    cache.invalidate();
    clock.at = 620;
    const next = cache.get("a");
    expect(waiting).to.have.length(3);
    waiting[2]?.resolve("three");
    expect(await next).to.equal("three");
    waiting[1]?.resolve("two, late");
    await Promise.resolve();
    await Promise.resolve();
    expect(await cache.get("a")).to.equal("three");
  });

  it("rejects only if it has no valid value", async () => {
    const { clock, waiting, cache } = await createFilledCache();
    clock.at = 600;
    expect(await cache.get("a")).to.equal("one");
    waiting[1]?.fail(new Error("unavailable"));
    clock.at = 1500;
    const next = cache.get("a").catch((error: Error) => error.message);
    waiting[2]?.fail(new Error("unavailable"));
    expect(await next).to.equal("unavailable");
  });

  it("evicts the least recently used entry beyond the maximum number", async () => {
    const { clock, waiting, cache } = await createFilledCache();
    for (const [at, key] of ["b", "a", "c"].entries()) {
      clock.at = at + 1;
      const got = cache.get(key);
      waiting.at(-1)?.resolve(key);
      await got;
    }
    expect(waiting).to.have.length(3);
    expect(await cache.get("a")).to.equal("one");
    void cache.get("b");
    expect(waiting).to.have.length(4);
  });
});
