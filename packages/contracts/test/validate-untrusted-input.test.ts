import { expect } from "chai";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { z } from "zod";
import {
  aggregations,
  allContracts,
  batchRequest,
  type Endpoint,
  property,
  propertyCreate,
  propertyPatch,
  searchRequest,
  validator,
} from "../src/index.ts";
import { issueTexts, parseJson, strictValidator } from "./validation-helpers.ts";

const create = strictValidator(propertyCreate);
const search = strictValidator(searchRequest);

describe("validation of members named like those of Object.prototype", () => {
  const hostile =
    '{"title":"a","propertyType":"b","propertyCategory":"c","__proto__":{"status":"sold","polluted":1},"constructor":{"prototype":{"polluted":1}}}';

  it("rejects them with unknownKeys: reject", () => {
    expect(issueTexts(create(parseJson(hostile)))).to.deep.equal([
      "/__proto__: is not a known field",
      "/constructor: is not a known field",
    ]);
    expect(
      issueTexts(
        create(parseJson('{"title":"a","propertyType":"b","propertyCategory":"c","address":{"__proto__":{}}}')),
      ),
    ).to.deep.equal(["/address/__proto__: is not a known field"]);
  });

  it("removes them with unknownKeys: strip, and does not use them for missing members", () => {
    const result = validator(propertyCreate)(parseJson(hostile));
    expect(result).to.deep.equal({ ok: true, value: { title: "a", propertyType: "b", propertyCategory: "c" } });
    expect(result.ok && result.value.status).to.equal(undefined);
    expect(validator(propertyCreate)(parseJson(`{"__proto__":${hostile}}`)).ok).to.equal(false);
  });

  it("passes them through in the items of a batch, so that the validation of the item reports them", () => {
    const result = validator(batchRequest)(parseJson(`{"mode":"create","items":[${hostile}]}`));
    const [item] = result.ok ? result.value.items : [];
    expect(issueTexts(create(item))).to.deep.equal([
      "/__proto__: is not a known field",
      "/constructor: is not a known field",
    ]);
  });

  it("does not pollute Object.prototype", () => {
    for (const [, { body, output }] of Object.entries<Endpoint>(allContracts)) {
      for (const schema of [body, output]) if (schema) validator(schema)(parseJson(hostile));
    }
    strictValidator(batchRequest)(parseJson(`{"mode":"create","items":[${hostile}]}`));
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
    expect(Reflect.get({}, "polluted")).to.equal(undefined);
  });

  it("accepts them as names in counts", () => {
    const counts = parseJson(
      '{"__proto__":{"total":1,"byType":{"__proto__":1,"constructor":2}},"constructor":{"total":2,"byType":{}}}',
    );
    const empty = {
      availableCities: [],
      availableRegions: [],
      availablePropertyTypes: [],
      availablePropertyCategories: [],
    };
    const value = {
      byCity: counts,
      byRegion: {},
      byPropertyType: parseJson('{"__proto__":4}'),
      byPropertyCategory: {},
      ...empty,
      totalProperties: 4,
    };
    const result = validator(aggregations)(value);
    expect(result.ok && Object.keys(result.value.byCity)).to.deep.equal(["__proto__", "constructor"]);
    expect(result.ok && Object.entries(result.value.byPropertyType)).to.deep.equal([["__proto__", 4]]);
  });
});

describe("compilation of schemas", () => {
  it("compiles every schema of every endpoint without the slow fallback", () => {
    for (const [name, { params, query, body, output }] of Object.entries<Endpoint>(allContracts)) {
      for (const schema of [params, query, body, output]) {
        if (schema) expect(() => z.compile(schema, { strict: true }), name).not.to.throw();
      }
    }
  });

  it("returns the same result as the uncompiled schema for nearly valid values", () => {
    const text = fc.constantFrom(
      "a",
      "",
      " ",
      "\0",
      "2026-02-31",
      "2026-02-28",
      "sale",
      "x".repeat(301),
      "0195d5f0-0000-7000-8000-000000000000",
    );
    const leaf = fc.oneof(
      text,
      fc.double(),
      fc.integer({ min: -5, max: 5 }),
      fc.constantFrom(null, undefined, true, -0),
    );
    const members = [...Object.keys(property.shape), "__proto__", "later"];
    const value = fc.dictionary(
      fc.constantFrom(...members),
      fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(text, leaf)),
    );
    for (const schema of [propertyCreate, propertyPatch, searchRequest]) {
      const check = validator<z.ZodType>(schema);
      fc.assert(
        fc.property(value, (candidate) => {
          const [compiled, uncompiled] = [check(candidate), schema.safeParse(candidate)];
          expect(compiled.ok).to.equal(uncompiled.success);
          if (compiled.ok && uncompiled.success) expect(compiled.value).to.deep.equal(uncompiled.data);
        }),
      );
    }
  });

  it("never throws for any JSON value", () => {
    const checks = [create, search, strictValidator(batchRequest)];
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const check of checks) expect(check(value)).to.have.property("ok");
      }),
    );
  });
});
