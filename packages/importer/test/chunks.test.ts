import { expect } from "chai";
import { type Chunk, type ChunkLimits, type PreparedRow, toChunks } from "../src/chunks.ts";

describe("toChunks", () => {
  const row = (line: number, externalId: string, text = ""): PreparedRow => ({ line, externalId, item: { text } });
  const bad = (line: number): PreparedRow => ({ line, externalId: null, reasons: [] });
  const chunks = async (rows: PreparedRow[], limits: Partial<ChunkLimits> = {}, skip = 0): Promise<Chunk[]> =>
    Array.fromAsync(toChunks(ReadableStream.from(rows), { rowsMax: 100, bytesMax: 1000, ...limits }, skip));
  const lines = (all: Chunk[]): number[][] => all.map(({ entries }) => entries.map(({ line }) => line));

  it("limits the number of rows per chunk, including rejected rows", async () => {
    const all = await chunks([row(1, "a"), bad(2), row(3, "c"), row(4, "d"), bad(5)], { rowsMax: 2 });
    expect(lines(all)).to.deep.equal([[1], [3, 4], []]);
    expect(all.map(({ firstRow, endRow }) => [firstRow, endRow])).to.deep.equal([[0, 2], [2, 4], [4, 5]]); // prettier-ignore
    expect(all.flatMap(({ rejectedRows }) => rejectedRows.map(({ line }) => line))).to.deep.equal([2, 5]);
  });

  it("limits the size of a chunk in bytes of UTF-8, including commas", async () => {
    const item = '{"text":"éééé"}';
    const bytesMax = 2 * (Buffer.byteLength(item) + 1);
    const rows = [1, 2, 3].map((line) => row(line, `${line}`, "éééé"));
    expect(lines(await chunks(rows, { bytesMax }))).to.deep.equal([[1, 2], [3]]);
    expect(lines(await chunks(rows, { bytesMax: bytesMax - 1 }))).to.deep.equal([[1], [2], [3]]);
  });

  it("rejects a row that is larger than a request", async () => {
    const [only, ...more] = await chunks([row(1, "a"), row(2, "b", "x".repeat(1000)), row(3, "c")]);
    expect(more).to.deep.equal([]);
    expect(only?.entries.map(({ line }) => line)).to.deep.equal([1, 3]);
    expect(only?.rejectedRows[0]).to.deep.include({ line: 2, externalId: "b" });
    expect(only?.rejectedRows[0]?.reasons[0]?.detail).to.equal(
      "listing has 1012 bytes; the limit of a request is 1000 bytes",
    );
  });

  it("never puts the same externalId into a chunk twice", async () => {
    const all = await chunks([row(1, "a"), row(2, "b"), row(3, "a"), row(4, "b"), row(5, "b")]);
    expect(lines(all)).to.deep.equal([[1, 2], [3, 4], [5]]);
  });

  it("skips the rows that are done", async () => {
    const all = await chunks([row(1, "a"), bad(2), row(3, "c"), row(4, "d")], { rowsMax: 1 }, 2);
    expect(lines(all)).to.deep.equal([[3], [4]]);
    expect(all[0]?.firstRow).to.equal(2);
  });
});
