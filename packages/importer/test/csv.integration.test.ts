import { expect } from "chai";
import * as fc from "fast-check";
import { csvCell } from "../src/cells.ts";
import { openSource } from "../src/source.ts";
import type { BrokenRow, CsvOptions, Row } from "../src/rows.ts";
import { CliSandbox } from "./cli-runner.ts";

const plain: CsvOptions = { delimiter: ",", quote: '"', encoding: "utf-8" };

describe("CSV reader", () => {
  let sandbox: CliSandbox;
  before(async () => (sandbox = await CliSandbox.open()));
  after(() => sandbox.close());

  const read = async (content: string | Buffer, options: Partial<CsvOptions> = {}) => {
    const source = await openSource(await sandbox.write("file.csv", content), "csv", { ...plain, ...options });
    const rows = await Array.fromAsync(source.rows);
    return { columns: source.columns, rows: rows.map((row: Row | BrokenRow) => simple(row)) };
  };
  const simple = (row: Row | BrokenRow): unknown[] =>
    "cells" in row ? [row.line, ...row.cells.values()] : [row.line, row.problem];

  it("numbers each row by its first line, including quoted line breaks and empty lines", async () => {
    const { columns, rows } = await read('a,b\n1,2\n\n"x\ny\n",3\r\n\r\n4,5');
    expect(columns).to.deep.equal(["a", "b"]);
    expect(rows).to.deep.equal([
      [2, "1", "2"],
      [4, "x\ny\n", "3"],
      [8, "4", "5"],
    ]);
  });

  it("distinguishes an empty cell from a quoted empty text", async () => {
    expect((await read('a,b\n,""\n')).rows).to.deep.equal([[2, null, ""]]);
  });

  it("accepts a byte order mark, CRLF, other delimiters and files without quotes", async () => {
    expect((await read('\uFEFFa;b\r\n1,5;"x\r\n', { delimiter: ";", quote: null })).rows).to.deep.equal([
      [2, "1,5", '"x'],
    ]);
    expect((await read("\uFEFFa,b\r\n1,2\r\n")).columns).to.deep.equal(["a", "b"]);
  });

  it("decodes encodings by name and UTF-16 by its byte order mark", async () => {
    const latin = Buffer.from("city\nMontr\u00e9al\n", "latin1");
    expect((await read(latin, { encoding: "windows-1252" })).rows).to.deep.equal([[2, "Montréal"]]);
    const utf16 = Buffer.from("\uFEFFcity\nMontréal\n", "utf16le");
    expect((await read(utf16)).rows).to.deep.equal([[2, "Montréal"]]);
  });

  it("rejects only the rows that are not UTF-8, and suggests to set the encoding", async () => {
    const bytes = Buffer.concat([
      Buffer.from("city\nOslo\n"),
      Buffer.from("K\u00f8ge\n", "latin1"),
      Buffer.from("Køge\n"),
    ]);
    const { rows } = await read(bytes);
    expect(rows[0]).to.deep.equal([2, "Oslo"]);
    expect(rows[1]?.[0]).to.equal(3);
    expect(rows[1]?.[1]).to.include("windows-1252");
    expect(rows[2]).to.deep.equal([4, "Køge"]);
  });

  it("uses the configured column names for a file without a header", async () => {
    expect((await read("1,2\n", { header: ["x", "y"] })).rows).to.deep.equal([[1, "1", "2"]]);
  });

  for (const [what, line, problem] of [
    ["a quote that is never closed", '"1,2', "a quote is opened and never closed"],
    ["a quote inside a plain value", '1 "or" 2,3', "a quote is inside a value that is not quoted"],
    ["something after a closing quote", '"1"2,3', "something follows the closing quote of a value"],
    ["too few columns", "1", "has 1 column where the header has 2"],
    ["too many columns", "1,2,3", "has 3 columns where the header has 2"],
  ] as const) {
    it(`loses one line to ${what}, at any position`, async () => {
      const lines = ["5,6", "7,8", "9,10"];
      for (let at = 0; at <= lines.length; at++) {
        const { rows } = await read(["a,b", ...lines.toSpliced(at, 0, line)].join("\n"));
        const expected = lines.map((each, index) => [index + (index < at ? 2 : 3), ...each.split(",")]);
        expect(rows).to.deep.equal(expected.toSpliced(at, 0, [at + 2, problem]));
      }
    });
  }

  it("loses one line per unclosed quote in a file of many chunks", async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) => (n % 1000 === 999 ? `"${n},x` : `${n},x`));
    const { rows } = await read(`a,b\n${lines.join("\n")}\n`);
    expect(rows).to.have.length(60_000);
    expect(rows.filter((row) => row.length === 2).map(([line]) => line)).to.deep.equal(
      Array.from({ length: 60 }, (_, n) => n * 1000 + 1001),
    );
  });

  it("rejects a line that is longer than the limit", async () => {
    const { rows } = await read(`a,b\n1,2\n3,${"x".repeat(3 * 1024 * 1024)}\n5,6\n`);
    expect(rows).to.deep.equal([
      [2, "1", "2"],
      [3, "the line is longer than 2097152 bytes"],
      [4, "5", "6"],
    ]);
  });

  it("reads all cells that the export writes without loss", async () => {
    const cell = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(null, "", '"', "\r\n", ",", " x ", "\n"));
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const text = rows.map((row) => `${row.map((each) => csvCell(each)).join(",")}\r\n`).join("");
        const back = (await read(`a,b\r\n${text}`)).rows.map(([, ...cells]) => cells);
        expect(back).to.deep.equal(rows);
      }),
      { numRuns: 200 },
    );
  });
});
