import { AppError, apiKeyOf, isApiKey, redisKeys } from "@plat/contracts";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import { clientAddressReader, rateLimitAddress } from "../src/http/client-address.ts";
import { loadGatewayConfig } from "../src/config.ts";
import { readCredential } from "../src/auth/credentials.ts";
import { routesOf } from "../src/http/routes.ts";
import { createBucket, quotaExceeded, rateLimitHeader } from "../src/quota/rate-limit-headers.ts";
import { createUsageCounter, type DailyUsageBatch } from "../src/quota/usage-counter.ts";

describe("API keys", () => {
  it("hold 256 random bits and a checksum that finds every single changed digit", () => {
    const key = apiKeyOf(randomBytes(32));
    expect(key).to.match(/^svc_pk_[0-9A-Za-z]{49}$/);
    expect(isApiKey(key)).to.equal(true);
    for (let at = 7; at < key.length; at++) {
      const other = key[at] === "7" ? "8" : "7";
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1)), String(at)).to.equal(false);
    }
    expect(apiKeyOf(new Uint8Array(32))).to.match(/^svc_pk_0{43}/);
    expect(isApiKey(apiKeyOf(new Uint8Array(32).fill(255)))).to.equal(true);
  });

  it("and everything that a request asks Redis about one lie on one node of a cluster", () => {
    const names = redisKeys("p:");
    const tagOf = (name: string): string | undefined => /\{(\d+)\}/.exec(name)?.[1];
    for (const hash of ["a", "b", "c"].map((letter) => letter.repeat(64))) {
      const tags = [
        names.key(hash),
        names.accepted("listings", hash),
        names.used(hash),
        names.day(hash, "2026-01-01"),
        names.usedDays(hash),
      ];
      expect(new Set(tags.map(tagOf)).size).to.equal(1);
      expect(names.allUsed).to.include(names.used(hash));
      expect(names.allUsedDays).to.include(names.usedDays(hash));
    }
    expect(tagOf(names.session("u", "s"))).to.equal(tagOf(names.accepted("listings", "u")));
    const spread = new Set(Array.from({ length: 1000 }, () => tagOf(names.key(randomBytes(32).toString("hex")))));
    expect(spread.size).to.equal(64);
  });
});

describe("credentials of a request", () => {
  const codeOf = (headers: string[], query = ""): string => {
    try {
      return readCredential(headers, query)?.kind ?? "none";
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  };
  it("are told apart by their form alone", () => {
    expect(codeOf(["Authorization", "Bearer a.b.c"])).to.equal("session");
    expect(codeOf(["Authorization", "Bearer svc_pk_x"])).to.equal("api_key");
    expect(codeOf(["Authorization", "Bearer"])).to.equal("missing_credentials");
    expect(codeOf(["X-Api-Key", "a.b.c"])).to.equal("api_key");
    expect(codeOf([], "limit=1&api_key=x")).to.equal("api_key");
    expect(codeOf([], "xapi_key=x&api_keys=y")).to.equal("none");
  });
  it("that come more than once are refused, whether they differ or not", () => {
    expect(codeOf(["X-API-Key", "a", "x-api-key", "b"])).to.equal("ambiguous_credentials");
    expect(codeOf(["X-API-Key", "a", "x-api-key", "a"])).to.equal("validation_failed");
    expect(codeOf([], "api_key=a&api_key=a")).to.equal("validation_failed");
    expect(codeOf(["X-API-Key", "a"], "api_key=b")).to.equal("ambiguous_credentials");
    expect(codeOf(["X-API-Key", "a"], "api_key=a")).to.equal("api_key");
  });
});

describe("settings of the gateway", () => {
  const load = loadGatewayConfig;
  it("give the fixed quota when nothing is set", () => {
    expect(createBucket(load({}).RATE_LIMITS).policy).to.equal(
      '"minute";q=20;w=60, "ten-minutes";q=100;w=600, "hour";q=500;w=3600',
    );
  });
  it("take quotas strictly", () => {
    for (const bad of [
      "",
      "20",
      "20/m",
      "0/1m",
      "20/1m,",
      "20/1m,30/60s",
      "-1/1m",
      "1e3/1m",
      "20/1w",
      "20/2d",
      "OFF",
      "20 /1m",
    ])
      expect(() => load({ RATE_LIMITS: bad }), bad).to.throw(/RATE_LIMITS/);
    expect(load({ RATE_LIMITS: "500/1h, 20/1m" }).RATE_LIMITS).to.deep.equal([
      { limit: 20, seconds: 60 },
      { limit: 500, seconds: 3600 },
    ]);
    expect(load({ RATE_LIMITS: "off" }).RATE_LIMITS).to.deep.equal([]);
  });
  it("name every bad one at once", () => {
    expect(() =>
      load({ PORT: "x", CORS_ORIGINS: "app.example", TRUST_PROXY: "10.0.0.0/33", SESSION_ALGORITHMS: "HS256" }),
    ).to.throw(/PORT: .*\n.*CORS_ORIGINS: .*\n.*TRUST_PROXY: .*\n.*SESSION_ALGORITHMS: /);
  });
  it("leave a stopping gateway time to answer after the delay in which it still takes connections", () => {
    const delay = { SHUTDOWN_DELAY_MS: "10000" };
    expect(() => load(delay)).to.throw(/SHUTDOWN_TIMEOUT_MS must be longer than SHUTDOWN_DELAY_MS/);
    expect(load({ ...delay, SHUTDOWN_TIMEOUT_MS: "20000" }).SHUTDOWN_DELAY_MS).to.equal(10_000);
  });
  it("take one window for failed authentication: a second one would count nothing", () => {
    expect(() => load({ FAILED_AUTH_LIMITS: "60/1m,500/1h" })).to.throw(/FAILED_AUTH_LIMITS: .* must name one window/);
    expect(load({ FAILED_AUTH_LIMITS: "5/2m" }).FAILED_AUTH_LIMITS).to.deep.equal([{ limit: 5, seconds: 120 }]);
  });
  it("ask for what an outside issuer needs", () => {
    expect(() => load({ SESSION_ISSUER: "https://id.example" })).to.throw(
      /SESSION_JWKS_URL is required.*\n.*SESSION_AUDIENCE is required/,
    );
  });
});

describe("addresses as limits count them", () => {
  it("are whole for IPv4, and the /64 for IPv6", () => {
    expect(rateLimitAddress("192.0.2.7")).to.equal("192.0.2.7");
    expect(rateLimitAddress("::ffff:192.0.2.7")).to.equal("192.0.2.7");
    expect(rateLimitAddress("2001:db8:1:2:3:4:5:6")).to.equal("2001:db8:1:2::/64");
    expect(rateLimitAddress("2001:DB8:0001:2::9")).to.equal("2001:db8:1:2::/64");
    expect(rateLimitAddress("2001:db8::1")).to.equal("2001:db8:0:0::/64");
    expect(rateLimitAddress("fe80::1%eth0")).to.equal("fe80:0:0:0::/64");
    expect(rateLimitAddress("::1")).to.equal("0:0:0:0::/64");
  });
  it("are the connection's, unless a proxy is trusted; then the first that no trusted proxy wrote", () => {
    const read = (trust: string, remoteAddress: string, forwarded?: string): string =>
      clientAddressReader(loadGatewayConfig({ TRUST_PROXY: trust }).TRUST_PROXY)({
        socket: { remoteAddress },
        headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
      } as never);
    expect(read("off", "192.0.2.1", "203.0.113.9")).to.equal("192.0.2.1");
    expect(read("1", "192.0.2.1", "198.51.100.7, 203.0.113.9")).to.equal("203.0.113.9");
    expect(read("2", "192.0.2.1", "198.51.100.7, 203.0.113.9")).to.equal("198.51.100.7");
    expect(read("2", "192.0.2.1", "203.0.113.9")).to.equal("203.0.113.9");
    expect(read("1", "192.0.2.1", "evil")).to.equal("192.0.2.1");
    expect(read("10.0.0.0/8,loopback", "::ffff:127.0.0.1", "198.51.100.7, 10.1.2.3")).to.equal("198.51.100.7");
    expect(read("10.0.0.0/8", "192.0.2.1", "198.51.100.7")).to.equal("192.0.2.1");
    expect(read("fd00::/8", "fd00::1", "2001:db8::1")).to.equal("2001:db8:0:0::/64");
    expect(read("1", "192.0.2.1", "203.0.113.9:51234")).to.equal("203.0.113.9");
    expect(read("1", "192.0.2.1", "[2001:db8::1]:51234")).to.equal("2001:db8:0:0::/64");
    expect(read("1", "192.0.2.1", "[2001:db8::1]")).to.equal("2001:db8:0:0::/64");
  });
  it("tell once when a proxy seems to stand in front that nobody has named", () => {
    let told = 0;
    const read = (trust: string, headers: object): string =>
      clientAddressReader(
        loadGatewayConfig({ TRUST_PROXY: trust }).TRUST_PROXY,
        () => told++,
      )({
        socket: { remoteAddress: "192.0.2.1" },
        headers,
      } as never);
    read("off", {});
    read("1", { "x-forwarded-for": "203.0.113.9" });
    expect(told).to.equal(0);
    const reader = clientAddressReader(false, () => told++);
    for (let at = 0; at < 3; at++)
      reader({ socket: { remoteAddress: "192.0.2.1" }, headers: { "x-forwarded-for": "203.0.113.9" } } as never);
    expect(told).to.equal(1);
  });
});

describe("quotas on the wire", () => {
  const bucket = createBucket([
    { limit: 2, seconds: 60 },
    { limit: 9, seconds: 90 },
  ]);
  it("round the wait up, so that what is promised holds", () => {
    const states = [new RateLimiterRes(0, 1_001, 2), new RateLimiterRes(3, 60_000, 6)];
    expect(rateLimitHeader(bucket, states)).to.equal('"minute";r=0;t=2, "90s";r=3;t=60');
    const error = quotaExceeded(bucket, states, 2);
    expect(error.extensions).to.deep.equal({ "violated-policies": ["minute"] });
    expect(error.retryAfter).to.equal(2);
  });
});

describe("routes", () => {
  it("come with the fixed path before the one with a name in the same place", () => {
    const paths = routesOf({
      a: { http: { method: "GET", path: "/properties/:id", status: 200 } },
      b: { http: { method: "GET", path: "/properties/search", status: 200 } },
      c: { http: { method: "GET", path: "/properties/:id/ads/:adId", status: 200 } },
      d: {},
    } as never).map(({ http }) => http.path);
    expect(paths.indexOf("/properties/search")).to.be.below(paths.indexOf("/properties/:id"));
    expect(paths).to.have.length(3);
  });
});

describe("counts of usage", () => {
  const silent = { warn: () => undefined } as never;
  const late = (): number => Date.UTC(2026, 0, 1, 23, 59, 59);
  const seen = ({ hash, date, number, counts }: DailyUsageBatch) => [hash, date, number, [...counts]];

  it("are kept when they cannot be written, and written once", async () => {
    const written: unknown[] = [];
    let isAway = true;
    const write = async (batch: DailyUsageBatch): Promise<void> => {
      if (isAway) throw new Error("away");
      written.push(seen(batch));
    };
    const first = createUsageCounter(write, silent, late);
    first.count("k", "GET /x", 200);
    first.count("k", "GET /x", 204);
    first.count("k", "GET /x", 429);
    await first.stop();
    expect(written).to.deep.equal([]);
    isAway = false;
    await first.stop();
    const counts = [
      ["GET /x 2xx", 2],
      ["GET /x 4xx", 1],
    ];
    expect(written).to.deep.equal([["k", "2026-01-01", 1, counts]]);
    await first.stop();
    expect(written).to.have.length(1);
  });

  it("whose answer was lost go again as the same batch, and what came meanwhile as another after it", async () => {
    const handed: unknown[] = [];
    let isLost = true;
    const counter = createUsageCounter(
      async (batch) => {
        handed.push(seen(batch));
        if (isLost) throw new Error("Command timed out");
      },
      silent,
      late,
    );
    counter.count("k", "GET /x", 200);
    await counter.stop();
    counter.count("k", "GET /x", 200);
    counter.count("other", "GET /x", 200);
    await counter.stop();
    isLost = false;
    await counter.stop();
    const day = "2026-01-01";
    const one = [["GET /x 2xx", 1]];
    expect(handed).to.deep.equal([
      ["k", day, 1, one],
      ["k", day, 1, one],
      ["other", day, 2, one],
      ["k", day, 1, one],
      ["other", day, 2, one],
      ["k", day, 3, one],
    ]);
  });
});
