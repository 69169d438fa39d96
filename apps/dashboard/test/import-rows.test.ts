import { expect } from "chai";
import { Plat } from "@plat/client";
import { detectDelimiter, parseCsv } from "../src/import/parse-csv.ts";
import { decodeText } from "../src/import/decode-text.ts";
import { guessMapping, type Mapping, parseNumber, parseRow, unusedColumns } from "../src/import/mapping.ts";
import { batches, type Progress, rejectedRowsCsv, sendRows } from "../src/import/send-rows.ts";

describe("import rows", () => {
  it("parseCsv supports quotes, line breaks in quotes, doubled quotes, other delimiters and a byte order mark", () => {
    expect(parseCsv('\u{FEFF}a,b\r\n"x, y","say ""hi"""\r\n\r\n"two\nlines",\n')).to.deep.equal([
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["x, y", 'say "hi"'] },
      { line: 4, cells: ["two\nlines", ""] },
    ]);
    expect(detectDelimiter("a;b;c\n1,2;3;4")).to.equal(";");
    expect(parseCsv("a\tb\n1\t2").map(({ cells }) => cells)).to.deep.equal([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it("guessMapping uses each column once and prefers exact names to synonyms", () => {
    const mapping = guessMapping([
      "MLS ID",
      "Title",
      "type",
      "Beds",
      "List Price",
      "City",
      "Zip",
      "lat",
      "lng",
      "sqft",
    ]);
    const columns = Object.fromEntries(
      Object.entries(mapping).map(([path, source]) => [path, "column" in source ? source.column : source.constant]),
    );
    expect(columns).to.deep.include({
      externalId: 0,
      title: 1,
      propertyType: 2,
      bedrooms: 3,
      price: 4,
      "address.city": 5,
      "address.postalCode": 6,
      "location.lat": 7,
      "location.lon": 8,
      area: 9,
      areaUnit: "sqft",
      propertyCategory: "Residential",
    });
    expect(new Set(Object.values(columns)).size).to.equal(Object.keys(columns).length);
  });

  it("unusedColumns returns the columns that no field is read from", () => {
    const columns = ["title", "type", "", "broker", "price"];
    expect(unusedColumns(columns, guessMapping(columns))).to.deep.equal(["Column 3", "broker"]);
    expect(unusedColumns(["title"], guessMapping(["title"]))).to.deep.equal([]);
  });

  it("parseRow returns a listing, or all errors of the row", () => {
    const mapping: Mapping = {
      title: { column: 0 },
      price: { column: 1 },
      features: { column: 2 },
      "address.city": { column: 3 },
      propertyType: { constant: "House" },
      propertyCategory: { constant: "Residential" },
    };
    const row = (cells: string[]) => parseRow({ line: 2, cells }, 4, mapping);
    expect(row(["Nice", "€ 250,000", "pool; garage", "Leiden"])).to.deep.equal({
      line: 2,
      externalId: null,
      item: {
        title: "Nice",
        propertyType: "House",
        propertyCategory: "Residential",
        features: ["pool", "garage"],
        price: 250_000,
        address: { city: "Leiden" },
      },
    });
    expect(row(["", "cheap"])).to.deep.equal({
      line: 2,
      externalId: null,
      errors: [
        { field: "row", detail: "has 2 cells, but the header has 4" },
        { field: "Title", detail: "is required" },
        { field: "Price", detail: "“cheap” is not a number" },
      ],
    });
    for (const wrong of ["1e3", "0x10", "1,23", "12 m", ""]) expect(parseNumber(wrong), wrong).to.equal(undefined);
  });

  it("batches stay within the limits for rows and bytes per request", () => {
    const rows = Array.from({ length: 450 }, (_, index) => ({
      line: index,
      externalId: null,
      item: { title: "x".repeat(index < 3 ? 500_000 : 10) },
    }));
    const sizes = [...batches(rows)].map((batch) => batch.length);
    expect(sizes.slice(0, 2)).to.deep.equal([1, 1]);
    expect(Math.max(...sizes)).to.equal(200);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(450);
  });

  it("decodeText supports the encodings that spreadsheets write", () => {
    const text = "title;price\nCaf\u{E9} au c\u{153}ur, 5 \u{20AC};1";
    const utf16 = Buffer.from(`\u{FEFF}${text}`, "utf16le");
    const windows = Uint8Array.from(Buffer.from(text, "latin1"));
    windows[text.indexOf("\u{153}")] = 0x9c;
    windows[text.indexOf("\u{20AC}")] = 0x80;
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\u{FEFF}${text}`),
      utf16,
      Buffer.from(utf16).swap16(),
      windows,
    ])
      expect(decodeText(bytes)).to.equal(text);
  });

  it("sendRows upserts rows with an external id and creates listings for the others", async () => {
    const sent: { mode: string; items: Record<string, unknown>[] }[] = [];
    const plat = new Plat({
      baseUrl: "http://plat.test",
      key: "svc_pk_x",
      fetch: (_, { body }) => {
        const request = JSON.parse(body as string) as (typeof sent)[number];
        sent.push(request);
        const data = request.items.map((item, index) => ({
          index,
          id: "1",
          status: item["title"] === "wrong" ? 400 : request.mode === "upsert" ? 200 : 201,
        }));
        return Promise.resolve(Response.json({ data }));
      },
    });
    const row = (line: number, externalId: string | null, title = "House") => ({ line, externalId, item: { title } });
    let last: Progress | undefined;
    const rows = [
      row(2, null, "wrong"),
      row(3, "a"),
      { line: 4, externalId: null, errors: [{ field: "Price", detail: "is required" }] },
      row(5, null),
      row(6, "b"),
    ];
    await sendRows(plat, rows, (progress) => (last = progress), new AbortController().signal);
    expect(sent.map(({ mode, items }) => [mode, items.length])).to.deep.equal([
      ["upsert", 2],
      ["create", 2],
    ]);
    expect(last).to.deep.include({ done: 5, created: 1, updated: 2 });
    expect(last?.rejected.map(({ line }) => line)).to.deep.equal([2, 4]);
  });

  it("rejectedRowsCsv escapes formulas", () => {
    const rejected = [{ line: 3, externalId: "=1+1", errors: [{ field: "price", detail: 'is "no" number' }] }];
    expect(rejectedRowsCsv(rejected)).to.equal('line,externalId,field,reason\r\n3,\'=1+1,price,"is ""no"" number"\r\n');
  });
});
