import { expect } from "chai";
import { observed } from "./corpus.ts";
import { read, vocabulary } from "./helpers.ts";

const house = { propertyTypes: ["house"] };
const day = (date: string): string => `${date}T00:00:00.000Z`;
const before = (date: string): string => new Date(Date.parse(day(date)) - 1).toISOString();

function hold(rows: readonly (readonly [query: string, expected: object])[]): void {
  for (const [query, expected] of rows) expect(observed(query, vocabulary), query).to.deep.equal(expected);
}

describe("dates of listings", () => {
  it("after begins with the next day, since with the day itself, and before ends with the previous day", () => {
    hold([
      ["houses published after 2026-10-01", { ...house, publishedAfter: day("2026-10-02") }],
      ["houses published since 2026-10-01", { ...house, publishedAfter: day("2026-10-01") }],
      ["listings published before 2026-10-01 in Leeds", { publishedBefore: before("2026-10-01"), cities: ["Leeds"] }],
      ["houses listed until 1 October 2026", { ...house, publishedBefore: before("2026-10-02") }],
      [
        "houses listed on 1 October",
        { ...house, publishedAfter: day("2026-10-01"), publishedBefore: before("2026-10-02") },
      ],
      [
        "houses listed in October",
        { ...house, publishedAfter: day("2026-10-01"), publishedBefore: before("2026-11-01") },
      ],
      [
        "houses listed between 1 October and 1 November",
        { ...house, publishedAfter: day("2026-10-01"), publishedBefore: before("2026-11-02") },
      ],
      ["houses updated after 2026-10-01", { ...house, updatedAfter: day("2026-10-02") }],
      ["houses updated since 1 October", { ...house, updatedAfter: day("2026-10-01") }],
    ]);
  });

  it("are read in several languages; without a year, the last one in the past is meant", () => {
    hold([
      ["houses listed after 1 October", { ...house, publishedAfter: day("2026-10-02") }],
      ["houses listed after October 1st", { ...house, publishedAfter: day("2026-10-02") }],
      ["houses listed since the 1st of December", { ...house, publishedAfter: day("2025-12-01") }],
      ["houses listed since December", { ...house, publishedAfter: day("2025-12-01") }],
      ["houses listed after October 1, 2025", { ...house, publishedAfter: day("2025-10-02") }],
      ["houses listed since 2025", { ...house, publishedAfter: day("2025-01-01") }],
      ["houses listed after 2024", { ...house, publishedAfter: day("2025-01-01") }],
      ["Haus veröffentlicht nach dem 1.10.2026", { ...house, publishedAfter: day("2026-10-02") }],
      ["Haus inseriert seit 1. Oktober", { ...house, publishedAfter: day("2026-10-01") }],
      ["casa publicada después del 1 de octubre de 2026", { ...house, publishedAfter: day("2026-10-02") }],
      ["maison publiée après le 1er octobre", { ...house, publishedAfter: day("2026-10-02") }],
      ["maison publiée à partir du 1er octobre", { ...house, publishedAfter: day("2026-10-01") }],
    ]);
  });

  it("a date without a filter and an ambiguous date are reported, and are neither year nor price", () => {
    hold([
      ["house after 2026-10-01", { ...house, unresolved: ["after 2026-10-01"] }],
      ["house 2026-10-01", { ...house, unresolved: ["2026-10-01"] }],
      ["house available from 2026-10-01", { ...house, unresolved: ["available from 2026-10-01"] }],
      ["house listed after 3/4/2026", { ...house, unresolved: ["listed after 3/4/2026"] }],
      ["house updated before 2026-10-01", { ...house, unresolved: ["updated before 2026-10-01"] }],
      ["house updated after 2015", { ...house, unresolved: ["updated after 2015"] }],
      ["house renovated after 2015", { ...house, unresolved: ["renovated after 2015"] }],
      ["house published in Leeds after 2015", { ...house, cities: ["Leeds"], unresolved: ["published", "after 2015"] }],
      ["house built 1990-95", { ...house, unresolved: ["built 1990", "95"] }],
    ]);
  });

  it("years of construction remain years of construction", () => {
    hold([
      ["house built after 2015", { ...house, yearBuilt: { min: 2016 } }],
      ["new homes after 2015", { ...house, yearBuilt: { min: 2016 }, unresolved: ["new"] }],
      ["house built 1990-2005", { ...house, yearBuilt: { min: 1990, max: 2005 } }],
      ["house older than 50 years", { ...house, yearBuilt: { max: 1976 } }],
      ["house newer than 10 years", { ...house, yearBuilt: { min: 2016 } }],
      ["Haus älter als 50 Jahre", { ...house, yearBuilt: { max: 1976 } }],
      ["Haus Baujahr ab 2000", { ...house, yearBuilt: { min: 2000 } }],
      ["Wohnung ab Baujahr 2010", { propertyTypes: ["apartment"], yearBuilt: { min: 2010 } }],
      ["Haus Baujahr 2000", { ...house, yearBuilt: { min: 2000, max: 2000 } }],
    ]);
  });

  it("a day that does not exist is not read", () => {
    expect(read("house listed after 2026-02-31").filters).to.deep.equal(house);
  });

  it("the summary contains the end of a range", () => {
    expect(read("houses published before 2026-10-01").summary).to.contain("listed until 2026-09-30");
  });

  it("a date after a status is the time of its last change; its end or day is reported", () => {
    const after = { status: ["sold"], updatedAfter: "2024-05-02T00:00:00.000Z" };
    for (const [query, filters, unresolved] of [
      ["sold after 2024-05-01 in Leeds", after, []],
      [
        "houses sold after 2024 in Leeds",
        { ...after, propertyTypes: ["house"], updatedAfter: "2025-01-01T00:00:00.000Z" },
        [],
      ],
      ["sold since 2 May 2024 in Leeds", after, []],
      ["sold before 2024 in Leeds", { status: ["sold"] }, ["before 2024"]],
      ["sold in 2024 in Leeds", { status: ["sold"] }, ["in 2024"]],
      ["sold on 2024-05-01 in Leeds", { status: ["sold"] }, ["on 2024-05-01"]],
      ["vendidos después de 2024-05-01 en Leeds", after, []],
    ] as const) {
      const result = read(query);
      expect(result.filters, query).to.deep.equal({ ...filters, cities: ["Leeds"] });
      expect(result.unresolved, query).to.deep.equal(unresolved);
    }
  });

  it("relative dates are read, and a recent change is one of the listing", () => {
    hold([
      ["houses listed more than 3 months ago", { ...house, publishedBefore: "2026-08-21T12:00:00.000Z" }],
      ["homes updated in the last 3 days", { ...house, updatedAfter: "2026-11-18T12:00:00.000Z" }],
      ["homes updated in the last 10 years", { ...house, unresolved: ["updated in the last 10 years"] }],
      ["Häuser die diese Woche inseriert wurden", { ...house, publishedAfter: "2026-11-14T12:00:00.000Z" }],
    ]);
  });
});
