import { get, post, withoutCredential, type Table } from "./case.ts";
import { createWith, minimalListing } from "./listing-requests.ts";

const bad = "400 validation_failed";

/** Texts that stores cannot represent, injections, and names of built-in members. */
export const texts: Table = [
  ["NUL", post("/properties", { ...minimalListing, title: "a\0b" }), bad, { errorNames: ["/title"] }],
  [
    "a lone high surrogate",
    post("/properties", '{"title":"a\\ud800","propertyType":"a","propertyCategory":"b"}'),
    bad,
    { errorNames: ["/title"] },
  ],
  [
    "a lone low surrogate",
    post("/properties", '{"title":"\\udfff a","propertyType":"a","propertyCategory":"b"}'),
    bad,
    { errorNames: ["/title"] },
  ],
  ["NUL in a search", post("/properties/search", { query: "house\0" }), bad, { errorNames: ["/query"] }],
  [
    "a lone surrogate in a search",
    post("/properties/search", '{"query":"house \\ud800"}'),
    bad,
    { errorNames: ["/query"] },
  ],
  ["NUL in a suggestion", get("/properties/suggest?q=%00"), bad, { errorNames: ["q"] }],
  ["NUL in a member's name", createWith("a\0b", "1"), bad],
  [
    "a lone surrogate in a member's name",
    post("/properties", `${JSON.stringify(minimalListing).slice(0, -1)},"\\ud800":1}`),
    bad,
  ],
  [
    "NUL in a password",
    withoutCredential(post("/auth/sign-in", { email: "a@b.example", password: "12345678\0" })),
    bad,
    { errorNames: ["/password"] },
  ],
  [
    "a line break in an e-mail address",
    withoutCredential(post("/auth/sign-in", { email: "a@b.example\nBcc: c", password: "12345678" })),
    bad,
    { errorNames: ["/email"] },
  ],
  ["__proto__ as a member", createWith("__proto__", '{"x":1}'), bad, { errorNames: ["/__proto__"] }],
  [
    "__proto__ within an address",
    createWith("address", '{"__proto__":{"x":1}}'),
    bad,
    { errorNames: ["/address/__proto__"] },
  ],
  [
    "__proto__ in filters",
    post("/properties/search", '{"filters":{"__proto__":{"x":1}}}'),
    bad,
    { errorNames: ["/filters/__proto__"] },
  ],
  ["constructor.prototype", createWith("constructor", '{"prototype":{"x":1}}'), bad, { errorNames: ["/constructor"] }],
  ["toString as a member", createWith("toString", "1"), bad, { errorNames: ["/toString"] }],
  ["__proto__ as a query parameter", get("/properties?__proto__=1"), bad, { errorNames: ["__proto__"] }],
  ["__proto__ as a field", get("/properties?fields=__proto__"), bad, { errorNames: ["fields"] }],
  ["constructor as a field", get("/properties/@ID@?fields=constructor"), bad, { errorNames: ["fields"] }],
  ["__proto__ as a type", post("/properties", { ...minimalListing, propertyType: "__proto__" }), "201"],
  ["__proto__ as a city", post("/properties", { ...minimalListing, address: { city: "__proto__" } }), "201"],
  [
    "__proto__ as a city that is searched",
    post("/properties/search", { filters: { cities: ["__proto__", "constructor"] } }),
    "200",
  ],
  ["aggregations over such names", get("/properties/aggregations"), "200"],
  ["right-to-left override and an emoji", post("/properties", { ...minimalListing, title: "\u202e \u{1f3e0}" }), "201"],
  ["a price as an operator", createWith("price", '{"$gt":0}'), bad, { errorNames: ["/price"] }],
  [
    "a title as an operator",
    post("/properties", '{"title":{"$ne":null},"propertyType":"a","propertyCategory":"b"}'),
    bad,
    { errorNames: ["/title"] },
  ],
  [
    "a password as an operator",
    withoutCredential(post("/auth/sign-in", { email: "a@b.example", password: { $gt: "" } })),
    bad,
    { errorNames: ["/password"] },
  ],
  [
    "an e-mail address as an operator",
    withoutCredential(post("/auth/sign-in", { email: { $regex: ".*" }, password: "12345678" })),
    bad,
    { errorNames: ["/email"] },
  ],
  ["an operator in a query", get("/properties?status[$ne]=active"), bad, { errorNames: ["status[$ne]"] }],
  ["$where", createWith("$where", '"sleep(1000)"'), bad, { errorNames: ["/$where"] }],
  [
    "an Elasticsearch script",
    post("/properties/search", { filters: { script: { source: "1" } } }),
    bad,
    { errorNames: ["/filters/script"] },
  ],
  ["an Elasticsearch query", post("/properties/search", { query: { match_all: {} } }), bad, { errorNames: ["/query"] }],
  ["a from of Elasticsearch", post("/properties/search", { from: 1_000_000_000 }), bad, { errorNames: ["/from"] }],
  [
    "the syntax of query strings",
    post("/properties/search", { text: "title:* OR _exists_:id AND (a~9 ^ /.*/ \\" }),
    "200",
  ],
  [
    "wildcards in a filter",
    post("/properties/search", { filters: { cities: ["*", "?", ".*", "[a-z]{1,9999}"] } }),
    "200",
  ],
  ["wildcards in a suggestion", get("/properties/suggest?q=.*%2A%3F%5C"), "200"],
];
