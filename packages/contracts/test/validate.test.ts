import { expect } from "chai";
import { describe, it } from "mocha";
import { z } from "zod";
import { allContracts, propertyCreate, searchRequest, toFieldErrors, validator } from "../src/index.ts";
import { issueTexts, parseJson, strictValidator } from "./validation-helpers.ts";

const create = strictValidator(propertyCreate);
const search = strictValidator(searchRequest);
const required = { title: "A house", propertyType: "House", propertyCategory: "Residential" };

describe("validator", () => {
  it("applies defaults and normalizes values", () => {
    expect(validator(z.object({ a: z.number().default(3), b: z.string().optional() }))({})).to.deep.equal({
      ok: true,
      value: { a: 3 },
    });
    expect(create({ ...required, price: -0, publishedAt: "2026-05-01T02:00:00.1239+02:00" })).to.deep.equal({
      ok: true,
      value: { ...required, price: 0, publishedAt: "2026-05-01T00:00:00.123Z" },
    });
  });

  it("removes unknown members at any depth with unknownKeys: strip", () => {
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

  it("reports every unknown member at any depth with unknownKeys: reject", () => {
    const value = {
      ...required,
      later: 1,
      address: { city: "Davis", "a/b~c": 2 },
      media: [{ url: "https://a.example/1", later: 3 }],
    };
    expect(issueTexts(create(value)).toSorted()).to.deep.equal([
      "/address/a~1b~0c: is not a known field",
      "/later: is not a known field",
      "/media/0/later: is not a known field",
    ]);
    expect(
      issueTexts(
        search({ filters: { price: { min: 1, minimum: 2 } }, geo: { radius: { lat: 1, lon: 1, distance: 1, x: 1 } } }),
      ),
    ).to.deep.equal(["/filters/price/minimum: is not a known field", "/geo/radius/x: is not a known field"]);
  });

  it("rejects read-only fields in a creation", () => {
    const readOnly = {
      organizationId: "0195d5f0-0000-7000-8000-000000000000",
      version: 7,
      id: "x",
      createdAt: "2026-01-01",
      usageCount: 0,
    };
    expect(issueTexts(create({ ...required, ...readOnly }))).to.deep.equal(
      Object.keys(readOnly).map((name) => `/${name}: is not a known field`),
    );
    const key = strictValidator(allContracts.createKey.body);
    expect(issueTexts(key({ name: "a", status: "active", usageCount: 3 }))).to.deep.equal([
      "/status: is not a known field",
      "/usageCount: is not a known field",
    ]);
  });

  it("reports every invalid field with the expected value", () => {
    const invalidListing = {
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
    expect(issueTexts(create(invalidListing)).toSorted()).to.deep.equal(
      [
        "/title: must not be empty",
        "/propertyType: must be a string",
        "/propertyCategory: is required",
        "/listingType: must be one of `sale`, `rent`",
        "/status: must be one of `active`, `pending`, `inactive`, `sold`, `rented`",
        "/price: must be at least 0",
        "/bedrooms: must be a number",
        "/yearBuilt: must be an integer",
        "/floor: must be at most 300",
        "/features/1: must be a string",
        "/address/country: must be an ISO 3166-1 alpha-2 code, for example `US`",
        "/address/city: must have at most 120 characters",
        "/location: must be an object",
        "/media/0/url: must be an absolute http or https URL without credentials",
        "/media/1/url: is required",
        "/agentId: must be a UUID",
        "/currency: must be an ISO 4217 code, for example `USD`",
        "/publishedAt: must be an ISO 8601 date, or a date and time with a UTC offset, for example `2026-05-01` or `2026-05-01T12:00:00Z`",
      ].toSorted(),
    );
  });

  it("reports a number that violates two bounds on the same side once, with the tighter bound", () => {
    expect(issueTexts(search({ limit: 1e20 }))).to.deep.equal(["/limit: must be at most 100"]);
    expect(issueTexts(search({ limit: -1e20 }))).to.deep.equal(["/limit: must be at least 1"]);
    expect(issueTexts(validator(z.object({ a: z.int() }))({ a: 1e20 }))).to.have.length(1);
    expect(issueTexts(create({ ...required, price: -1, yearBuilt: 1e20, floor: -1e20 }))).to.have.length(3);
  });

  it("does not apply patterns to a text that is too long", () => {
    const signUp = strictValidator(allContracts.signUp.body);
    const body = { organizationName: "A", password: "12345678", email: `a@${".".repeat(300)}@` };
    expect(issueTexts(signUp(body))).to.deep.equal(["/email: must have at most 254 characters"]);
  });

  it("requires the mode of a batch", () => {
    const batch = strictValidator(allContracts.batchProperties.body);
    expect(issueTexts(batch({ items: [required] }))).to.deep.equal(["/mode: is required"]);
  });

  it("reports the expected type of a body that is not an object", () => {
    for (const value of [null, 1, "a", true, []])
      expect(issueTexts(create(value)), JSON.stringify(value)).to.deep.equal([": must be an object"]);
    expect(issueTexts(create(undefined))).to.deep.equal([": is required"]);
  });

  it("reports the issues of the closest branch of a union", () => {
    const geo = (value: unknown) => issueTexts(search({ geo: value }));
    expect(geo({ radius: { lat: 91, lon: 0 } })).to.deep.equal([
      "/geo/radius/lat: must be at most 90",
      "/geo/radius/distance: is required",
    ]);
    expect(geo({ bbox: [1, 2, 3] })).to.deep.equal(["/geo/bbox: must have at least 4 items"]);
    expect(geo({ bbox: [1, 2, 3, 1] })).to.deep.equal([
      "/geo/bbox: must be `[west, south, east, north]` with `south` not greater than `north`",
    ]);
    expect(geo({ polygon: { type: "Point", coordinates: [] } })).to.deep.equal([
      '/geo/polygon/type: must be `"Polygon"`',
      "/geo/polygon/coordinates: must not be empty",
    ]);
    for (const value of [{}, { radius: 1, bbox: 2 }, { circle: 1 }]) {
      expect(geo(value), JSON.stringify(value)).to.deep.equal([
        "/geo: must have exactly one of `radius`, `bbox` and `polygon`",
      ]);
    }
    expect(geo("here")).to.deep.equal(["/geo: must be an object"]);
    expect(issueTexts(validator(z.object({ a: z.union([z.string(), z.number()]) }))({ a: true }))).to.deep.equal([
      "/a: must be a string or a number",
    ]);
    expect(issueTexts(validator(z.object({ a: z.union([z.string(), z.number()]) }))({}))).to.deep.equal([
      "/a: is required",
    ]);
  });

  it("reports at most 50 issues", () => {
    const items = Array.from({ length: 200 }, () => 1);
    const result = create({ ...required, features: items });
    expect(issueTexts(result).length).to.equal(50);
  });

  it("reports an invalid range together with other issues", () => {
    expect(
      issueTexts(search({ filters: { price: { min: 3, max: 1, x: 1 }, area: { unit: "sqm" }, bedrooms: {} } })),
    ).to.deep.equal([
      "/filters/price/x: is not a known field",
      "/filters/price: `min` must not be greater than `max`",
      "/filters/bedrooms: must have `min`, `max` or both",
      "/filters/area: must have `min`, `max` or both",
    ]);
  });

  it("rejects NUL and lone surrogates in every text of a listing, and accepts other Unicode unchanged", () => {
    for (const bad of ["a\u0000b", "a\ud800", "\udc00a"]) {
      const value = {
        ...required,
        title: bad,
        description: bad,
        features: [bad],
        address: { city: bad },
        externalId: bad,
      };
      expect(issueTexts(create(value)), JSON.stringify(bad)).to.have.length(5);
    }
    for (const good of ["Cafe\u0301", "Caf\u00e9", "\u202eabc", "\u{1F3E0}", "__proto__"]) {
      expect(create({ ...required, propertyType: good })).to.have.nested.property("value.propertyType", good);
    }
  });

  it("rejects numbers that JSON cannot represent exactly", () => {
    for (const text of ["1e400", "-1e400", "9007199254740993", "1e13"]) {
      expect(create({ ...required, price: parseJson(text) }).ok, text).to.equal(false);
    }
    for (const value of [NaN, Infinity, "1", null, 1n]) {
      expect(create({ ...required, bedrooms: value }).ok, String(value)).to.equal(value === null);
    }
  });
});

describe("toFieldErrors", () => {
  it("returns pointers for bodies and names for parameters", () => {
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
