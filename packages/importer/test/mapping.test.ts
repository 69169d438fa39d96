import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { CliError } from "../src/cli-error.ts";
import { fieldNames } from "../src/fields.ts";
import { createMapper } from "../src/mapper.ts";
import { type Mapping, parseMapping, defaultMapping } from "../src/mapping.ts";

const base = { constants: { title: "T", propertyType: "House", propertyCategory: "Residential" } };

/** Applies a mapping to one row of CSV. */
function map(mapping: object, row: Record<string, string | null>): unknown {
  const parsed = parseMapping({ ...base, ...mapping }, "test.json");
  const mapper = createMapper(parsed, { format: "csv", columns: Object.keys(row) });
  return mapper({ line: 2, cells: new Map(Object.entries(row)) });
}
/** Applies a rule to one row. @returns the value of the field */
function value(field: string, rule: unknown, row: Record<string, string | null>): unknown {
  const mapped = map({ columns: { [field]: rule } }, row);
  if (typeof mapped !== "object" || mapped === null || !("item" in mapped)) return mapped;
  return field.split(".").reduce((inner: unknown, step) => (inner as Record<string, unknown>)[step], mapped.item);
}
function problems(mapping: object, columns: string[] = ["a"]): string {
  try {
    createMapper(parseMapping({ ...base, ...mapping }, "test.json"), { format: "csv", columns });
    return "";
  } catch (error) {
    if (error instanceof CliError) return error.message;
    throw error;
  }
}

describe("a mapping", () => {
  it("converts a column to the type of the field by default", () => {
    expect(value("price", "a", { a: "$1,234,567.50" })).to.equal(1234567.5);
    expect(value("yearBuilt", "a", { a: "1995" })).to.equal(1995);
    expect(value("address.city", "a", { a: " Oslo " })).to.equal(" Oslo ");
    expect(value("features", "a", { a: "pool| sea view |" })).to.deep.equal(["pool", "sea view"]);
    expect(value("publishedAt", "a", { a: "2026-05-01" })).to.equal("2026-05-01");
    expect(
      value("media", { column: "a", split: " " }, { a: "https://a.example/1.jpg https://a.example/2.jpg" }),
    ).to.deep.equal([{ url: "https://a.example/1.jpg" }, { url: "https://a.example/2.jpg" }]);
  });

  it("sends null, an empty list, an empty text or nothing for an empty column, depending on the field", () => {
    for (const empty of [null, "", "  "]) {
      expect(value("price", "a", { a: empty })).to.equal(null);
      expect(value("address.city", "a", { a: empty })).to.equal(null);
      expect(value("features", "a", { a: empty })).to.deep.equal([]);
      expect(value("description", "a", { a: empty })).to.equal("");
      expect(map({ columns: { status: "a" } }, { a: empty })).not.to.have.nested.property("item.status");
    }
    expect(map({ columns: { "location.lat": "a", "location.lon": "b" } }, { a: "", b: "" })).to.have.nested.property(
      "item.location",
      null,
    );
  });

  it("replaces the configured null texts with the default", () => {
    expect(value("price", { column: "a", nulls: ["NA", "-"] }, { a: " NA " })).to.equal(null);
    expect(value("price", { column: "a", nulls: ["NA"], default: 7 }, { a: "NA" })).to.equal(7);
    expect(map({ nulls: ["", "n/a"], columns: { price: "a" } }, { a: "n/a" })).to.have.nested.property(
      "item.price",
      null,
    );
  });

  it("applies trim, strip, case, values, prefix and suffix in this order", () => {
    const rule = {
      column: "a",
      trim: true,
      strip: "z",
      stripEnd: "!",
      case: "upper",
      values: { AB: "cd" },
      prefix: "<",
      suffix: ">",
    };
    expect(value("address.postalCode", rule, { a: " zab! " })).to.equal("cd");
    expect(value("address.postalCode", rule, { a: "zx" })).to.equal("<X>");
    expect(value("address.postalCode", { column: "a", strip: "z" }, { a: "zz1" })).to.equal("z1");
    expect(value("address.city", { column: "a", case: "title" }, { a: "SAN JOSÉ-o'hara" })).to.equal("San José-O'hara");
  });

  it("replaces values with texts, numbers or null, and does not change other values", () => {
    const rule = { column: "a", values: { Condo: "Apartment", "?": null } };
    expect(value("address.street", rule, { a: "Condo" })).to.equal("Apartment");
    expect(value("address.street", rule, { a: "Loft" })).to.equal("Loft");
    expect(value("address.street", rule, { a: "?" })).to.equal(null);
    expect(value("bedrooms", { column: "a", values: { Studio: 0 } }, { a: "Studio" })).to.equal(0);
    expect(value("bedrooms", { column: "a", values: { Studio: 0 } }, { a: "3" })).to.equal(3);
  });

  it("splits lists, transforms each entry and removes empty ones", () => {
    const rule = {
      column: "a",
      split: ",",
      strip: "has ",
      case: "lower",
      values: { ac: "air conditioning", none: null },
    };
    expect(value("features", rule, { a: "has Pool, AC,, None" })).to.deep.equal(["pool", "air conditioning"]);
  });

  it("creates a list from boolean columns", () => {
    const flags = { pool: "Pool", lift: "Elevator", view: "Sea view" };
    expect(value("features", { flags }, { pool: "Y", lift: "0", view: "true" })).to.deep.equal(["Pool", "Sea view"]);
    expect(value("features", { flags }, { pool: "maybe", lift: "", view: "" })).to.deep.equal({
      reasons: [{ field: "features", detail: "is neither yes nor no" }],
    });
  });

  it("renders the first template whose columns all have values", () => {
    const rule = { template: ["{beds} bed {type:words} in {city:title}", "{{{type:upper}}}"] };
    const row = { beds: "3", type: "MULTI_FAMILY", city: "ELK GROVE" };
    expect(value("description", rule, row)).to.equal("3 bed Multi Family in Elk Grove");
    expect(value("description", rule, { ...row, beds: null })).to.equal("{MULTI_FAMILY}");
    expect(value("description", rule, { ...row, type: "" })).to.equal("");
  });

  it("rejects a row with the reasons of all fields, including column and value", () => {
    const columns = { price: "a", yearBuilt: "b", "address.country": "c", "location.lat": "d" };
    expect(map({ columns }, { a: "1e3", b: "1995.5", c: "Norway", d: "91" })).to.deep.equal({
      reasons: [
        { field: "price", detail: "is not a number", column: "a", value: "1e3" },
        { field: "yearBuilt", detail: "is not a whole number", column: "b", value: "1995.5" },
        {
          field: "address.country",
          detail: "must be an ISO 3166-1 alpha-2 code, for example `US`",
          column: "c",
          value: "Norway",
        },
        { field: "location.lat", detail: "must be at most 90", column: "d", value: "91" },
        { field: "location.lon", detail: "is required" },
      ],
    });
  });

  for (const [what, mapping, message] of [
    [
      "an unknown field",
      { columns: { city: "a" } },
      "'city' is not a field of a listing. Did you mean 'address.city'?",
    ],
    ["an unknown column", { columns: { price: "b" } }, "price: there is no column 'b'."],
    [
      "an unknown column in a template",
      { columns: { description: { template: "{b}" } } },
      "description: there is no column 'b'.",
    ],
    ["a column that the file has twice", { columns: { price: "twice" } }, "price: there are 2 columns 'twice'."],
    [
      "a type that the field does not support",
      { columns: { price: { column: "a", as: "date" } } },
      "price: cannot be read as date: expected number or integer.",
    ],
    [
      "a member without effect",
      { columns: { price: { column: "a", split: "," } } },
      'price: is read as number, for which "split" has no effect.',
    ],
    [
      "a rule without a source",
      { columns: { price: { as: "number" } } },
      "price: must have exactly one of column, template and flags.",
    ],
    [
      "an invalid default",
      { columns: { price: { column: "a", default: -1 } } },
      "price: has a default that is not valid for the field.",
    ],
    [
      "an invalid constant",
      { columns: {}, constants: { currency: "US$" } },
      `The constant "US$" is not a valid value of 'currency'.`,
    ],
    [
      "a column and a constant for one field",
      { columns: { title: "a" } },
      "title is set by a column and by a constant.",
    ],
    ["a required field without a source", { columns: {}, constants: {} }, "'propertyType' is required: map it"],
    [
      "a bad template",
      { columns: { description: { template: "{a" } } },
      "description: the template '{a' has a single '{'.",
    ],
    [
      "a bad date pattern",
      { columns: { publishedAt: { column: "a", format: "DD.MM" } } },
      "publishedAt: 'DD.MM' must contain year, month and day once each",
    ],
    ["externalId twice", { externalId: "a", columns: { externalId: "a" } }, "externalId is mapped twice."],
  ] as const) {
    it(`is rejected before any row is read because of ${what}`, () => {
      expect(problems(mapping, ["a", "twice", "twice"])).to.include(message);
    });
  }

  it("of the Sacramento file is identical to the one in the documentation", async () => {
    const docs = await readFile(new URL("../../../docs/guide/import.md", import.meta.url), "utf8");
    const shown = docs.split("```json\n").map((part) => part.split("```")[0] ?? "");
    const file = await readFile(new URL("../examples/sacramento.mapping.json", import.meta.url), "utf8");
    expect(shown).to.include(file);
  });

  it("of the Sacramento file matches its header and maps its rows", async () => {
    const text = await readFile(new URL("../examples/sacramento.mapping.json", import.meta.url), "utf8");
    const columns = ["city", "zip", "beds", "baths", "sqft", "type", "price", "latitude", "longitude"];
    const mapper = createMapper(parseMapping(JSON.parse(text), "sacramento"), { format: "csv", columns });
    const cells = ["CITRUS_HEIGHTS", "z95621", "4", "2.5", "1280", "Multi_Family", "167293", "38.7", "-121.3"];
    expect(mapper({ line: 2, cells: new Map(columns.map((name, index) => [name, cells[index]])) })).to.deep.equal({
      item: {
        title: "4 bed Multi Family in Citrus Heights",
        propertyType: "Multi_Family",
        propertyCategory: "Residential",
        listingType: "sale",
        price: 167293,
        currency: "USD",
        bedrooms: 4,
        bathrooms: 2.5,
        area: 1280,
        areaUnit: "sqft",
        address: { city: "CITRUS_HEIGHTS", region: "California", postalCode: "95621", country: "US" },
        location: { lat: 38.7, lon: -121.3 },
      },
    });
  });
});

describe("a file whose columns are named like fields", () => {
  const mapRow = (mapping: Mapping, format: "csv" | "ndjson", row: Record<string, unknown>): unknown =>
    createMapper(mapping, { format, columns: Object.keys(row) })({ line: 1, cells: new Map(Object.entries(row)) });
  const required = { title: "T", propertyType: "House", propertyCategory: "Residential" };

  it("needs no mapping, and read-only fields are ignored", () => {
    const row = {
      ...required,
      id: "x",
      version: "3",
      updatedAt: "2026",
      "address.city": "",
      price: "1.5",
      features: "a|b",
    };
    expect(mapRow(defaultMapping, "csv", row)).to.deep.equal({
      item: { ...required, address: { city: "" }, price: 1.5, features: ["a", "b"] },
    });
    const object = { ...required, id: "x", version: 3, address: { city: "Oslo" } };
    expect(mapRow(defaultMapping, "ndjson", object)).to.deep.equal({
      item: { ...required, address: { city: "Oslo" } },
    });
  });

  it("can omit fields and set constants with a mapping without columns", () => {
    const mapping = parseMapping({ ignore: ["agentId"], constants: { status: "inactive" } }, "test.json");
    const expected = { item: { ...required, status: "inactive" } };
    expect(mapRow(mapping, "csv", { ...required, agentId: "x", status: "sold" })).to.deep.equal(expected);
    expect(mapRow(mapping, "ndjson", { ...required, agentId: "x", status: "sold" })).to.deep.equal(expected);
  });

  it("can read its externalId from another column", () => {
    const mapping = parseMapping({ externalId: { template: "mls-{version}" } }, "test.json");
    const expected = { item: { ...required, externalId: "mls-3" } };
    expect(mapRow(mapping, "csv", { ...required, externalId: "x", version: "3" })).to.deep.equal(expected);
    expect(mapRow(mapping, "ndjson", { ...required, externalId: "x", version: 3 })).to.deep.equal(expected);
  });

  it("reports the externalId of a rejected row if it is valid", () => {
    const wrong = { ...required, price: "cheap" };
    const idOf = (row: object): unknown => Object(mapRow(defaultMapping, "ndjson", { ...wrong, ...row })).externalId;
    expect(idOf({ externalId: "x" })).to.equal("x");
    expect(idOf({})).to.equal(undefined);
    expect(idOf({ externalId: "x".repeat(1000) })).to.equal(undefined);
  });

  it("rejects unknown members at any depth", () => {
    expect(mapRow(defaultMapping, "ndjson", { ...required, address: { town: "Oslo" } })).to.deep.equal({
      reasons: [{ field: "address.town", detail: "is not a known field" }],
    });
    expect(() => mapRow(defaultMapping, "csv", { ...required, town: "Oslo" })).to.throw(
      "The column 'town' is not a field",
    );
  });

  it("has every field of the contract", () => {
    expect(fieldNames).to.have.length(30);
    expect(fieldNames).to.include.members(["agentId", "address.community", "location.lon", "media", "publishedAt"]);
  });
});
