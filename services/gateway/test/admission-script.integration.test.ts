import { redisKeys } from "@plat/contracts";
import { createLogger } from "@plat/kit";
import { eventually, type TestBackingServices, testBackingServices } from "@plat/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { Redis } from "ioredis";
import { openCredentialCache } from "../src/store/credential-cache.ts";
import { admissionScript } from "../src/quota/admission-script.ts";

const second = 1_000_000;

describe("Redis scripts", () => {
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

  describe("admission script", () => {
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

    it("counts the requests in each window exactly, for any hint", async () => {
      // Ages are in the middle of a second and windows end at whole seconds, so a delay below half a second changes
      // nothing. A run that took longer proves nothing and is repeated.
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
          const peek = async (): Promise<string[]> => {
            const now = await microsNow();
            await redis.del("log");
            if (ages.length > 0) await redis.rpush("log", ...ages.map((age) => now - age * second - second / 2));
            const reply = await run("log", false, sorted);
            return (await microsNow()) - now < second / 2 ? reply : peek();
          };
          const [state, , , , wait, ...counts] = await peek();
          const inside = sorted.map(([limit, seconds]) => Math.min(limit, given.filter((age) => age < seconds).length));
          expect(sorted.map((_, index) => Number(counts[index * 2]))).to.deep.equal(inside);
          const isFull = sorted.some(([limit], index) => (inside[index] ?? 0) >= limit);
          expect([state, Number(wait) > 0]).to.deep.equal(isFull ? ["limited", true] : ["ok", false]);
          expect(await redis.llen("log"), "a check without consume does not change the log").to.equal(ages.length);
        }),
        { numRuns: 300 },
      );
    });

    it("removes entries from the log that have left every window", async () => {
      const now = await microsNow();
      await redis.rpush("trim", ...[1, 2, 50, 70, 80].map((age) => now - age * second));
      await run("trim", true, [
        [10, 5, 0],
        [20, 60, 0],
      ]);
      expect(await redis.llen("trim")).to.equal(4);
    });

    it("sets an expiry that covers the latest request, at any request rate", async () => {
      const request = argumentsOf("lasting", true, [[1_000_000, 60, 0]]);
      for (let sent = 0; sent < 300; sent++) {
        // One transaction, so that a delay of this process does not matter.
        const both = await redis
          .multi()
          .eval(admissionScript, 3, ...request)
          .pttl("lasting")
          .exec();
        expect(both?.[1]?.[1]).to.be.within(60_000, 62_000);
      }
    });

    it("keeps the expiry of the log when the clock of Redis steps back", async () => {
      const now = await microsNow();
      await redis.rpush("back", now + 3_600 * second, now + 3_590 * second);
      await redis.pexpire("back", 50_000);
      const [state, , , , , count] = await run("back", false, [[10, 60, 0]]);
      expect([state, count]).to.deep.equal(["ok", "2"]);
      expect(await redis.pttl("back")).to.be.within(1, 50_000);
    });

    it("reads at most 12 of 100,000 entries with a correct hint", async () => {
      const now = await microsNow();
      const pipeline = redis.pipeline();
      // Half of the entries are at one instant, the others two hours old: no window boundary passes one during the test.
      const timeOf = (at: number): number => now - (at < 50_000 ? at : 7_200 * second + at * second);
      for (let added = 0; added < 100_000; added += 1_000)
        pipeline.rpush("long", ...Array.from({ length: 1_000 }, (_, index) => timeOf(added + index)));
      await pipeline.exec();
      const peek = (hint: number) =>
        run("long", false, [
          [1_000_000, 60_000, hint],
          [5_000_000, 600_000, 100_000],
        ]);
      const commands = async (): Promise<number> =>
        Number(/cmdstat_lindex:calls=(\d+)/.exec(await redis.info("commandstats"))?.[1] ?? 0);
      const exactHint = Number((await peek(0))[5]);
      const before = await commands();
      await peek(exactHint);
      expect((await commands()) - before).to.be.at.most(12);
    });
  });

  describe("daily usage script", () => {
    it("adds each batch of each gateway once, regardless of repetition and order", async () => {
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
      // Late arrival from an abandoned connection.
      await one.addDailyUsage(batch(1, 5));
      await one.addDailyUsage(batch(3, 2));
      const keys = redisKeys("p:");
      expect(await redis.hgetall(keys.day(hash, date))).to.include({ [name]: "107", all: "107" });
      expect(await redis.smembers(keys.usedDays(hash))).to.deep.equal([`${date}:${hash}`]);
      expect(await redis.pttl(keys.dayBatches(hash, date))).to.be.above(0);
      one.close();
      other.close();
    });
  });
});
