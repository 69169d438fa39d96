import { expect } from "chai";
import { describe, it } from "mocha";
import { aggregations, allContracts, searchResponse, validator } from "../src/index.ts";
import { told } from "./validation-helpers.ts";

describe("the check of answers", () => {
  it("keeps inner members inside", () => {
    const id = "0195d5f0-0000-7000-8000-000000000000";
    const whoami = validator(allContracts.whoami.output);
    const result = whoami({
      kind: "session",
      organization: { id, name: "a", passwordHash: "x" },
      user: { id, email: null, hash: "y" },
      scopes: [],
      quota: [],
    });
    expect(JSON.stringify(result)).not.to.match(/hash/i);
    expect(result.ok).to.equal(true);
  });

  it("refuses counts that are no counts", () => {
    const answer = validator(aggregations);
    const empty = {
      availableCities: [],
      availableRegions: [],
      availablePropertyTypes: [],
      availablePropertyCategories: [],
      totalProperties: 0,
    };
    const maps = { byCity: {}, byRegion: {}, byPropertyType: {}, byPropertyCategory: {} };
    expect(answer({ ...empty, ...maps }).ok).to.equal(true);
    for (const wrong of [[], null, { House: -1 }, { House: 1.5 }, { House: "1" }]) {
      expect(answer({ ...empty, ...maps, byPropertyType: wrong }).ok, JSON.stringify(wrong)).to.equal(false);
    }
    for (const wrong of [
      { Davis: 1 },
      { Davis: { total: 1 } },
      { Davis: { total: 1, byType: {}, organizationId: "x" } },
    ]) {
      expect(answer({ ...empty, ...maps, byCity: wrong }).ok, JSON.stringify(wrong)).to.equal(false);
    }
  });

  it("takes a whole search answer or an interpretation alone, and nothing between", () => {
    const interpretation = { filters: {}, spans: [], corrections: [], unresolved: [], conflicts: [], summary: "all" };
    const check = validator(searchResponse);
    const whole = {
      data: [],
      page: { limit: 20, nextCursor: null },
      total: { value: 0, relation: "eq" },
      indexedThrough: "2026-01-01T00:00:00.000Z",
    };
    expect(check({ interpretation })).to.deep.equal({ ok: true, value: { interpretation } });
    expect(check({ ...whole, interpretation })).to.deep.equal({ ok: true, value: { ...whole, interpretation } });
    expect(told(check({ ...whole, total: undefined })).join()).to.include("/total: is required");
    expect(check({}).ok).to.equal(false);
  });
});
