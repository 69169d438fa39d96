import { expect } from "chai";
import { swrCache } from "../src/concurrency/swr-cache.ts";

describe("an answer that is kept fresh", () => {
  /** A clock that is set, and answers that come when they are let. */
  const setUp = () => {
    const clock = { at: 0 };
    const waiting: { answer: (value: string) => void; fail: (error: Error) => void }[] = [];
    const cache = swrCache<string>({
      load: () => new Promise((answer, fail) => waiting.push({ answer, fail })),
      maxAgeMs: 1000,
      keysMax: 2,
      now: () => clock.at,
    });
    return { clock, waiting, cache };
  };
  const filled = async () => {
    const all = setUp();
    const first = all.cache.get("a");
    all.waiting[0]?.answer("one");
    await first;
    return all;
  };

  it("is made once for all who ask at the same time", async () => {
    const { waiting, cache } = setUp();
    const all = Promise.all([cache.get("a"), cache.get("a"), cache.get("a")]);
    expect(waiting).to.have.length(1);
    waiting[0]?.answer("one");
    expect(await all).to.deep.equal(["one", "one", "one"]);
  });

  it("is given unasked while nothing changed", async () => {
    const { clock, waiting, cache } = await filled();
    clock.at = 400;
    expect(await cache.get("a")).to.equal("one");
    expect(waiting).to.have.length(1);
  });

  it("is given while one call makes it anew after a change", async () => {
    const { clock, waiting, cache } = await filled();
    clock.at = 10;
    cache.revalidate();
    clock.at = 20;
    expect(await cache.get("a")).to.equal("one");
    expect(await cache.get("a")).to.equal("one");
    expect(waiting).to.have.length(2);
    waiting[1]?.answer("two");
    await Promise.resolve();
    await Promise.resolve();
    expect(await cache.get("a")).to.equal("two");
  });

  it("is never given when it is older than it may be", async () => {
    const { clock, waiting, cache } = await filled();
    clock.at = 1001;
    const next = cache.get("a");
    waiting[1]?.answer("two");
    expect(await next).to.equal("two");
  });

  it("is not given after a change that somebody waited for, nor made by a call begun before it", async () => {
    const { clock, waiting, cache } = await filled();
    clock.at = 600;
    await cache.get("a");
    expect(waiting).to.have.length(2);
    clock.at = 610;
    cache.invalidate();
    clock.at = 620;
    const next = cache.get("a");
    expect(waiting).to.have.length(3);
    waiting[2]?.answer("three");
    expect(await next).to.equal("three");
    waiting[1]?.answer("two, late");
    await Promise.resolve();
    await Promise.resolve();
    expect(await cache.get("a")).to.equal("three");
  });

  it("fails only whom it can give nothing else", async () => {
    const { clock, waiting, cache } = await filled();
    clock.at = 600;
    expect(await cache.get("a")).to.equal("one");
    waiting[1]?.fail(new Error("away"));
    clock.at = 1500;
    const next = cache.get("a").catch((error: Error) => error.message);
    waiting[2]?.fail(new Error("away"));
    expect(await next).to.equal("away");
  });

  it("is forgotten when there are too many, the one least asked for first", async () => {
    const { clock, waiting, cache } = await filled();
    for (const [at, key] of ["b", "a", "c"].entries()) {
      clock.at = at + 1;
      const got = cache.get(key);
      waiting.at(-1)?.answer(key);
      await got;
    }
    expect(waiting).to.have.length(3);
    expect(await cache.get("a")).to.equal("one");
    void cache.get("b");
    expect(waiting).to.have.length(4);
  });
});
