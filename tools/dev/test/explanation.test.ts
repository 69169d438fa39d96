import { buildVocabulary, explain } from "@plat/interpreter";
import { expect } from "chai";
import { demoListings } from "../src/demo/listings.ts";
import { formatExplanation, namesOf } from "../src/explanation.ts";

const now = new Date("2026-04-01T12:00:00.000Z");
const listings = demoListings({ count: 40, now, agentIds: [""], baseUrl: "" });
const explained = (query: string): string => formatExplanation(explain(query, buildVocabulary(namesOf(listings)), now));

describe("formatExplanation", () => {
  it("a query › is a table of its mentions and the interpretation", () => {
    expect(explained("2 bed hous in Bristol, no pool, zorbly").split("\n")).to.deep.equal([
      "words    rule           dimension     polarity  value",
      '2 bed    rooms          bedrooms      wanted    {"range":{"min":2,"max":2}}',
      'hous     property-type  propertyType  wanted    {"name":"house","narrower":false}',
      "in       function-word  function      wanted",
      'Bristol  place          place         wanted    {"name":"Bristol","level":"city"}',
      ',        separator      separator     wanted    ","',
      'no pool  feature        feature       unwanted  {"name":"swimming_pool"}',
      ',        separator      separator     wanted    ","',
      'zorbly   unknown        unresolved    wanted    {"kind":"unknown","whole":false}',
      "",
      "languages    en",
      "corrections  hous → house",
      "unresolved   zorbly",
      'filters      {"propertyTypes":["house"],"bedrooms":{"min":2,"max":2},"excludeFeatures":["swimming_pool"],"cities":["Bristol"]}',
      "summary      House, in Bristol, 2 bedrooms, without swimming pool. Not used: zorbly.",
      "",
    ]);
  });

  it("a text about something else › is reported as no property query", () => {
    expect(explained("weather").trim().split("\n").at(-1)).to.equal("not a property query");
  });

  it("control characters in a query › are not written to the terminal", () => {
    expect(explained("house \u001B[31mred\u001B[0m")).to.not.include("\u001B");
  });
});

describe("namesOf", () => {
  it("listings › are counted by place with its parents, type, category and feature", () => {
    const address = { city: "Leeds", community: "Headingley", region: "Yorkshire", postalCode: "LS6", country: "GB" };
    const listing = {
      title: "",
      propertyType: "House",
      propertyCategory: "Residential",
      features: ["garden"],
      address,
    };
    const parents = { city: "Leeds", region: "Yorkshire" };
    expect(namesOf([listing, { ...listing, features: [] }])).to.deep.equal({
      places: [
        { name: "Leeds", level: "city", count: 2, parents },
        { name: "Headingley", level: "community", count: 2, parents },
        { name: "Yorkshire", level: "region", count: 2, parents: {} },
        { name: "LS6", level: "postalCode", count: 2, parents },
      ],
      types: [{ name: "House", count: 2 }],
      features: [{ name: "garden", count: 1 }],
      categories: [{ name: "Residential", count: 2 }],
    });
  });
});
