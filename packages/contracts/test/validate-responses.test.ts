import { expect } from "chai";
import { describe, it } from "mocha";
import { aggregations, allContracts, searchResponse, validator } from "../src/index.ts";
import { issueTexts } from "./validation-helpers.ts";

describe("validation of responses", () => {
  it("removes internal members", () => {
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

  it("rejects invalid counts", () => {
    const check = validator(aggregations);
    const empty = {
      availableCities: [],
      availableRegions: [],
      availablePropertyTypes: [],
      availablePropertyCategories: [],
      totalProperties: 0,
    };
    const maps = { byCity: {}, byRegion: {}, byPropertyType: {}, byPropertyCategory: {} };
    expect(check({ ...empty, ...maps }).ok).to.equal(true);
    for (const invalid of [[], null, { House: -1 }, { House: 1.5 }, { House: "1" }]) {
      expect(check({ ...empty, ...maps, byPropertyType: invalid }).ok, JSON.stringify(invalid)).to.equal(false);
    }
    for (const invalid of [
      { Davis: 1 },
      { Davis: { total: 1 } },
      { Davis: { total: 1, byType: {}, organizationId: "x" } },
    ]) {
      expect(check({ ...empty, ...maps, byCity: invalid }).ok, JSON.stringify(invalid)).to.equal(false);
    }
  });

  it("accepts a complete search result or only an interpretation", () => {
    const interpretation = { filters: {}, spans: [], corrections: [], unresolved: [], conflicts: [], summary: "all" };
    const check = validator(searchResponse);
    const complete = {
      data: [],
      page: { limit: 20, nextCursor: null },
      total: { value: 0, relation: "eq" },
      indexedThrough: "2026-01-01T00:00:00.000Z",
    };
    expect(check({ interpretation })).to.deep.equal({ ok: true, value: { interpretation } });
    expect(check({ ...complete, interpretation })).to.deep.equal({ ok: true, value: { ...complete, interpretation } });
    expect(issueTexts(check({ ...complete, total: undefined })).join()).to.include("/total: is required");
    expect(check({}).ok).to.equal(false);
  });
});
