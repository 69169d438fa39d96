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
import { atEdge, parsed, told } from "./validation-helpers.ts";

const create = atEdge(propertyCreate);
const search = atEdge(searchRequest);

describe("members named like those of Object.prototype", () => {
  const hostile =
    '{"title":"a","propertyType":"b","propertyCategory":"c","__proto__":{"status":"sold","polluted":1},"constructor":{"prototype":{"polluted":1}}}';

  it("are refused at the edge", () => {
    expect(told(create(parsed(hostile)))).to.deep.equal(["/__proto__: unknown field", "/constructor: unknown field"]);
    expect(
      told(create(parsed('{"title":"a","propertyType":"b","propertyCategory":"c","address":{"__proto__":{}}}'))),
    ).to.deep.equal(["/address/__proto__: unknown field"]);
  });

  it("are left out in services and do not stand in for missing members", () => {
    const result = validator(propertyCreate)(parsed(hostile));
    expect(result).to.deep.equal({ ok: true, value: { title: "a", propertyType: "b", propertyCategory: "c" } });
    expect(result.ok && result.value.status).to.equal(undefined);
    expect(validator(propertyCreate)(parsed(`{"__proto__":${hostile}}`)).ok).to.equal(false);
  });

  it("stay in the rows of a batch, so that the check of the row names them", () => {
    const result = validator(batchRequest)(parsed(`{"mode":"create","items":[${hostile}]}`));
    const [item] = result.ok ? result.value.items : [];
    expect(told(create(item))).to.deep.equal(["/__proto__: unknown field", "/constructor: unknown field"]);
  });

  it("change nothing for anyone", () => {
    for (const [, { body, output }] of Object.entries<Endpoint>(allContracts)) {
      for (const schema of [body, output]) if (schema) validator(schema)(parsed(hostile));
    }
    atEdge(batchRequest)(parsed(`{"mode":"create","items":[${hostile}]}`));
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
    expect(Reflect.get({}, "polluted")).to.equal(undefined);
  });

  it("are names like others in counts", () => {
    const counts = parsed(
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
      byPropertyType: parsed('{"__proto__":4}'),
      byPropertyCategory: {},
      ...empty,
      totalProperties: 4,
    };
    const result = validator(aggregations)(value);
    expect(result.ok && Object.keys(result.value.byCity)).to.deep.equal(["__proto__", "constructor"]);
    expect(result.ok && Object.entries(result.value.byPropertyType)).to.deep.equal([["__proto__", 4]]);
  });
});

describe("compiled schemas", () => {
  it("are compiled for every endpoint, none left to the slow path", () => {
    for (const [name, { params, query, body, output }] of Object.entries<Endpoint>(allContracts)) {
      for (const schema of [params, query, body, output]) {
        if (schema) expect(() => z.compile(schema, { strict: true }), name).not.to.throw();
      }
    }
  });

  it("decide and give what the schema itself does, for values near the valid ones", () => {
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
          const [ours, plain] = [check(candidate), schema.safeParse(candidate)];
          expect(ours.ok).to.equal(plain.success);
          if (ours.ok && plain.success) expect(ours.value).to.deep.equal(plain.data);
        }),
      );
    }
  });

  it("never throw, whatever JSON comes", () => {
    const checks = [create, search, atEdge(batchRequest)];
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const check of checks) expect(check(value)).to.have.property("ok");
      }),
    );
  });
});
