import { redisKeys } from "@plat/contracts";
import { createLogger } from "@plat/kit";
import { eventually, type TestBackingServices, testBackingServices } from "@plat/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { Redis } from "ioredis";
import { openCredentialCache } from "../src/store/credential-cache.ts";
import { admissionScript } from "../src/quota/admission-script.ts";

const second = 1_000_000;

describe("what gateways have Redis do", () => {
  let backingServices: TestBackingServices;
  let redis: Redis;
  before(async () => {
    backingServices = await testBackingServices("redis");
    redis = new Redis(backingServices.url("redis"));
  });
  after(async () => {
    redis.disconnect();
    await backingServices.stop();
  });

  describe("the script of a request", () => {
    type Windows = [limit: number, seconds: number, hint: number][];
    const argumentsOf = (log: string, consume: boolean, windows: Windows): (string | number)[] => {
      const bounds = windows.flatMap(([limit, seconds, hint]) => [limit, seconds * second, hint]);
      return ["none", log, "none", "0", "", consume ? "1" : "0", ...bounds];
    };
    const run = async (log: string, consume: boolean, windows: Windows) =>
      String(await redis.eval(admissionScript, 3, ...argumentsOf(log, consume, windows))).split("\n");
    const microsNow = async (): Promise<number> => {
      const [seconds, micros] = await redis.time();
      return Number(seconds) * second + Number(micros);
    };

    it("finds how many requests each window holds, wherever the hint points", async () => {
      // Ages lie in the middle of seconds, windows end at whole ones: less than half a second that passes meanwhile
      // changes nothing. A run that took longer, on a machine that was held up, says nothing and is done again.
      const anyAges = fc.array(fc.nat(299), { maxLength: 300 });
      const windows = fc.uniqueArray(
        fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 320 }), fc.nat(320)),
        {
          minLength: 1,
          maxLength: 4,
          selector: ([, seconds]) => seconds,
        },
      );
      await fc.assert(
        fc.asyncProperty(anyAges, windows, async (given, unsorted) => {
          const sorted = unsorted.toSorted((a, b) => a[1] - b[1]);
          const ages = given.toSorted((a, b) => a - b);
          const look = async (): Promise<string[]> => {
            const now = await microsNow();
            await redis.del("log");
            if (ages.length > 0) await redis.rpush("log", ...ages.map((age) => now - age * second - second / 2));
            const reply = await run("log", false, sorted);
            return (await microsNow()) - now < second / 2 ? reply : look();
          };
          const [state, , , , wait, ...told] = await look();
          const inside = sorted.map(([limit, seconds]) => Math.min(limit, given.filter((age) => age < seconds).length));
          expect(sorted.map((_, index) => Number(told[index * 2]))).to.deep.equal(inside);
          const isFull = sorted.some(([limit], index) => (inside[index] ?? 0) >= limit);
          expect([state, Number(wait) > 0]).to.deep.equal(isFull ? ["limited", true] : ["ok", false]);
          expect(await redis.llen("log"), "looking changes nothing").to.equal(ages.length);
        }),
        { numRuns: 300 },
      );
    });

    it("keeps of the log what a window still holds, and no more", async () => {
      const now = await microsNow();
      await redis.rpush("trim", ...[1, 2, 50, 70, 80].map((age) => now - age * second));
      await run("trim", true, [
        [10, 5, 0],
        [20, 60, 0],
      ]);
      expect(await redis.llen("trim")).to.equal(4);
    });

    it("lasts until its latest request has left every window, however fast requests follow each other", async () => {
      const request = argumentsOf("lasting", true, [[1_000_000, 60, 0]]);
      for (let made = 0; made < 300; made++) {
        // Both at one moment of Redis, however long this machine is held up in between.
        const both = await redis
          .multi()
          .eval(admissionScript, 3, ...request)
          .pttl("lasting")
          .exec();
        expect(both?.[1]?.[1]).to.be.within(60_000, 62_000);
      }
    });

    it("lasts as long as before when the clock stepped back", async () => {
      const now = await microsNow();
      await redis.rpush("back", now + 3_600 * second, now + 3_590 * second);
      await redis.pexpire("back", 50_000);
      const [state, , , , , held] = await run("back", false, [[10, 60, 0]]);
      expect([state, held]).to.deep.equal(["ok", "2"]);
      expect(await redis.pttl("back")).to.be.within(1, 50_000);
    });

    it("looks at a dozen entries of a log of a hundred thousand, when the hint is good", async () => {
      const now = await microsNow();
      const pipeline = redis.pipeline();
      // Half of them in one instant, the others two hours ago: no window ends at any of them while this test runs.
      const madeAt = (at: number): number => now - (at < 50_000 ? at : 7_200 * second + at * second);
      for (let made = 0; made < 100_000; made += 1_000)
        pipeline.rpush("long", ...Array.from({ length: 1_000 }, (_, index) => madeAt(made + index)));
      await pipeline.exec();
      const look = (hint: number) =>
        run("long", false, [
          [1_000_000, 60_000, hint],
          [5_000_000, 600_000, 100_000],
        ]);
      const commands = async (): Promise<number> =>
        Number(/cmdstat_lindex:calls=(\d+)/.exec(await redis.info("commandstats"))?.[1] ?? 0);
      const held = Number((await look(0))[5]);
      const before = await commands();
      await look(held);
      expect((await commands()) - before).to.be.at.most(12);
    });
  });

  describe("the counts of a day", () => {
    it("hold each batch of each gateway once, however often it is handed over and in whatever order", async () => {
      const log = createLogger({ service: "test", level: "silent" });
      const open = () =>
        openCredentialCache({ url: backingServices.url("redis"), prefix: "p:", timeoutMs: 5_000, log });
      const [one, other] = [open(), open()];
      await eventually(() => Promise.all([one.ping(), other.ping()]));
      const [hash, date, name] = ["a".repeat(64), "2026-01-01", "GET /x 2xx"];
      const batch = (number: number, count: number) => ({ hash, date, number, counts: new Map([[name, count]]) });
      await one.addDailyUsage(batch(1, 5));
      await one.addDailyUsage(batch(1, 5));
      await other.addDailyUsage(batch(1, 100));
      await one.addDailyUsage(batch(3, 2));
      // Late, from a connection that was given up.
      await one.addDailyUsage(batch(1, 5));
      await one.addDailyUsage(batch(3, 2));
      const names = redisKeys("p:");
      expect(await redis.hgetall(names.day(hash, date))).to.include({ [name]: "107", all: "107" });
      expect(await redis.smembers(names.usedDays(hash))).to.deep.equal([`${date}:${hash}`]);
      expect(await redis.pttl(names.dayBatches(hash, date))).to.be.above(0);
      one.close();
      other.close();
    });
  });
});
