import { patch, post, withoutCredential, type Table } from "./case.ts";
import { createWith, minimalListing } from "./listing-requests.ts";

const bad = "400 validation_failed";

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

/** Malformed and unusual JSON bodies. */
export const bodies: Table = [
  ["truncated JSON", post("/properties", '{"title":'), bad, { errorNames: [""] }],
  ["JSON with trailing characters", post("/properties", "{} x"), bad, { errorNames: [""] }],
  ["a comment", post("/properties", "{/* a */}"), bad, { errorNames: [""] }],
  ["single quotes", post("/properties", "{'title':'T'}"), bad, { errorNames: [""] }],
  ["NaN", createWith("price", "NaN"), bad, { errorNames: [""] }],
  ["Infinity", createWith("price", "Infinity"), bad, { errorNames: [""] }],
  ["a byte order mark", post("/properties", `\ufeff${JSON.stringify(minimalListing)}`), bad, { errorNames: [""] }],
  ["no body", { ...post("/properties", ""), headers: ["Content-Length: 0"] }, bad, { errorNames: [""] }],
  ["an array", post("/properties", "[]"), bad, { errorNames: [""] }],
  ["null", post("/properties", "null"), bad, { errorNames: [""] }],
  ["5,000 nested arrays", post("/properties", nested(5_000)), bad, { errorNames: [""] }],
  ["100,000 nested arrays", post("/properties", nested(100_000)), bad, { errorNames: [""] }],
  ["33 nested objects", post("/properties", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`), bad, { errorNames: [""] }],
  ["32 nested objects", post("/properties", `${'{"a":'.repeat(32)}1${"}".repeat(32)}`), bad, { errorNames: ["/a"] }],
  ["brackets in a text", post("/properties", { ...minimalListing, description: nested(4_000) }), "201"],
  [
    "bytes that are not UTF-8",
    post("/properties", Buffer.from('{"title":"\xff\xfe"}', "latin1")),
    bad,
    { errorNames: [""] },
  ],
  ["overlong UTF-8", post("/properties", Buffer.from('{"title":"\xc0\xaf"}', "latin1")), bad, { errorNames: [""] }],
  [
    "a surrogate in UTF-8",
    post("/properties", Buffer.from('{"title":"\xed\xa0\x80"}', "latin1")),
    bad,
    { errorNames: [""] },
  ],
  [
    "a body of 256 KiB and a byte",
    post("/properties", `{"title":"${"a".repeat(262_145 - 12)}"}`),
    "413 payload_too_large",
  ],
  [
    "a body of 256 KiB",
    post("/properties", `{"title":"${"a".repeat(262_144 - 12)}"}`),
    bad,
    { errorNames: ["/title"] },
  ],
  [
    "a form",
    post("/properties", "title=T", "Content-Type: application/x-www-form-urlencoded"),
    "415 unsupported_media_type",
  ],
  [
    "text",
    post("/properties", JSON.stringify(minimalListing), "Content-Type: text/plain"),
    "415 unsupported_media_type",
  ],
  [
    "UTF-16",
    post("/properties", JSON.stringify(minimalListing), "Content-Type: application/json; charset=utf-16"),
    "415 unsupported_media_type",
  ],
  ["a compressed body", post("/properties", "{}", "Content-Encoding: gzip"), "415 unsupported_media_type"],
  [
    "a JSON patch",
    patch("/properties/@ID@", '[{"op":"remove","path":"/title"}]', "Content-Type: application/json-patch+json"),
    "415 unsupported_media_type",
  ],
  ["a condition on a change that is not an ETag", patch("/properties/@ID@", {}, "If-Match: garbage"), bad],
  [
    "a condition on a change that is a weak ETag",
    patch("/properties/@ID@", {}, 'If-Match: W/"1-a"'),
    "412 precondition_failed",
  ],
  [
    "an e-mail address against catastrophic backtracking",
    withoutCredential(post("/auth/sign-in", { email: `a@${".".repeat(200_000)}@`, password: "x" })),
    bad,
    { errorNames: ["/email"] },
  ],
];
