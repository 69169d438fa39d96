import { AppError } from "@plat/contracts";
import { expect } from "chai";
import {
  tickBatcher,
  createLogger,
  decodeCursor,
  encodeCursor,
  batchLoader,
  isValidIfMatch,
  etagMatches,
  newId,
  redact,
  representationETag,
  assertIfMatch,
} from "../src/index.ts";

describe("cursors", () => {
  const query = { status: "active", sort: "-price", limit: 20 };

  it("give back the position for the same query, however its members are ordered", () => {
    const cursor = encodeCursor([12.5, null, "id"], query);
    expect(decodeCursor(cursor, { limit: 20, sort: "-price", status: "active" })).to.deep.equal([12.5, null, "id"]);
  });

  it("are refused with another query", () => {
    const cursor = encodeCursor([1, "id"], query);
    expect(() => decodeCursor(cursor, { ...query, status: "sold" }))
      .to.throw(AppError)
      .with.property("code", "validation_failed");
  });

  for (const broken of [
    "",
    "x",
    "bm9uc2Vuc2U",
    Buffer.from("[1,2]").toString("base64url"),
    Buffer.from('["a",[{}]]').toString("base64url"),
  ])
    it(`that are broken (${broken}) are refused as bad input`, () => {
      expect(() => decodeCursor(broken, query))
        .to.throw(AppError)
        .with.property("code", "validation_failed");
    });
});

describe("entity tags", () => {
  it("change with the version and with the representation", () => {
    const a = representationETag(1, Buffer.from("a"));
    expect(a).to.match(/^"1-[\w-]+"$/);
    expect(representationETag(2, Buffer.from("a"))).to.not.equal(a);
    expect(representationETag(1, Buffer.from("b"))).to.not.equal(a);
  });

  it("in If-Match are compared by version alone", () => {
    assertIfMatch('"7-anything"', 7);
    assertIfMatch('"1-x", "7-y"', 7);
    assertIfMatch("*", 7);
    assertIfMatch(undefined, 7);
    for (const stale of ['"6-x"', '"77-x"', "7-x", 'W/"7-x"', '"x"', ""])
      expect(() => assertIfMatch(stale, 7), stale)
        .to.throw(AppError)
        .with.property("code", "precondition_failed");
  });

  it("in If-Match stand in quotes; anything else is no such field", () => {
    for (const good of ['"7-x"', 'W/"7-x"', '""', '"a" , W/"b"', ',"a",,"b",', "*", " * ", '"é"'])
      expect(isValidIfMatch(good), good).to.equal(true);
    for (const bad of ["", " ", "nonsense", "7-x", '"7-x', 'w/"7"', '"a" "b"', '*, "a"', '"a b"', ",", '"a""b"'])
      expect(isValidIfMatch(bad), bad).to.equal(false);
  });

  it("in If-None-Match match weakly and in lists", () => {
    expect(etagMatches('"a", W/"b"', '"b"')).to.equal(true);
    expect(etagMatches("*", '"b"')).to.equal(true);
    expect(etagMatches('"a"', '"b"')).to.equal(false);
  });
});

describe("gather", () => {
  it("asks once for everything wanted in one turn, and each key once", async () => {
    const asked: string[][] = [];
    const load = batchLoader<string>(async (keys) => {
      asked.push(keys);
      return new Map(keys.filter((key) => key !== "c").map((key) => [key, key.toUpperCase()]));
    });
    const found = await Promise.all(["a", "b", "a", "c"].map((key) => load(key)));
    expect(found).to.deep.equal(["A", "B", "A", undefined]);
    expect(asked).to.deep.equal([["a", "b", "c"]]);
    expect(await load("a")).to.equal("A");
    expect(asked).to.have.length(2);
  });

  it("keeps batches within their bound", async () => {
    const sizes: number[] = [];
    const load = batchLoader<number>(
      async (keys) => {
        sizes.push(keys.length);
        return new Map(keys.map((key) => [key, Number(key)]));
      },
      { maxBatch: 3 },
    );
    const found = await Promise.all(Array.from({ length: 8 }, (_, index) => load(String(index))));
    expect(found).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(sizes).to.deep.equal([3, 3, 2]);
  });

  it("asks again for what a call had no room for, and never has more calls under way than it may", async () => {
    const asked: string[][] = [];
    let underWay = 0;
    let most = 0;
    const load = batchLoader<string>(
      async (keys) => {
        asked.push(keys);
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay--;
        return { found: new Map(keys.slice(0, 2).map((key) => [key, key])), remaining: keys.slice(2) };
      },
      { maxBatch: 3, maxConcurrent: 1 },
    );
    const keys = ["a", "b", "c", "d", "e", "f", "g"];
    expect(await Promise.all(keys.map((key) => load(key)))).to.deep.equal(keys);
    expect(asked).to.deep.equal([["a", "b", "c"], ["c"], ["d", "e", "f"], ["f"], ["g"]]);
    expect(most).to.equal(1);
    expect(await load("h")).to.equal("h");
  });

  it("tells a failure to everyone who waits, and works again after it", async () => {
    let fails = true;
    const load = batchLoader<string>(async (keys) => {
      if (fails) throw new Error("away");
      return new Map(keys.map((key) => [key, key]));
    });
    const results = await Promise.allSettled([load("a"), load("b")]);
    expect(results.map((result) => result.status)).to.deep.equal(["rejected", "rejected"]);
    fails = false;
    expect(await load("a")).to.equal("a");
  });
});

describe("logs", () => {
  it("never hold a key, a token, a password in an address or a key in a query, wherever it stands", () => {
    const key = `svc_pk_${"a1B2".repeat(12)}`;
    const token = `eyJhbGciOiJFZERTQSJ9.${"x".repeat(40)}.${"y".repeat(40)}`;
    const lines: string[] = [];
    const log = createLogger({
      service: "s",
      level: "info",
      destination: { write: (line: string) => lines.push(line) },
    });
    log.error(
      { err: new Error(`bad ${key}`), headers: { authorization: `Bearer ${token}` } },
      `at /properties?api_key=${key}&x=1`,
    );
    log.info({ url: "mongodb://user:hunter2@db/keys" }, "connected");
    const text = lines.join("");
    expect(text).to.include("svc_pk_[redacted]").and.include("x=1");
    for (const secret of [key, token, "hunter2"]) expect(text).to.not.include(secret);
    expect(() => lines.map((line) => JSON.parse(line) as unknown)).to.not.throw();
  });

  it("hide tokens wherever they begin, and know them from what only looks like one", () => {
    const token = `eyJ${"a".repeat(20)}.eyJ${"b".repeat(20)}.${"c".repeat(20)}`;
    for (const before of ["", "Bearer%20", "a.", "eyJ.", "-", "a.b.c.", "eyJeyJ.b."])
      expect(redact(`${before}${token} x`), before).to.equal(`${before}[redacted token] x`);
    for (const plain of ["eyJaaaaaaaaaaaaa", "eyJ.a.b", "eyJa.bbbbbbbbb.c", "www.example-host.com"])
      expect(redact(plain)).to.equal(plain);
  });

  it("are searched for secrets in time that grows with the text, whatever somebody has sent", () => {
    for (const piece of ["eyJ", "eyJaaaaaaaa.", "svc_pk_", "api_key=", "://a:", "://", ":"]) {
      const text = piece.repeat(1_000_000 / piece.length);
      expect(redact(text).length, piece).to.be.above(0);
    }
  });

  it("keep what is no secret", () => {
    expect(redact('{"url":"http://127.0.0.1:8080/docs?x=1"}')).to.equal('{"url":"http://127.0.0.1:8080/docs?x=1"}');
  });
});

describe("ids", () => {
  it("are UUIDs of version 7 that sort by age", () => {
    const ids = Array.from({ length: 500 }, newId);
    expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).to.equal(
      true,
    );
    expect(ids.toSorted()).to.deep.equal(ids);
  });
});

describe("what is gathered by turn", () => {
  it("is handed over in order, once, at the end of the turn in which it came", async () => {
    const handed: number[][] = [];
    const turn = tickBatcher<number>((items) => void handed.push([...items]));
    turn.add(1);
    await Promise.resolve().then(() => turn.add(2));
    expect(handed, "nothing before the end of the turn").to.deep.equal([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(handed).to.deep.equal([[1, 2]]);
    turn.add(3);
    turn.flush();
    turn.flush();
    await new Promise((resolve) => setImmediate(resolve));
    expect(handed).to.deep.equal([[1, 2], [3]]);
  });

  it("goes in parts when it is much, the first before the turn ends", async () => {
    const handed: number[][] = [];
    const turn = tickBatcher<number>((items) => void handed.push([...items]), 2);
    for (const item of [1, 2, 3, 4, 5]) turn.add(item);
    expect(handed).to.deep.equal([
      [1, 2],
      [3, 4],
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(handed.at(-1)).to.deep.equal([5]);
  });
});
