import { expect } from "chai";
import { createMapper } from "../src/mapper.ts";
import { parseMapping } from "../src/mapping.ts";
import { formatOf, openSource } from "../src/source.ts";
import { CliSandbox } from "./cli-runner.ts";

const csv = { delimiter: ",", quote: '"', encoding: "utf-8" };

describe("NDJSON reader", () => {
  let sandbox: CliSandbox;
  before(async () => (sandbox = await CliSandbox.open()));
  after(() => sandbox.close());

  it("reads one object per line, and reports other lines as broken rows with their numbers", async () => {
    const text = '\uFEFF{"a":1}\n\n[1]\r\n{"a":\nnull\n{"a":"\\u0000"}';
    const source = await openSource(await sandbox.write("file.ndjson", text), "ndjson", csv);
    const rows = await Array.fromAsync(source.rows);
    expect(
      rows.map((row) => ("cells" in row ? [row.line, row.cells.get("a")] : [row.line, row.problem])),
    ).to.deep.equal([
      [1, 1],
      [3, "is not a JSON object"],
      [4, "is not JSON"],
      [5, "is not a JSON object"],
      [6, "\0"],
    ]);
  });

  it("maps members by name and by path, with values of any type", async () => {
    const row = {
      ref: 7,
      name: "N",
      at: { town: "Oslo", "zip.code": 150 },
      cost: 12.5,
      tags: ["a", " b"],
      on: 1777593600,
      "x.y": "flat",
    };
    const source = await openSource(await sandbox.write("file.ndjson", JSON.stringify(row)), "ndjson", csv);
    const mapping = {
      externalId: "ref",
      columns: {
        title: "name",
        "address.city": "at.town",
        price: "cost",
        features: { column: "tags", trim: true },
        publishedAt: { column: "on", format: "unix" },
        description: "x.y",
        bedrooms: { column: "cost", values: { "12.5": 3 } },
      },
      constants: { propertyType: "House", propertyCategory: "Residential" },
    };
    const mapper = createMapper(parseMapping(mapping, "test.json"), source);
    const [first] = await Array.fromAsync(source.rows);
    expect(first !== undefined && "cells" in first && mapper(first)).to.deep.equal({
      item: {
        externalId: "7",
        title: "N",
        address: { city: "Oslo" },
        price: 12.5,
        features: ["a", "b"],
        publishedAt: "2026-05-01T00:00:00.000Z",
        description: "flat",
        bedrooms: 3,
        propertyType: "House",
        propertyCategory: "Residential",
      },
    });
  });

  it("reports a mapped member that no row has", async () => {
    const source = await openSource(await sandbox.write("file.ndjson", '{"name":"N"}'), "ndjson", csv);
    const mapping = parseMapping({ columns: { title: "nam" } }, "test.json");
    expect(() => createMapper(mapping, source)).to.throw("title: there is no column 'nam'. Did you mean 'name'?");
  });

  it("formatOf determines the format by the name of the file", () => {
    expect(["a.csv", "a.TSV", "a.ndjson", "a.jsonl"].map((name) => formatOf(name))).to.deep.equal([
      "csv",
      "csv",
      "ndjson",
      "ndjson",
    ]);
    expect(() => formatOf("a.xlsx")).to.throw("the name must end in");
  });
});
