import { get, patch, post, type Row, type Table, withoutCredential, withSession } from "./case.ts";

const bad = "400 validation_failed";
const least = { title: "T", propertyType: "House", propertyCategory: "Residential" };
/** A creation with one member as raw JSON text. */
const made = (member: string, json: string) =>
  post("/properties", `${JSON.stringify(least).slice(0, -1)},${JSON.stringify(member)}:${json}}`);
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

/** Bodies that are not what JSON is for. */
export const bodies: Table = [
  ["JSON cut off", post("/properties", '{"title":'), bad, { names: [""] }],
  ["JSON with something behind it", post("/properties", "{} x"), bad, { names: [""] }],
  ["a comment", post("/properties", "{/* a */}"), bad, { names: [""] }],
  ["single quotes", post("/properties", "{'title':'T'}"), bad, { names: [""] }],
  ["NaN", made("price", "NaN"), bad, { names: [""] }],
  ["Infinity", made("price", "Infinity"), bad, { names: [""] }],
  ["a byte order mark", post("/properties", `\ufeff${JSON.stringify(least)}`), bad, { names: [""] }],
  ["no body", { ...post("/properties", ""), headers: ["Content-Length: 0"] }, bad, { names: [""] }],
  ["a list", post("/properties", "[]"), bad, { names: [""] }],
  ["null", post("/properties", "null"), bad, { names: [""] }],
  ["5,000 lists in each other", post("/properties", nested(5_000)), bad, { names: [""] }],
  ["100,000 lists in each other", post("/properties", nested(100_000)), bad, { names: [""] }],
  ["33 objects in each other", post("/properties", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`), bad, { names: [""] }],
  ["32 objects in each other", post("/properties", `${'{"a":'.repeat(32)}1${"}".repeat(32)}`), bad, { names: ["/a"] }],
  ["brackets in a text", post("/properties", { ...least, description: nested(4_000) }), "201"],
  ["bytes that are no UTF-8", post("/properties", Buffer.from('{"title":"\xff\xfe"}', "latin1")), bad, { names: [""] }],
  ["overlong UTF-8", post("/properties", Buffer.from('{"title":"\xc0\xaf"}', "latin1")), bad, { names: [""] }],
  [
    "a surrogate in UTF-8",
    post("/properties", Buffer.from('{"title":"\xed\xa0\x80"}', "latin1")),
    bad,
    { names: [""] },
  ],
  [
    "a body of 256 KiB and a byte",
    post("/properties", `{"title":"${"a".repeat(262_145 - 12)}"}`),
    "413 payload_too_large",
  ],
  ["a body of 256 KiB", post("/properties", `{"title":"${"a".repeat(262_144 - 12)}"}`), bad, { names: ["/title"] }],
  [
    "a form",
    post("/properties", "title=T", "Content-Type: application/x-www-form-urlencoded"),
    "415 unsupported_media_type",
  ],
  ["text", post("/properties", JSON.stringify(least), "Content-Type: text/plain"), "415 unsupported_media_type"],
  [
    "UTF-16",
    post("/properties", JSON.stringify(least), "Content-Type: application/json; charset=utf-16"),
    "415 unsupported_media_type",
  ],
  ["a compressed body", post("/properties", "{}", "Content-Encoding: gzip"), "415 unsupported_media_type"],
  [
    "a JSON patch",
    patch("/properties/@ID@", '[{"op":"remove","path":"/title"}]', "Content-Type: application/json-patch+json"),
    "415 unsupported_media_type",
  ],
  ["a condition on a change that is no ETag", patch("/properties/@ID@", {}, "If-Match: garbage"), bad],
  [
    "a condition on a change that is a weak ETag",
    patch("/properties/@ID@", {}, 'If-Match: W/"1-a"'),
    "412 precondition_failed",
  ],
  [
    "an e-mail address that patterns take for ever with",
    withoutCredential(post("/auth/sign-in", { email: `a@${".".repeat(200_000)}@`, password: "x" })),
    bad,
    { names: ["/email"] },
  ],
];

/** Texts that break stores, and names that objects have anyway. */
export const texts: Table = [
  ["NUL", post("/properties", { ...least, title: "a\0b" }), bad, { names: ["/title"] }],
  [
    "a lone high surrogate",
    post("/properties", '{"title":"a\\ud800","propertyType":"a","propertyCategory":"b"}'),
    bad,
    { names: ["/title"] },
  ],
  [
    "a lone low surrogate",
    post("/properties", '{"title":"\\udfff a","propertyType":"a","propertyCategory":"b"}'),
    bad,
    { names: ["/title"] },
  ],
  ["NUL in a search", post("/properties/search", { query: "house\0" }), bad, { names: ["/query"] }],
  ["a lone surrogate in a search", post("/properties/search", '{"query":"house \\ud800"}'), bad, { names: ["/query"] }],
  ["NUL in a suggestion", get("/properties/suggest?q=%00"), bad, { names: ["q"] }],
  ["NUL in a member's name", made("a\0b", "1"), bad],
  [
    "a lone surrogate in a member's name",
    post("/properties", `${JSON.stringify(least).slice(0, -1)},"\\ud800":1}`),
    bad,
  ],
  [
    "NUL in a password",
    withoutCredential(post("/auth/sign-in", { email: "a@b.example", password: "12345678\0" })),
    bad,
    { names: ["/password"] },
  ],
  [
    "a line in an e-mail address",
    withoutCredential(post("/auth/sign-in", { email: "a@b.example\nBcc: c", password: "12345678" })),
    bad,
    { names: ["/email"] },
  ],
  ["__proto__ as a member", made("__proto__", '{"x":1}'), bad, { names: ["/__proto__"] }],
  ["__proto__ within an address", made("address", '{"__proto__":{"x":1}}'), bad, { names: ["/address/__proto__"] }],
  [
    "__proto__ in filters",
    post("/properties/search", '{"filters":{"__proto__":{"x":1}}}'),
    bad,
    { names: ["/filters/__proto__"] },
  ],
  ["constructor.prototype", made("constructor", '{"prototype":{"x":1}}'), bad, { names: ["/constructor"] }],
  ["toString as a member", made("toString", "1"), bad, { names: ["/toString"] }],
  ["__proto__ as a query parameter", get("/properties?__proto__=1"), bad, { names: ["__proto__"] }],
  ["__proto__ as a field", get("/properties?fields=__proto__"), bad, { names: ["fields"] }],
  ["constructor as a field", get("/properties/@ID@?fields=constructor"), bad, { names: ["fields"] }],
  ["__proto__ as a type", post("/properties", { ...least, propertyType: "__proto__" }), "201"],
  ["__proto__ as a city", post("/properties", { ...least, address: { city: "__proto__" } }), "201"],
  [
    "__proto__ as a city that is searched",
    post("/properties/search", { filters: { cities: ["__proto__", "constructor"] } }),
    "200",
  ],
  ["aggregations with such names", get("/properties/aggregations"), "200"],
  ["right-to-left override and an emoji", post("/properties", { ...least, title: "\u202e \u{1f3e0}" }), "201"],
  ["a price as an operator", made("price", '{"$gt":0}'), bad, { names: ["/price"] }],
  [
    "a title as an operator",
    post("/properties", '{"title":{"$ne":null},"propertyType":"a","propertyCategory":"b"}'),
    bad,
    { names: ["/title"] },
  ],
  [
    "a password as an operator",
    withoutCredential(post("/auth/sign-in", { email: "a@b.example", password: { $gt: "" } })),
    bad,
    { names: ["/password"] },
  ],
  [
    "an e-mail address as an operator",
    withoutCredential(post("/auth/sign-in", { email: { $regex: ".*" }, password: "12345678" })),
    bad,
    { names: ["/email"] },
  ],
  ["an operator in a query", get("/properties?status[$ne]=active"), bad, { names: ["status[$ne]"] }],
  ["$where", made("$where", '"sleep(1000)"'), bad, { names: ["/$where"] }],
  [
    "an Elasticsearch script",
    post("/properties/search", { filters: { script: { source: "1" } } }),
    bad,
    { names: ["/filters/script"] },
  ],
  ["an Elasticsearch query", post("/properties/search", { query: { match_all: {} } }), bad, { names: ["/query"] }],
  ["a from of Elasticsearch", post("/properties/search", { from: 1_000_000_000 }), bad, { names: ["/from"] }],
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

const number = (what: string, json: string, expected: Row[2], field = "price"): Row => [
  what,
  made(field, json),
  expected,
  expected === bad ? { names: [`/${field}`] } : {},
];
/** Numbers at and beyond what is sane. */
export const numbers: Table = [
  number("1e400", "1e400", bad),
  number("-1e400", "-1e400", bad),
  number("1e308", "1e308", bad),
  number("2^53+1", "9007199254740993", bad),
  number("below 0", "-0.01", bad),
  number("0 with a minus", "-0", "201"),
  number("the smallest there is", "5e-324", "201"),
  number("a thousand digits", "1".repeat(1_000), bad),
  number("a million decimals", `0.${"1".repeat(100_000)}`, "201"),
  number("a number as text", '"1"', bad),
  number("half a year", "2000.5", bad, "yearBuilt"),
  number("a year of no calendar", "999999999", bad, "yearBuilt"),
  number("a floor in the sky", "1e9", bad, "floor"),
  ["a latitude of 90.1", made("location", '{"lat":90.1,"lon":0}'), bad, { names: ["/location/lat"] }],
  ["a limit of 10^9", get("/properties?limit=1000000000"), bad, { names: ["limit"] }],
  ["a limit of 2^53+1", get("/properties?limit=9007199254740993"), bad, { names: ["limit"] }],
  ["a limit in hex", get("/properties?limit=0x10"), bad, { names: ["limit"] }],
  ["a limit of 1e1", get("/properties?limit=1e1"), bad, { names: ["limit"] }],
  ["a limit NaN", get("/properties?limit=NaN"), bad, { names: ["limit"] }],
  ["a limit of nothing", get("/properties?limit="), bad, { names: ["limit"] }],
  ["a limit of 10^9 in a search", post("/properties/search", { limit: 1_000_000_000 }), bad, { names: ["/limit"] }],
  ["events after 2^53+1", get("/events?after=9007199254740993"), bad, { names: ["after"] }],
  ["a thousand years ago", post("/properties/search", { query: "house listed in the last 3000 years" }), "200"],
  [
    "an amount beyond all prices",
    post("/properties/search", { query: "house under 99999999999999999999999999" }),
    "200",
  ],
  [
    "a key for 10^300 days",
    withSession(post("/api-keys", { name: "n", expiresInDays: 1e300 })),
    bad,
    { names: ["/expiresInDays"] },
  ],
  [
    "a date of no calendar",
    post("/properties", { ...least, publishedAt: "2023-02-29" }),
    bad,
    { names: ["/publishedAt"] },
  ],
  [
    "a date in the year 275760",
    post("/properties", { ...least, publishedAt: "+275760-09-13T00:00:00Z" }),
    bad,
    { names: ["/publishedAt"] },
  ],
  [
    "a date before the year 0",
    post("/properties", { ...least, publishedAt: "0000-01-01T00:00:00+14:00" }),
    bad,
    { names: ["/publishedAt"] },
  ],
];

/** Query strings. */
export const queries: Table = [
  ["a parameter twice", get("/properties?limit=1&limit=1"), bad, { names: ["limit"] }],
  ["a parameter twice, that differs", get("/properties?status=active&status=sold"), bad, { names: ["status"] }],
  [
    "a boolean twice",
    get("/properties/aggregations?filterByOrganization=true&filterByOrganization=false"),
    bad,
    { names: ["filterByOrganization"] },
  ],
  [
    "a boolean in capitals",
    get("/properties/aggregations?filterByOrganization=TRUE"),
    bad,
    { names: ["filterByOrganization"] },
  ],
  [
    "a boolean as a number",
    get("/properties/aggregations?filterByOrganization=1"),
    bad,
    { names: ["filterByOrganization"] },
  ],
  ["two statuses where one is", get("/properties/aggregations?status=active,sold"), bad, { names: ["status"] }],
  ["an unknown parameter", get("/organization?a"), bad, { names: ["a"] }],
  ["an unknown parameter of the document", withoutCredential(get("/openapi.json?x=1")), bad, { names: ["x"] }],
  ["an unknown parameter of the page", withoutCredential(get("/docs?x=1")), bad, { names: ["x"] }],
  ["an unknown parameter of the start", withoutCredential(get("/?x=1")), bad, { names: ["x"] }],
  ["a percent sign that encodes nothing", get("/properties?limit=%zz"), bad, { names: ["limit"] }],
  ["a surrogate in UTF-8", get("/properties/suggest?q=%ED%A0%80"), bad, { names: ["q"] }],
  ["an empty cursor", get("/properties?cursor="), bad, { names: ["cursor"] }],
  ["a cursor that is none", get("/properties?cursor=abc"), bad, { names: ["cursor"] }],
  ["a cursor of 3,000 characters", get(`/properties?cursor=${"A".repeat(3_000)}`), bad, { names: ["cursor"] }],
  [
    "a cursor that is none, in a search",
    post("/properties/search", { cursor: "eyJhIjp7fX0" }),
    bad,
    { names: ["/cursor"] },
  ],
  ["an empty field", get("/properties?fields=id,,price"), bad, { names: ["fields"] }],
  ["an agent that is an operator", get("/properties?agentId=$ne"), bad, { names: ["agentId"] }],
  ["a sort that is a script", get("/properties?sort=price;drop"), bad, { names: ["sort"] }],
];

/** Members that only the service sets. */
export const massAssignment: Table = [
  ...[
    "id",
    "organizationId",
    "version",
    "createdAt",
    "updatedAt",
    "priceChangedAt",
    "indexedVersion",
    "deletedAt",
  ].flatMap((member): Row[] => [
    [`${member} of a new listing`, made(member, '"x"'), bad, { names: [`/${member}`] }],
    [`${member} of a listing`, patch("/properties/@ID@", { [member]: "x" }), bad, { names: [`/${member}`] }],
  ]),
  ["the id of the organization", patch("/organization", { id: "x" }), bad, { names: ["/id"] }],
  ["the version of the organization", patch("/organization", { version: 9 }), bad, { names: ["/version"] }],
  ...["id", "key", "status", "usageCount", "organizationId", "createdBy"].map((member): Row => [
    `${member} of a key`,
    withSession(post("/api-keys", { name: "n", [member]: "x" })),
    bad,
    { names: [`/${member}`] },
  ]),
  [
    "a scope that is none",
    withSession(post("/api-keys", { name: "n", scopes: ["admin"] })),
    bad,
    { names: ["/scopes/0"] },
  ],
  [
    "the role of a user",
    withoutCredential(
      post("/auth/sign-up", { organizationName: "o", email: "a@b.example", password: "12345678", role: "admin" }),
    ),
    bad,
    { names: ["/role"] },
  ],
  [
    "an organization that is joined",
    withoutCredential(
      post("/auth/sign-up", { organizationName: "o", email: "a@b.example", password: "12345678", organizationId: "x" }),
    ),
    bad,
    { names: ["/organizationId"] },
  ],
];

const picture = (url: string) => post("/properties", { ...least, media: [{ url }] });
const urlRow = (name: string, url: string): Row => [name, picture(url), bad, { names: ["/media/0/url"] }];
/** Addresses of pictures: nothing but http and https, and never fetched. */
export const urls: Table = [
  urlRow("file:", "file:///etc/passwd"),
  urlRow("javascript:", "javascript:alert(1)"),
  urlRow("data:", "data:text/html,x"),
  urlRow("ftp:", "ftp://a/b"),
  urlRow("gopher:", "gopher://127.0.0.1:6379/_FLUSHALL"),
  urlRow("no scheme", "//a/b"),
  urlRow("a name and a password", "http://user:pw@a/"),
  urlRow("spaces around", " http://a"),
  urlRow("a line break", "http://a/\n"),
  urlRow("a bracket left open", "http://[::1"),
  urlRow("3,000 characters", `http://a/${"x".repeat(3_000)}`),
  ["a link-local address is stored, never fetched", picture("http://169.254.169.254/latest/meta-data/"), "201"],
  ["the canary as a picture", picture("http://127.0.0.1:@CANARY@/picture.jpg"), "201"],
  [
    "the canary as a logo",
    patch("/organization", {
      branding: { logoUrl: "http://127.0.0.1:@CANARY@/logo.png", website: "http://127.0.0.1:@CANARY@/" },
    }),
    "200",
  ],
  [
    "the canary as a photograph",
    post("/agents", { name: "A", photoUrl: "http://127.0.0.1:@CANARY@/photo.png" }),
    "201",
  ],
  [
    "the canary as an ad's target",
    post("/properties/@ID@/ads", {
      headline: "A",
      imageUrl: "http://127.0.0.1:@CANARY@/ad.png",
      targetUrl: "http://127.0.0.1:@CANARY@/",
    }),
    "201",
  ],
];
