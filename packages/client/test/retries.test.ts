import { expect } from "chai";
import { ConnectionError, Plat, type PlatError, UnexpectedResponseError } from "../src/index.ts";
import { parseRateLimits, retryAfterMs } from "../src/headers.ts";
import { randomId } from "../src/time.ts";

interface Sent {
  url: string;
  init: RequestInit;
}

const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { type: "about:blank", title: code, status, detail: `Error ${code}.`, instance: "/", code, requestId: "r1" },
    { status, headers },
  );

/** A client whose `fetch` returns the given responses in order; an `Error` simulates a failed connection. */
function clientFor(responses: (Response | Error)[], options: { retryAfterMaxMs?: number } = {}) {
  const sent: Sent[] = [];
  const plat = new Plat({
    baseUrl: "http://plat.test/",
    key: "svc_pk_x",
    ...options,
    fetch: (url, init) => {
      sent.push({ url, init });
      const response = responses.shift();
      if (response === undefined) throw new Error("unexpected additional request");
      return response instanceof Response ? Promise.resolve(response) : Promise.reject(response);
    },
  });
  return { plat, sent };
}

const keyOf = ({ init }: Sent): string | null => new Headers(init.headers).get("idempotency-key");
const rejection = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail("the call succeeded"),
    (error: unknown) => error,
  );
const connectionFailure = (): Error => new TypeError("fetch failed");
const house = { title: "House", propertyType: "House", propertyCategory: "Residential" };

describe("retries and errors of requests", () => {
  it("sends the same Idempotency-Key with every attempt of a creation", async () => {
    const { plat, sent } = clientFor([
      connectionFailure(),
      problem(503, "unavailable"),
      Response.json({ id: "1" }, { status: 201 }),
    ]);
    expect(await plat.createProperty(house)).to.deep.equal({ id: "1" });
    expect(sent.length).to.equal(3);
    expect(keyOf(sent[0] as Sent)).to.match(/^[0-9a-f]{32}$/);
    expect(new Set(sent.map(keyOf)).size).to.equal(1);
  });

  it("does not retry sign-up and conditional updates, but retries unconditional updates", async () => {
    const { plat, sent } = clientFor([connectionFailure()]);
    const error = await rejection(plat.signUp({ organizationName: "A", email: "a@b.example", password: "12345678" }));
    expect(error).to.be.instanceOf(ConnectionError);
    expect(sent.length).to.equal(1);
    const conditional = clientFor([connectionFailure()]);
    expect(await rejection(conditional.plat.updateProperty("1", {}, { ifMatch: 3 }))).to.be.instanceOf(ConnectionError);
    expect(new Headers(conditional.sent[0]?.init.headers).get("if-match")).to.equal('"3"');
    const unconditional = clientFor([connectionFailure(), Response.json({ id: "1" })]);
    await unconditional.plat.updateProperty("1", {});
    expect(unconditional.sent.length).to.equal(2);
  });

  it("waits for Retry-After, and throws if it is longer than retryAfterMaxMs", async () => {
    const waited = clientFor([problem(429, "quota_exceeded", { "retry-after": "0" }), Response.json([])]);
    expect(await waited.plat.listKeys()).to.deep.equal([]);
    const rejected = clientFor([problem(429, "quota_exceeded", { "retry-after": "42" })], { retryAfterMaxMs: 1000 });
    const error = (await rejection(rejected.plat.listKeys())) as PlatError;
    expect([error.code, error.retryAfterMs, rejected.sent.length]).to.deep.equal(["quota_exceeded", 42_000, 1]);
  });

  it("treats 404 of a retried deletion as success, and 404 of the first attempt as an error", async () => {
    const { plat, sent } = clientFor([connectionFailure(), problem(404, "not_found")]);
    expect(await plat.deleteProperty("1")).to.equal(undefined);
    expect(sent.length).to.equal(2);
    const error = await rejection(clientFor([problem(404, "not_found")]).plat.deleteProperty("1"));
    expect((error as PlatError).code).to.equal("not_found");
  });

  it("does not retry after 400, 403, 409 and 500", async () => {
    for (const [status, code] of [
      [400, "validation_failed"],
      [403, "insufficient_scope"],
      [409, "conflict"],
      [500, "internal"],
    ] as const) {
      const { plat, sent } = clientFor([problem(status, code)]);
      expect(((await rejection(plat.createProperty(house))) as PlatError).code).to.equal(code);
      expect(sent.length).to.equal(1);
    }
  });

  it("stops immediately when the signal is aborted during a wait", async () => {
    const { plat, sent } = clientFor([problem(429, "quota_exceeded", { "retry-after": "50" })]);
    const stop = new AbortController();
    const onResponse = (): void => void setImmediate(() => stop.abort(new Error("enough")));
    const call = rejection(plat.listProperties({ signal: stop.signal, onResponse }));
    expect(((await call) as Error).message).to.equal("enough");
    expect(sent.length).to.equal(1);
  });

  it("throws UnexpectedResponseError if the response is not JSON", async () => {
    const { plat } = clientFor([new Response("<html>", { status: 200 })]);
    const error = await rejection(plat.listKeys());
    expect(error).to.be.instanceOf(UnexpectedResponseError);
  });

  it("throws ConnectionError with isTimeout if an attempt exceeds timeoutMs", async () => {
    const plat = new Plat({
      baseUrl: "http://plat.test",
      key: "k",
      retries: 0,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
        }),
    });
    const error = (await rejection(plat.listKeys({ timeoutMs: 10 }))) as ConnectionError;
    expect([error.name, error.isTimeout, error.operation]).to.deep.equal(["ConnectionError", true, "listKeys"]);
  });

  it("does not time out if timeoutMs is infinite", async () => {
    const plat = new Plat({
      baseUrl: "http://plat.test",
      key: "k",
      retries: 0,
      timeoutMs: Number.POSITIVE_INFINITY,
      fetch: (_, init) =>
        new Promise((resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
          // Timers with equal delays fire in order: a timeout that treated infinity as no delay would fire before this one.
          setTimeout(() => resolve(Response.json([])), 1);
        }),
    });
    expect(await plat.listKeys()).to.deep.equal([]);
  });

  it("generates unique random ids with and without a global crypto object (Node 18)", () => {
    const crypto = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    const generateIds = (): string[] => Array.from({ length: 100 }, randomId);
    const ids = generateIds();
    Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
    try {
      ids.push(...generateIds());
    } finally {
      if (crypto !== undefined) Object.defineProperty(globalThis, "crypto", crypto);
    }
    expect(new Set(ids).size).to.equal(200);
    for (const id of ids) expect(id).to.match(/^[0-9a-f]{32}$/);
  });

  it("parses Retry-After as seconds or a date, and the remaining quota of each window", () => {
    const now = Date.parse("2026-05-01T12:00:00Z");
    expect(retryAfterMs("7", now)).to.equal(7000);
    expect(retryAfterMs("Fri, 01 May 2026 12:00:05 GMT", now)).to.equal(5000);
    expect([retryAfterMs(null, now), retryAfterMs("soon", now)]).to.deep.equal([undefined, undefined]);
    expect(parseRateLimits('"minute";r=19;t=42, "hour";r=0;t=9')).to.deep.equal([
      { policy: "minute", remaining: 19, resetSeconds: 42 },
      { policy: "hour", remaining: 0, resetSeconds: 9 },
    ]);
    expect(parseRateLimits("nonsense")).to.deep.equal([]);
  });
});
