import { expect } from "chai";
import { featureKey, typeGroup } from "../src/domain/normalization.ts";
import { toIndexSource } from "../src/indexing/document.ts";
import { indexDefinition } from "../src/indexing/mapping.ts";
import { everyStatus, visibilityFilter } from "../src/domain/query.ts";
import { searchBody } from "../src/elasticsearch/listing-index.ts";
import { buildProperty } from "./support/property.ts";
import { generateListings } from "./support/generate.ts";

interface Mapping {
  properties: Record<string, { properties?: object }>;
}

describe("index document of a listing", () => {
  const property = buildProperty({
    address: { city: "Zürich", community: null },
    area: 1000,
    areaUnit: "sqft",
    features: ["Sea_Views"],
  });
  const document = { id: property.id, version: 4, deleted: false, property, ads: [], changedAt: property.updatedAt };

  it("contains names unchanged and folded", () => {
    expect(toIndexSource(document)).to.include({
      city: "Zürich",
      cityFolded: "zurich",
      community: null,
      communityFolded: null,
    });
    expect(toIndexSource(document)).to.deep.include({ features: ["Sea_Views"], featureKeys: ["sea_view"] });
  });

  it("contains null for a blank name", () => {
    const blank = { ...property, address: { ...property.address, city: "", region: "  " } };
    const source = toIndexSource({ ...document, property: blank });
    expect(source).to.include({ city: null, cityFolded: null, region: null, regionFolded: null });
  });

  it("contains areas in square metres and the unchanged listing", () => {
    const source = toIndexSource(document);
    expect(source["area"]).to.equal(92.90304);
    expect(source["property"]).to.equal(property);
  });

  it("is a tombstone without the listing's data after a deletion", () => {
    const tombstone = toIndexSource({ ...document, version: 5, deleted: true });
    expect(tombstone).to.deep.equal({ id: property.id, version: 5, deleted: true, changedAt: property.updatedAt });
  });

  it("has only fields of the strict mapping", () => {
    const { mappings } = indexDefinition({ shards: 1, replicas: "0" }) as { mappings: Mapping };
    for (const each of generateListings(50)) {
      const source = toIndexSource(each);
      expect(mappings.properties).to.include.all.keys(Object.keys(source));
      expect(mappings.properties["text"]?.properties).to.have.all.keys(Object.keys(source["text"] as object));
    }
  });

  it("typeGroup maps synonymous types to one key and others to different keys", () => {
    expect(["Condo", "flats", "UNIT", "apartment"].map(typeGroup)).to.deep.equal(
      Array.from({ length: 4 }, () => "apartment"),
    );
    expect(typeGroup("Studio")).to.not.equal(typeGroup("Apartment"));
    expect(typeGroup("Igloo")).to.equal(typeGroup("igloos"));
    expect(typeGroup("★")).to.not.equal(typeGroup("☆"));
    expect(featureKey("★")).to.equal("★");
  });
});

describe("index query", () => {
  const organizationId = "00000000-0000-7000-8000-000000000001";
  const caller = {
    kind: "caller" as const,
    organizationId,
    ownOnly: false,
    statuses: ["active" as const, "sold" as const],
  };

  it("sets a timeout and requests an exact total", () => {
    const body = searchBody({ audience: caller, size: 1 });
    expect(body).to.deep.include({ timeout: "2s", track_total_hits: true });
  });

  it("excludes tombstones for every audience, because they have no status", () => {
    const tombstone = {
      id: organizationId,
      version: 2,
      deleted: true,
      property: null,
      ads: [],
      changedAt: "2026-01-01T00:00:00.000Z",
    };
    expect(toIndexSource(tombstone)).to.have.all.keys("id", "version", "deleted", "changedAt");
    const counts = { kind: "counts" as const, statuses: everyStatus };
    for (const audience of [caller, { ...caller, ownOnly: true }, { ...caller, statuses: everyStatus }, counts])
      expect(JSON.stringify(visibilityFilter(audience)), JSON.stringify(audience)).to.include('"status"');
  });

  it("includes listings of other organizations only if they are active", () => {
    const own = { term: { organizationId } };
    expect(visibilityFilter({ ...caller, statuses: ["sold"] })).to.deep.equal([
      { bool: { filter: [{ terms: { status: ["sold"] } }, own] } },
    ]);
    expect(visibilityFilter({ ...caller, ownOnly: true })).to.deep.include(own);
    expect(visibilityFilter({ ...caller, statuses: ["active"] })).to.deep.equal([{ term: { status: "active" } }]);
  });
});
