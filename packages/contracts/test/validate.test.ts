import { expect } from "chai";
import { describe, it } from "mocha";
import { z } from "zod";
import { allContracts, propertyCreate, searchRequest, toFieldErrors, validator } from "../src/index.ts";
import { atEdge, parsed, told } from "./validation-helpers.ts";

const create = atEdge(propertyCreate);
const search = atEdge(searchRequest);
const required = { title: "A house", propertyType: "House", propertyCategory: "Residential" };

describe("a validator", () => {
  it("fills in defaults and normalises what comes in", () => {
    expect(validator(z.object({ a: z.number().default(3), b: z.string().optional() }))({})).to.deep.equal({
      ok: true,
      value: { a: 3 },
    });
    expect(create({ ...required, price: -0, publishedAt: "2026-05-01T02:00:00.1239+02:00" })).to.deep.equal({
      ok: true,
      value: { ...required, price: 0, publishedAt: "2026-05-01T00:00:00.123Z" },
    });
  });

  it("leaves unknown members out in services, at any depth", () => {
    const value = {
      ...required,
      later: 1,
      address: { city: "Davis", later: 2 },
      media: [{ url: "https://a.example/1", later: 3 }],
    };
    expect(validator(propertyCreate)(value)).to.deep.equal({
      ok: true,
      value: {
        ...required,
        address: { city: "Davis" },
        media: [{ url: "https://a.example/1", kind: "image", caption: null }],
      },
    });
  });

  it("names every unknown member at the edge, at any depth", () => {
    const value = {
      ...required,
      later: 1,
      address: { city: "Davis", "a/b~c": 2 },
      media: [{ url: "https://a.example/1", later: 3 }],
    };
    expect(told(create(value)).toSorted()).to.deep.equal([
      "/address/a~1b~0c: unknown field",
      "/later: unknown field",
      "/media/0/later: unknown field",
    ]);
    expect(
      told(
        search({ filters: { price: { min: 1, minimum: 2 } }, geo: { radius: { lat: 1, lon: 1, distance: 1, x: 1 } } }),
      ),
    ).to.deep.equal(["/filters/price/minimum: unknown field", "/geo/radius/x: unknown field"]);
  });

  it("refuses what a client may not set", () => {
    const mine = {
      organizationId: "0195d5f0-0000-7000-8000-000000000000",
      version: 7,
      id: "x",
      createdAt: "2026-01-01",
      usageCount: 0,
    };
    expect(told(create({ ...required, ...mine }))).to.deep.equal(
      Object.keys(mine).map((name) => `/${name}: unknown field`),
    );
    const key = atEdge(allContracts.createKey.body);
    expect(told(key({ name: "a", status: "active", usageCount: 3 }))).to.deep.equal([
      "/status: unknown field",
      "/usageCount: unknown field",
    ]);
  });

  it("tells all that is wrong, in words", () => {
    const wrong = {
      title: "",
      propertyType: 3,
      listingType: "lease",
      status: null,
      price: -1,
      bedrooms: "3",
      yearBuilt: 1999.5,
      floor: 1e9,
      features: ["pool", 7],
      address: { country: "XX", city: "x".repeat(121) },
      location: [1, 2],
      media: [{ url: "ftp://a.example" }, {}],
      agentId: "me",
      currency: "usd",
      publishedAt: "yesterday",
    };
    expect(told(create(wrong)).toSorted()).to.deep.equal(
      [
        "/title: must not be empty",
        "/propertyType: must be a string",
        "/propertyCategory: is required",
        "/listingType: must be one of sale, rent",
        "/status: must be one of active, pending, inactive, sold, rented",
        "/price: must be at least 0",
        "/bedrooms: must be a number",
        "/yearBuilt: must be a whole number",
        "/floor: must be at most 300",
        "/features/1: must be a string",
        "/address/country: must be an ISO 3166-1 alpha-2 country code, like US",
        "/address/city: must have at most 120 characters",
        "/location: must be an object",
        "/media/0/url: must be an absolute http or https URL",
        "/media/1/url: is required",
        "/agentId: must be a UUID",
        "/currency: must be an ISO 4217 currency code",
        "/publishedAt: must be a real date, or a date and time with a zone, like 2026-05-01 or 2026-05-01T12:00:00Z",
      ].toSorted(),
    );
  });

  it("tells of a number that breaks two bounds on the same side once, by the nearer one", () => {
    expect(told(search({ limit: 1e20 }))).to.deep.equal(["/limit: must be at most 100"]);
    expect(told(search({ limit: -1e20 }))).to.deep.equal(["/limit: must be at least 1"]);
    expect(told(validator(z.object({ a: z.int() }))({ a: 1e20 }))).to.have.length(1);
    expect(told(create({ ...required, price: -1, yearBuilt: 1e20, floor: -1e20 }))).to.have.length(3);
  });

  it("looks no further at a text that is too long", () => {
    const signUp = atEdge(allContracts.signUp.body);
    const body = { organizationName: "A", password: "12345678", email: `a@${".".repeat(300)}@` };
    expect(told(signUp(body))).to.deep.equal(["/email: must have at most 254 characters"]);
  });

  it("asks a batch for its mode: nothing is guessed for it", () => {
    const batch = atEdge(allContracts.batchProperties.body);
    expect(told(batch({ items: [required] }))).to.deep.equal(["/mode: is required"]);
  });

  it("says what a body that is no object must be", () => {
    for (const value of [null, 1, "a", true, []])
      expect(told(create(value)), JSON.stringify(value)).to.deep.equal([": must be an object"]);
    expect(told(create(undefined))).to.deep.equal([": is required"]);
  });

  it("speaks of the useful branch of a union", () => {
    const geo = (value: unknown) => told(search({ geo: value }));
    expect(geo({ radius: { lat: 91, lon: 0 } })).to.deep.equal([
      "/geo/radius/lat: must be at most 90",
      "/geo/radius/distance: is required",
    ]);
    expect(geo({ bbox: [1, 2, 3] })).to.deep.equal(["/geo/bbox: must have at least 4 items"]);
    expect(geo({ bbox: [1, 2, 3, 1] })).to.deep.equal(["/geo/bbox: south must not be above north"]);
    expect(geo({ polygon: { type: "Point", coordinates: [] } })).to.deep.equal([
      '/geo/polygon/type: must be "Polygon"',
      "/geo/polygon/coordinates: must not be empty",
    ]);
    for (const value of [{}, { radius: 1, bbox: 2 }, { circle: 1 }]) {
      expect(geo(value), JSON.stringify(value)).to.deep.equal(["/geo: needs exactly one of radius, bbox and polygon"]);
    }
    expect(geo("here")).to.deep.equal(["/geo: must be an object"]);
    expect(told(validator(z.object({ a: z.union([z.string(), z.number()]) }))({ a: true }))).to.deep.equal([
      "/a: must be a string or a number",
    ]);
    expect(told(validator(z.object({ a: z.union([z.string(), z.number()]) }))({}))).to.deep.equal(["/a: is required"]);
  });

  it("tells at most 50 issues", () => {
    const items = Array.from({ length: 200 }, () => 1);
    const result = create({ ...required, features: items });
    expect(told(result).length).to.equal(50);
  });

  it("keeps a refusal of a range beside other refusals", () => {
    expect(
      told(search({ filters: { price: { min: 3, max: 1, x: 1 }, area: { unit: "sqm" }, bedrooms: {} } })),
    ).to.deep.equal([
      "/filters/price/x: unknown field",
      "/filters/price: min must not be above max",
      "/filters/bedrooms: needs min or max",
      "/filters/area: needs min or max",
    ]);
  });

  it("refuses NUL and lone surrogates in every text of a listing, and keeps other Unicode as it is", () => {
    for (const bad of ["a\u0000b", "a\ud800", "\udc00a"]) {
      const value = {
        ...required,
        title: bad,
        description: bad,
        features: [bad],
        address: { city: bad },
        externalId: bad,
      };
      expect(told(create(value)), JSON.stringify(bad)).to.have.length(5);
    }
    for (const good of ["Cafe\u0301", "Caf\u00e9", "\u202eabc", "\u{1F3E0}", "__proto__"]) {
      expect(create({ ...required, propertyType: good })).to.have.nested.property("value.propertyType", good);
    }
  });

  it("refuses numbers that JSON cannot carry exactly or at all", () => {
    for (const text of ["1e400", "-1e400", "9007199254740993", "1e13"]) {
      expect(create({ ...required, price: parsed(text) }).ok, text).to.equal(false);
    }
    for (const value of [NaN, Infinity, "1", null, 1n]) {
      expect(create({ ...required, bedrooms: value }).ok, String(value)).to.equal(value === null);
    }
  });
});

describe("field errors", () => {
  it("point into bodies and name parameters", () => {
    const issues = [
      { path: ["a/b", 0, "c~d"], detail: "is wrong" },
      { path: [], detail: "is required" },
    ];
    expect(toFieldErrors(issues, "body")).to.deep.equal([
      { in: "body", pointer: "/a~1b/0/c~0d", detail: "is wrong" },
      { in: "body", pointer: "", detail: "is required" },
    ]);
    expect(toFieldErrors([{ path: ["types", 1], detail: "is wrong" }], "query")).to.deep.equal([
      { in: "query", name: "types", detail: "is wrong" },
    ]);
    expect(toFieldErrors([{ path: ["id"], detail: "must be a UUID" }], "path")).to.deep.equal([
      { in: "path", name: "id", detail: "must be a UUID" },
    ]);
  });
});
