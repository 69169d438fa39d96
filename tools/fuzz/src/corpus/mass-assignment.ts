import { patch, post, withSession, withoutCredential, type Case, type Table } from "./case.ts";
import { createWith } from "./listing-requests.ts";

const bad = "400 validation_failed";

/** Members that only the server may set. */
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
  ].flatMap((member): Case[] => [
    [`${member} of a new listing`, createWith(member, '"x"'), bad, { errorNames: [`/${member}`] }],
    [`${member} of a listing`, patch("/properties/@ID@", { [member]: "x" }), bad, { errorNames: [`/${member}`] }],
  ]),
  ["the id of the organization", patch("/organization", { id: "x" }), bad, { errorNames: ["/id"] }],
  ["the version of the organization", patch("/organization", { version: 9 }), bad, { errorNames: ["/version"] }],
  ...["id", "key", "status", "usageCount", "organizationId", "createdBy"].map((member): Case => [
    `${member} of a key`,
    withSession(post("/api-keys", { name: "n", [member]: "x" })),
    bad,
    { errorNames: [`/${member}`] },
  ]),
  [
    "an unknown scope",
    withSession(post("/api-keys", { name: "n", scopes: ["admin"] })),
    bad,
    { errorNames: ["/scopes/0"] },
  ],
  [
    "the role of a user",
    withoutCredential(
      post("/auth/sign-up", { organizationName: "o", email: "a@b.example", password: "12345678", role: "admin" }),
    ),
    bad,
    { errorNames: ["/role"] },
  ],
  [
    "sign-up into an existing organization",
    withoutCredential(
      post("/auth/sign-up", { organizationName: "o", email: "a@b.example", password: "12345678", organizationId: "x" }),
    ),
    bad,
    { errorNames: ["/organizationId"] },
  ],
];
