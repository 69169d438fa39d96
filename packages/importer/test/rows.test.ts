import { expect } from "chai";
import { barText, createDisplay } from "../src/terminal-display.ts";
import { type Chunk, type ChunkLimits, type Prepared, toChunks } from "../src/chunks.ts";
import { problemOf, retryAfterMs } from "../src/client.ts";
import { hashRow, RowIds } from "../src/row-id.ts";

const cells = (row: Record<string, unknown>): Map<string, unknown> => new Map(Object.entries(row));

describe("the id of a row without one", () => {
  it("depends on what is in the row, not on the order of its columns", () => {
    const hash = (row: Record<string, unknown>): string => hashRow(cells(row)).toString("hex");
    expect(hash({ a: "1", b: { c: 1, d: [2] } })).to.equal(hash({ b: { d: [2], c: 1 }, a: "1" }));
    const others = [{ a: "1" }, { a: 1 }, { a: null }, { a: "" }, { b: "1" }, { a: "1", b: null }, { a: ["1"] }];
    expect(new Set(others.map(hash))).to.have.property("size", others.length);
  });

  it("numbers equal rows, the same way each time, in a file of any length", () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => cells({ n: n % 15_000 }));
    const [first, second] = [new RowIds(), new RowIds()];
    const ids = rows.map((row) => first.idOf(row));
    expect(new Set(ids)).to.have.property("size", rows.length);
    expect(ids.filter((id) => id.endsWith("-2"))).to.have.length(5000);
    expect(ids[15_000]).to.equal(`${ids[0]}-2`);
    expect(rows.map((row) => second.idOf(row))).to.deep.equal(ids);
  });
});

describe("chunks", () => {
  const row = (line: number, externalId: string, text = ""): Prepared => ({ line, externalId, item: { text } });
  const bad = (line: number): Prepared => ({ line, externalId: null, reasons: [] });
  const chunks = async (rows: Prepared[], limits: Partial<ChunkLimits> = {}, skip = 0): Promise<Chunk[]> =>
    Array.fromAsync(toChunks(ReadableStream.from(rows), { rowsMax: 100, bytesMax: 1000, ...limits }, skip));
  const lines = (all: Chunk[]): number[][] => all.map(({ entries }) => entries.map(({ line }) => line));

  it("hold so many rows at most, the refused ones counted", async () => {
    const all = await chunks([row(1, "a"), bad(2), row(3, "c"), row(4, "d"), bad(5)], { rowsMax: 2 });
    expect(lines(all)).to.deep.equal([[1], [3, 4], []]);
    expect(all.map(({ firstRow, endRow }) => [firstRow, endRow])).to.deep.equal([[0, 2], [2, 4], [4, 5]]); // prettier-ignore
    expect(all.flatMap(({ refusals }) => refusals.map(({ line }) => line))).to.deep.equal([2, 5]);
  });

  it("hold so many bytes of UTF-8 at most, with a comma each", async () => {
    const item = '{"text":"éééé"}';
    const bytesMax = 2 * (Buffer.byteLength(item) + 1);
    const rows = [1, 2, 3].map((line) => row(line, `${line}`, "éééé"));
    expect(lines(await chunks(rows, { bytesMax }))).to.deep.equal([[1, 2], [3]]);
    expect(lines(await chunks(rows, { bytesMax: bytesMax - 1 }))).to.deep.equal([[1], [2], [3]]);
  });

  it("refuse a row that alone is too large for a request", async () => {
    const [only, ...more] = await chunks([row(1, "a"), row(2, "b", "x".repeat(1000)), row(3, "c")]);
    expect(more).to.deep.equal([]);
    expect(only?.entries.map(({ line }) => line)).to.deep.equal([1, 3]);
    expect(only?.refusals[0]).to.deep.include({ line: 2, externalId: "b" });
    expect(only?.refusals[0]?.reasons[0]?.detail).to.equal("makes a listing of 1012 bytes; a request takes 1000");
  });

  it("never hold one externalId twice", async () => {
    const all = await chunks([row(1, "a"), row(2, "b"), row(3, "a"), row(4, "b"), row(5, "b")]);
    expect(lines(all)).to.deep.equal([[1, 2], [3, 4], [5]]);
  });

  it("begin after the rows that are done", async () => {
    const all = await chunks([row(1, "a"), bad(2), row(3, "c"), row(4, "d")], { rowsMax: 1 }, 2);
    expect(lines(all)).to.deep.equal([[3], [4]]);
    expect(all[0]?.firstRow).to.equal(2);
  });
});

describe("the progress line", () => {
  it("shows share, rows, rate and refused rows", () => {
    const line = barText({ rows: 12_345, refused: 3, share: 0.5 }, 812.4);
    expect(line).to.equal(`[${"█".repeat(12)}${"·".repeat(12)}] 50 % · 12,345 rows · 812 rows/s · 3 refused`);
  });

  it("is drawn on a terminal only, and makes room for sentences", () => {
    const draw = (isTTY: boolean): string => {
      let written = "";
      let now = 0;
      const write = (text: string): boolean => (written += text) !== "";
      const display = createDisplay({ isTTY, write }, () => now);
      now = 1000;
      display.update({ rows: 10, refused: 0, share: 0.1 });
      display.tell("A sentence.");
      display.end();
      return written;
    };
    expect(draw(false)).to.equal("A sentence.\n");
    const [erased, line, rest, ...end] = draw(true).split("\r\u001B[K");
    expect([erased, ...end]).to.deep.equal(["", ""]);
    expect(line).to.include("10 % · 10 rows");
    expect(rest).to.equal(`A sentence.\n${line}`);
  });
});

describe("answers", () => {
  it("say when to come again in seconds or as a date", () => {
    const now = Date.UTC(2026, 0, 1, 12);
    expect(retryAfterMs("37", now)).to.equal(37_000);
    expect(retryAfterMs("Thu, 01 Jan 2026 12:00:05 GMT", now)).to.equal(5000);
    expect(retryAfterMs("Thu, 01 Jan 2026 11:00:00 GMT", now)).to.equal(0);
    expect(retryAfterMs("soon", now)).to.equal(undefined);
    expect(retryAfterMs(null, now)).to.equal(undefined);
  });

  it("are told by status, code and detail, whatever came", () => {
    expect(problemOf({ status: 400, body: { code: "x", title: "T", detail: "D" } })).to.equal("status 400 (x) D");
    expect(problemOf({ status: 502, body: "<html>" })).to.equal("status 502");
    expect(problemOf({ status: 500, body: null })).to.equal("status 500");
  });
});
