import { get, post, withSession, type Case, type Table } from "./case.ts";
import { createWith, minimalListing } from "./listing-requests.ts";

const bad = "400 validation_failed";

const number = (what: string, json: string, expected: Case[2], field = "price"): Case => [
  what,
  createWith(field, json),
  expected,
  expected === bad ? { errorNames: [`/${field}`] } : {},
];
/** Numbers at and beyond the limits. */
export const numbers: Table = [
  number("1e400", "1e400", bad),
  number("-1e400", "-1e400", bad),
  number("1e308", "1e308", bad),
  number("2^53+1", "9007199254740993", bad),
  number("negative", "-0.01", bad),
  number("negative zero", "-0", "201"),
  number("the smallest positive number", "5e-324", "201"),
  number("a thousand digits", "1".repeat(1_000), bad),
  number("a million decimals", `0.${"1".repeat(100_000)}`, "201"),
  number("a number as text", '"1"', bad),
  number("half a year", "2000.5", bad, "yearBuilt"),
  number("a year beyond all calendars", "999999999", bad, "yearBuilt"),
  number("a floor of 1e9", "1e9", bad, "floor"),
  ["a latitude of 90.1", createWith("location", '{"lat":90.1,"lon":0}'), bad, { errorNames: ["/location/lat"] }],
  ["a limit of 10^9", get("/properties?limit=1000000000"), bad, { errorNames: ["limit"] }],
  ["a limit of 2^53+1", get("/properties?limit=9007199254740993"), bad, { errorNames: ["limit"] }],
  ["a limit in hex", get("/properties?limit=0x10"), bad, { errorNames: ["limit"] }],
  ["a limit of 1e1", get("/properties?limit=1e1"), bad, { errorNames: ["limit"] }],
  ["a limit NaN", get("/properties?limit=NaN"), bad, { errorNames: ["limit"] }],
  ["an empty limit", get("/properties?limit="), bad, { errorNames: ["limit"] }],
  [
    "a limit of 10^9 in a search",
    post("/properties/search", { limit: 1_000_000_000 }),
    bad,
    { errorNames: ["/limit"] },
  ],
  ["events after 2^53+1", get("/events?after=9007199254740993"), bad, { errorNames: ["after"] }],
  ["3,000 years ago", post("/properties/search", { query: "house listed in the last 3000 years" }), "200"],
  [
    "an amount beyond all prices",
    post("/properties/search", { query: "house under 99999999999999999999999999" }),
    "200",
  ],
  [
    "a key for 10^300 days",
    withSession(post("/api-keys", { name: "n", expiresInDays: 1e300 })),
    bad,
    { errorNames: ["/expiresInDays"] },
  ],
  [
    "a date that does not exist",
    post("/properties", { ...minimalListing, publishedAt: "2023-02-29" }),
    bad,
    { errorNames: ["/publishedAt"] },
  ],
  [
    "a date in the year 275760",
    post("/properties", { ...minimalListing, publishedAt: "+275760-09-13T00:00:00Z" }),
    bad,
    { errorNames: ["/publishedAt"] },
  ],
  [
    "a date before the year 0",
    post("/properties", { ...minimalListing, publishedAt: "0000-01-01T00:00:00+14:00" }),
    bad,
    { errorNames: ["/publishedAt"] },
  ],
];
