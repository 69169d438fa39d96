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
    { type: "about:blank", title: code, status, detail: `it is ${code}`, instance: "/", code, requestId: "r1" },
    { status, headers },
  );

/** A client whose requests are answered in turn; an `Error` stands for a connection that failed. */
function clientFor(answers: (Response | Error)[], options: { retryAfterMaxMs?: number } = {}) {
  const sent: Sent[] = [];
  const plat = new Plat({
    baseUrl: "http://plat.test/",
    key: "svc_pk_x",
    ...options,
    fetch: (url, init) => {
      sent.push({ url, init });
      const answer = answers.shift();
      if (answer === undefined) throw new Error("one request too many");
      return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer);
    },
  });
  return { plat, sent };
}

const keyOf = ({ init }: Sent): string | null => new Headers(init.headers).get("idempotency-key");
const failed = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail("no error"),
    (error: unknown) => error,
  );
const cut = (): Error => new TypeError("fetch failed");
const house = { title: "House", propertyType: "House", propertyCategory: "Residential" };

describe("retries", () => {
  it("creates with one Idempotency-Key, the same for every attempt", async () => {
    const { plat, sent } = clientFor([cut(), problem(503, "unavailable"), Response.json({ id: "1" }, { status: 201 })]);
    expect(await plat.createProperty(house)).to.deep.equal({ id: "1" });
    expect(sent.length).to.equal(3);
    expect(keyOf(sent[0] as Sent)).to.match(/^[0-9a-f]{32}$/);
    expect(new Set(sent.map(keyOf)).size).to.equal(1);
  });

  it("sends what could be done twice once only", async () => {
    const { plat, sent } = clientFor([cut()]);
    const error = await failed(plat.signUp({ organizationName: "A", email: "a@b.example", password: "12345678" }));
    expect(error).to.be.instanceOf(ConnectionError);
    expect(sent.length).to.equal(1);
    const conditional = clientFor([cut()]);
    expect(await failed(conditional.plat.updateProperty("1", {}, { ifMatch: 3 }))).to.be.instanceOf(ConnectionError);
    expect(new Headers(conditional.sent[0]?.init.headers).get("if-match")).to.equal('"3"');
    const plain = clientFor([cut(), Response.json({ id: "1" })]);
    await plain.plat.updateProperty("1", {});
    expect(plain.sent.length).to.equal(2);
  });

  it("waits as long as Retry-After says, and not at all for longer than allowed", async () => {
    const waited = clientFor([problem(429, "quota_exceeded", { "retry-after": "0" }), Response.json([])]);
    expect(await waited.plat.listKeys()).to.deep.equal([]);
    const refused = clientFor([problem(429, "quota_exceeded", { "retry-after": "42" })], { retryAfterMaxMs: 1000 });
    const error = (await failed(refused.plat.listKeys())) as PlatError;
    expect([error.code, error.retryAfterMs, refused.sent.length]).to.deep.equal(["quota_exceeded", 42_000, 1]);
  });

  it("takes a deletion as done that finds nothing after an attempt without an answer, and only then", async () => {
    const { plat, sent } = clientFor([cut(), problem(404, "not_found")]);
    expect(await plat.deleteProperty("1")).to.equal(undefined);
    expect(sent.length).to.equal(2);
    const error = await failed(clientFor([problem(404, "not_found")]).plat.deleteProperty("1"));
    expect((error as PlatError).code).to.equal("not_found");
  });

  it("does not repeat refusals and faults that would come again", async () => {
    for (const [status, code] of [
      [400, "validation_failed"],
      [403, "insufficient_scope"],
      [409, "conflict"],
      [500, "internal"],
    ] as const) {
      const { plat, sent } = clientFor([problem(status, code)]);
      expect(((await failed(plat.createProperty(house))) as PlatError).code).to.equal(code);
      expect(sent.length).to.equal(1);
    }
  });

  it("stops at once when the signal does, also while it waits", async () => {
    const { plat, sent } = clientFor([problem(429, "quota_exceeded", { "retry-after": "50" })]);
    const stop = new AbortController();
    const onResponse = (): void => void setImmediate(() => stop.abort(new Error("enough")));
    const call = failed(plat.listProperties({ signal: stop.signal, onResponse }));
    expect(((await call) as Error).message).to.equal("enough");
    expect(sent.length).to.equal(1);
  });

  it("says so when what answers is no Plat", async () => {
    const { plat } = clientFor([new Response("<html>", { status: 200 })]);
    const error = await failed(plat.listKeys());
    expect(error).to.be.instanceOf(UnexpectedResponseError);
  });

  it("gives up an attempt that takes too long", async () => {
    const plat = new Plat({
      baseUrl: "http://plat.test",
      key: "k",
      retries: 0,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
        }),
    });
    const error = (await failed(plat.listKeys({ timeoutMs: 10 }))) as ConnectionError;
    expect([error.name, error.isTimeout, error.operation]).to.deep.equal(["ConnectionError", true, "listKeys"]);
  });

  it("waits for an answer without end when asked to", async () => {
    const plat = new Plat({
      baseUrl: "http://plat.test",
      key: "k",
      retries: 0,
      timeoutMs: Number.POSITIVE_INFINITY,
      fetch: (_, init) =>
        new Promise((resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
          // Timers of one length go off in order: one that counted "without end" as nothing has gone off before this.
          setTimeout(() => resolve(Response.json([])), 1);
        }),
    });
    expect(await plat.listKeys()).to.deep.equal([]);
  });

  it("makes a new Idempotency-Key for each creation, also where there is no crypto of the web (Node 18)", () => {
    const crypto = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    const some = (): string[] => Array.from({ length: 100 }, randomId);
    const ids = some();
    Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
    try {
      ids.push(...some());
    } finally {
      if (crypto !== undefined) Object.defineProperty(globalThis, "crypto", crypto);
    }
    expect(new Set(ids).size).to.equal(200);
    for (const id of ids) expect(id).to.match(/^[0-9a-f]{32}$/);
  });

  it("reads Retry-After as seconds or a date, and what is left of each window", () => {
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
