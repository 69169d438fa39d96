import { expect } from "chai";
import { dateTiers } from "../../src/readers/date.ts";
import { status } from "../../src/readers/offer.ts";
import { place } from "../../src/readers/place.ts";
import { anythingElse, functionWord } from "../../src/readers/wording.ts";
import { readWith, valuesOf } from "./reading.ts";

const RULES = [...dateTiers.flat(), status, place, functionWord];

const dates = (text: string): unknown[] =>
  valuesOf(RULES, text)
    .filter(([, dimension]) => dimension === "date")
    .map(([, , value]) => value);
const reported = (text: string): string[] =>
  valuesOf(RULES, text)
    .filter(([, dimension]) => dimension === "unresolved")
    .map(([words]) => words);

const day = (date: string): string => `${date}T00:00:00.000Z`;
const noon = (date: string): string => `${date}T12:00:00.000Z`;

describe("date reader", () => {
  const cases: [text: string, field: string, value: Record<string, string>][] = [
    ["published after 2026-10-01", "publishedAfter", { publishedAfter: day("2026-10-02") }],
    ["published since 2026-10-01", "publishedAfter", { publishedAfter: day("2026-10-01") }],
    ["listed since the 1st of December", "publishedAfter", { publishedAfter: day("2025-12-01") }],
    ["listed before 2026-10-01", "publishedBefore", { publishedBefore: "2026-09-30T23:59:59.999Z" }],
    [
      "listed in October",
      "publishedAfter",
      { publishedAfter: day("2026-10-01"), publishedBefore: "2026-10-31T23:59:59.999Z" },
    ],
    ["listed more than a month ago", "publishedBefore", { publishedBefore: noon("2026-10-21") }],
    ["listed this week", "publishedAfter", { publishedAfter: noon("2026-11-14") }],
    ["updated in the last 3 days", "updatedAfter", { updatedAfter: noon("2026-11-18") }],
    ["updated since 1 October", "updatedAfter", { updatedAfter: day("2026-10-01") }],
    ["inseriert seit 1. Oktober", "publishedAfter", { publishedAfter: day("2026-10-01") }],
    ["publicada después del 1 de octubre de 2026", "publishedAfter", { publishedAfter: day("2026-10-02") }],
    ["publiée après le 1er octobre", "publishedAfter", { publishedAfter: day("2026-10-02") }],
  ];
  for (const [text, field, value] of cases)
    it(`${text} › ${field}`, () => expect(dates(text)).to.deep.equal([{ field, ...value, ofListing: true }]));

  it("a period without a subject, or of new homes › may be that of a sale", () => {
    const value = { field: "publishedAfter", publishedAfter: noon("2026-11-14"), ofListing: false };
    for (const text of ["this week", "new this week", "in the last 7 days"])
      expect(dates(text), text).to.deep.equal([value]);
  });

  it("a date after a status › is the time of the last change, with a note", () => {
    const found = readWith(RULES, "sold after 2024-05-01").at(-1);
    expect(found?.value).to.deep.equal({ field: "updatedAfter", updatedAfter: day("2024-05-02"), ofListing: true });
    expect(found?.note).to.equal("the date of a sale is not stored; taken as changed since then");
    expect(reported("sold before 2024")).to.deep.equal(["before 2024"]);
  });

  it("a date that no filter expresses › is reported", () => {
    for (const text of [
      "listed after 3/4/2026",
      "updated before 2026-10-01",
      "updated after 2015",
      "renovated after 2015",
      "available from 2026-10-01",
      "available now",
      "from 1 October",
      "2026-10-01",
    ])
      expect(reported(text), text).to.deep.equal([text]);
  });

  it("a duration without a subject, and a day that does not exist › are no date", () => {
    for (const text of ["within 2 weeks", "less than 3 months", "moins de 5 ans", "listed after 2026-02-31"])
      expect(
        readWith([...RULES, anythingElse], text).filter(({ dimension }) => dimension === "date"),
        text,
      ).to.be.empty;
  });
});
