import { get, post, withoutCredential, type Table } from "./case.ts";

const bad = "400 validation_failed";

/** Invalid query strings. */
export const queries: Table = [
  ["a parameter twice", get("/properties?limit=1&limit=1"), bad, { errorNames: ["limit"] }],
  ["a parameter twice, that differs", get("/properties?status=active&status=sold"), bad, { errorNames: ["status"] }],
  [
    "a boolean twice",
    get("/properties/aggregations?filterByOrganization=true&filterByOrganization=false"),
    bad,
    { errorNames: ["filterByOrganization"] },
  ],
  [
    "a boolean in capitals",
    get("/properties/aggregations?filterByOrganization=TRUE"),
    bad,
    { errorNames: ["filterByOrganization"] },
  ],
  [
    "a boolean as a number",
    get("/properties/aggregations?filterByOrganization=1"),
    bad,
    { errorNames: ["filterByOrganization"] },
  ],
  [
    "two statuses where one is allowed",
    get("/properties/aggregations?status=active,sold"),
    bad,
    { errorNames: ["status"] },
  ],
  ["an unknown parameter", get("/organization?a"), bad, { errorNames: ["a"] }],
  [
    "an unknown parameter of the OpenAPI document",
    withoutCredential(get("/openapi.json?x=1")),
    bad,
    { errorNames: ["x"] },
  ],
  ["an unknown parameter of the documentation page", withoutCredential(get("/docs?x=1")), bad, { errorNames: ["x"] }],
  ["an unknown parameter of the root", withoutCredential(get("/?x=1")), bad, { errorNames: ["x"] }],
  ["a percent sign that encodes nothing", get("/properties?limit=%zz"), bad, { errorNames: ["limit"] }],
  ["a surrogate in UTF-8", get("/properties/suggest?q=%ED%A0%80"), bad, { errorNames: ["q"] }],
  ["an empty cursor", get("/properties?cursor="), bad, { errorNames: ["cursor"] }],
  ["an invalid cursor", get("/properties?cursor=abc"), bad, { errorNames: ["cursor"] }],
  ["a cursor of 3,000 characters", get(`/properties?cursor=${"A".repeat(3_000)}`), bad, { errorNames: ["cursor"] }],
  [
    "an invalid cursor in a search",
    post("/properties/search", { cursor: "eyJhIjp7fX0" }),
    bad,
    { errorNames: ["/cursor"] },
  ],
  ["an empty field", get("/properties?fields=id,,price"), bad, { errorNames: ["fields"] }],
  ["an agent that is an operator", get("/properties?agentId=$ne"), bad, { errorNames: ["agentId"] }],
  ["a sort that is a script", get("/properties?sort=price;drop"), bad, { errorNames: ["sort"] }],
];
