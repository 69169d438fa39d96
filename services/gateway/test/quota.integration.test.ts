import { apiKeyOf, keysContract, redisKeys, recordField } from "@plat/contracts";
import { type ApiResponse, sendRequest, eventually, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { hashOf } from "../src/auth/credentials.ts";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import { createLoadClient, runLoad, type Sample } from "./support/load-client.ts";
import { codeOf } from "./support/problems.ts";

/** The default quota, scaled down so that every window passes several times. */
const windows = [
  { limit: 5, seconds: 1 },
  { limit: 12, seconds: 4 },
  { limit: 20, seconds: 9 },
];
const setting = windows.map(({ limit, seconds }) => `${limit}/${seconds}s`).join();

describe("quotas", function () {
  this.timeout(slowSuiteTimeoutMs);

  let testGateway: TestGateway;
  before(async () => {
    testGateway = await startTestGateway({
      env: { RATE_LIMITS: setting, FAILED_AUTH_LIMITS: "20/1h" },
    });
  });
  after(() => testGateway.stop());
  const newKey = async (): Promise<string> => {
    const key = apiKeyOf(randomBytes(32));
    await testGateway.storeKey(key);
    return key;
  };
  /** Has the same effect as the end of the window. */
  const resetFailures = async (): Promise<void> => {
    for (const name of await testGateway.redis.keys("plat:limit:auth:*")) await testGateway.redis.del(name);
  };
  /** The sliding log of the key in Redis: times in microseconds, oldest first. */
  const accepted = async (key: string): Promise<number[]> => {
    const hash = hashOf(key);
    const times = await testGateway.redis.lrange(redisKeys("plat:").accepted("listings", hash), 0, -1);
    return times.map(Number).toReversed();
  };

  it("accepts no more than the limit in any window, with 64 connections over 3 gateways and one key", async () => {
    const gateways = [testGateway.gateway, await testGateway.startAnother(), await testGateway.startAnother()];
    const clients = gateways.map(({ url }) => createLoadClient(url));
    const key = await newKey();
    const samples: Sample[] = [];
    const times = new Set<number>();
    const began = performance.now();
    // All windows pass within ten seconds. A slow machine gets more time to use the whole quota.
    const expectedAccepted = 20 + 5;
    const isDone = (): boolean => {
      const passedMs = performance.now() - began;
      return passedMs > 12_000 && (times.size >= expectedAccepted || passedMs > 60_000);
    };
    await runLoad(64, isDone, async (worker) => {
      const sample = await clients[worker % clients.length]?.send("/properties", key);
      if (sample === undefined) return;
      samples.push(sample);
      // The other suites of this run need the CPU as well.
      if (sample.status === 429) await setTimeout(100);
      if (sample.status === 200) for (const time of await accepted(key)) times.add(time);
    });
    for (const client of clients) client.close();
    const passed = samples.filter(({ status }) => status === 200);
    expect(new Set(samples.map(({ status }) => status))).to.deep.equal(new Set([200, 429]));
    expect(passed.length, "accepted according to responses and to Redis").to.equal(times.size);
    const sorted = [...times].toSorted((a, b) => a - b);
    for (const { limit, seconds } of windows)
      for (let at = limit; at < sorted.length; at++) {
        const span = ((sorted[at] ?? 0) - (sorted[at - limit] ?? 0)) / 1_000_000;
        expect(span, `${limit + 1} requests within ${seconds} s`).to.be.above(seconds);
      }
    // The quota can be used fully: at the start, and again when the windows have passed.
    expect(passed.length).to.be.at.least(expectedAccepted);
    const ends = passed.map(({ start, end }) => ({ start, end }));
    for (const { limit, seconds } of windows)
      for (const { start } of ends) {
        const inside = ends.filter((sample) => sample.start >= start && sample.end <= start + seconds * 1000).length;
        expect(inside, `responses within ${seconds} s`).to.be.at.most(limit);
      }
  });

  it("does not count rejected requests, and accepts the next one at Retry-After but not a second earlier", async () => {
    const key = await newKey();
    const client = createLoadClient(testGateway.url);
    const redisTime = async (): Promise<number> => {
      const [seconds, micros] = await testGateway.redis.time();
      return Number(seconds) * 1_000_000 + Number(micros);
    };
    /** Sends one request and compares it with the sliding log and the clock of Redis before and after it. */
    const sendChecked = async (): Promise<Sample> => {
      const before = await accepted(key);
      const full = windows.map(({ limit, seconds }) => (before.at(-limit) ?? 0) + seconds * 1_000_000);
      // The last time at which a request must be rejected.
      const last = Math.max(...full);
      const from = await redisTime();
      const sample = await client.send("/properties", key);
      const to = await redisTime();
      const after = await accepted(key);
      if (sample.status === 200) {
        expect(last, "accepted although a window was full").to.be.below(to);
        expect(after.at(-1)).to.be.within(from, to);
        return sample;
      }
      expect(sample.status).to.equal(429);
      expect(last, "rejected although no window was full").to.be.at.least(from);
      expect(after, "rejected, but counted in the quota").to.deep.equal(before);
      const waitAt = (time: number): number => Math.ceil((last + 1 - time) / 1_000_000);
      expect(sample.retryAfter, "Retry-After").to.be.within(waitAt(Math.min(to, last)), waitAt(from));
      return sample;
    };
    // Continues to the second window, whose wait is longer than a second.
    for (let wait = 0; wait < 2;) {
      for (let times = 0; times < 10; times++) await sendChecked();
      let sample = await sendChecked();
      while (sample.status === 200) sample = await sendChecked();
      wait = sample.retryAfter ?? 0;
      await setTimeout(wait * 1000 - (performance.now() - sample.end));
      expect((await sendChecked()).status, "at Retry-After").to.equal(200);
    }
    client.close();
  });

  /** Windows so long that none passes during a test. */
  const longWindows = { RATE_LIMITS: "5/1m,12/10m,20/1h", MANAGEMENT_LIMITS: "7/1h" };

  it("reports the quota in the headers of every response and in the problem document of a 429", async () => {
    const { url } = await testGateway.startAnother(longWindows);
    const key = await newKey();
    const began = performance.now();
    const first = await sendRequest(url, "/properties", { key });
    expect(first.headers.get("ratelimit-policy")).to.equal(
      '"minute";q=5;w=60, "ten-minutes";q=12;w=600, "hour";q=20;w=3600',
    );
    expect(first.headers.get("ratelimit")).to.equal('"minute";r=4;t=60, "ten-minutes";r=11;t=600, "hour";r=19;t=3600');
    const remaining = ({ headers }: ApiResponse): string => headers.get("ratelimit")?.replaceAll(/;t=\d+/g, "") ?? "";
    const resets = ({ headers }: ApiResponse): number[] =>
      [...(headers.get("ratelimit") ?? "").matchAll(/;t=(\d+)/g)].map(([, seconds]) => Number(seconds));
    const expectResets = (response: ApiResponse): void => {
      const passed = Math.ceil((performance.now() - began) / 1_000);
      for (const [at, seconds] of [60, 600, 3600].entries())
        expect(resets(response)[at]).to.be.within(seconds - passed, seconds);
    };
    const invalid = await sendRequest(url, "/properties?limit=x", { key });
    expect(invalid.status).to.equal(400);
    expect(remaining(invalid)).to.equal('"minute";r=3, "ten-minutes";r=10, "hour";r=18');
    expectResets(invalid);
    let last = invalid;
    while (last.status !== 429) last = await sendRequest(url, "/properties", { key });
    expect(remaining(last)).to.equal('"minute";r=0, "ten-minutes";r=7, "hour";r=15');
    expectResets(last);
    expect(Number(last.headers.get("retry-after"))).to.equal(resets(last)[0]);
    expect(last.headers.get("content-type")).to.equal("application/problem+json");
    expect(last.body).to.include({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      code: "quota_exceeded",
      status: 429,
    });
    expect(last.body).to.have.deep.property("violated-policies", ["minute"]);
  });

  it("GET /auth/whoami reports the quota without using it, and counts in the management bucket", async () => {
    const { url } = await testGateway.startAnother(longWindows);
    const key = await newKey();
    await sendRequest(url, "/properties", { key });
    const respond = testGateway.services.respond;
    testGateway.services.respond = () => ({ body: { organization: { id: crypto.randomUUID(), name: "Acme" } } });
    for (let times = 1; times <= 7; times++) {
      const response = await sendRequest(url, "/auth/whoami", { key });
      expect(response.headers.get("ratelimit")).to.match(new RegExp(`^"management-hour";r=${7 - times};`));
      const { quota } = response.body as {
        quota: { policy: string; limit: number; remaining: number; window: number }[];
      };
      expect(quota[2]).to.include({ policy: "hour", limit: 20, remaining: 19, window: 3600 });
    }
    testGateway.services.respond = respond;
    expect((await sendRequest(url, "/auth/whoami", { key })).status).to.equal(429);
    expect((await sendRequest(url, "/properties", { key })).status).not.to.equal(429);
  });

  it("limit of failed authentications: does not count concurrent requests whose valid key must be loaded first", async () => {
    const key = apiKeyOf(randomBytes(32));
    const scriptCalls = async (): Promise<number> =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await testGateway.redis.info("commandstats"))?.[1] ?? 0);
    const before = await scriptCalls();
    const respond = testGateway.services.respond;
    testGateway.services.respond = async (request) => {
      if (request.subject !== keysContract.lookUpKey.subject) return respond(request);
      // Most requests have reached Redis, so more of them wait for this reply than may fail.
      await eventually(async () => expect(await scriptCalls()).to.be.at.least(before + 30));
      await testGateway.storeKey(key);
      const [id, organizationId] = [crypto.randomUUID(), crypto.randomUUID()];
      const record = { id, organizationId, scopes: ["read"], expiresAt: null, revokedAt: null, version: 1 };
      return { body: { record } };
    };
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => sendRequest(testGateway.url, "/properties", { key })),
    );
    testGateway.services.respond = respond;
    const violations = responses.flatMap(({ body }) => (body as Record<string, string[]>)["violated-policies"] ?? []);
    expect(responses.filter(({ status }) => status === 200)).not.to.have.length(0);
    expect(violations).not.to.include("failed-authentication");
  });

  it("limit of failed authentications: returns 429 to the address, but still accepts a valid key from it", async () => {
    await resetFailures();
    const key = await newKey();
    const codes: unknown[] = [];
    for (let times = 0; times < 25; times++)
      codes.push(codeOf(await sendRequest(testGateway.url, "/properties", { key: apiKeyOf(randomBytes(32)) })));
    expect(codes.slice(0, 20).every((code) => code === "invalid_api_key")).to.equal(true);
    expect(codes.slice(20)).to.deep.equal(Array.from({ length: 5 }, () => "quota_exceeded"));
    expect((await sendRequest(testGateway.url, "/properties", { key })).status).to.equal(200);
  });

  it("limit of failed authentications: counts revoked and expired keys", async () => {
    const [revoked, expired] = [await newKey(), apiKeyOf(randomBytes(32))];
    await testGateway.redis.hset(redisKeys("plat:").key(hashOf(revoked)), recordField.revokedAt, 1);
    await testGateway.storeKey(expired, { expiresAt: 1 });
    for (const [key, code] of [
      [revoked, "revoked_api_key"],
      [expired, "expired_api_key"],
    ] as const) {
      await resetFailures();
      const codes: unknown[] = [];
      for (let times = 0; times < 21; times++)
        codes.push(codeOf(await sendRequest(testGateway.url, "/properties", { key })));
      expect(codes).to.deep.equal([...Array.from({ length: 20 }, () => code), "quota_exceeded"]);
    }
    await resetFailures();
  });

  it("limit of failed authentications: counts each of many concurrent requests with one unknown key", async () => {
    await resetFailures();
    const key = apiKeyOf(randomBytes(32));
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => sendRequest(testGateway.url, "/properties", { key })),
    );
    const codes = responses.map(codeOf);
    expect(codes.filter((code) => code === "invalid_api_key")).to.have.length(20);
    expect(codes.filter((code) => code === "quota_exceeded")).to.have.length(10);
    await resetFailures();
  });

  it("stays exact and blocks for at most one window when the clock of Redis steps back", async () => {
    const key = await newKey();
    const name = redisKeys("plat:").accepted("listings", hashOf(key));
    const [seconds, micros] = await testGateway.redis.time();
    const ahead = (Number(seconds) + 3600) * 1_000_000 + Number(micros);
    // Five requests within half a second, at a time that is an hour ahead of the clock.
    await testGateway.redis.rpush(name, ...[0, 1, 2, 3, 4].map((step) => ahead - step * 100_000));
    const rejected = await sendRequest(testGateway.url, "/properties", { key });
    expect([rejected.status, rejected.headers.get("retry-after")]).to.deep.equal([429, "1"]);
    const moved = await accepted(key);
    expect((moved[4] ?? 0) - (moved[0] ?? 0)).to.equal(400_000);
    const [now] = await testGateway.redis.time();
    expect((moved[4] ?? 0) / 1_000_000).to.be.within(Number(seconds), Number(now) + 1);
  });

  it("applies no limit and sends no headers with RATE_LIMITS=off", async () => {
    const off = await testGateway.startAnother({ RATE_LIMITS: "off" });
    const key = await newKey();
    for (let times = 0; times < 40; times++) {
      const response = await sendRequest(off.url, "/properties", { key });
      expect([response.status, response.headers.get("ratelimit")]).to.deep.equal([200, null]);
      expect((await sendRequest(off.url, "/properties", { key: "svc_pk_x" })).status).to.equal(401);
    }
  });
});
