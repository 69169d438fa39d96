import { readFileSync } from "node:fs";
import { expect } from "chai";
import { describe, it } from "mocha";
import { z } from "zod";
import { allContracts, type Endpoint, endpoint } from "../src/index.ts";
import { compareLock, differences, type Lock, lockOf } from "../src/lock.ts";

const committed = JSON.parse(readFileSync(new URL("../contracts.lock.json", import.meta.url), "utf8")) as Lock;

describe("contracts.lock.json", () => {
  it("has no breaking difference from the contracts", () => {
    const breakingChanges = compareLock(committed, lockOf(allContracts)).map(
      ({ subject, where, detail }) => `${subject}: ${where} ${detail}`,
    );
    expect(breakingChanges, "these changes break callers; add a v2 of the endpoints").to.deep.equal([]);
  });
  it("is up to date (otherwise run npm run contracts:lock)", () => {
    const { added, changed } = differences(committed, lockOf(allContracts));
    expect({ added, changed }, "run npm run contracts:lock and commit the file").to.deep.equal({
      added: [],
      changed: [],
    });
  });
});

const base = endpoint({
  subject: "things.v1.create",
  http: { method: "POST", path: "/things/:id", status: 201 },
  tag: "Things",
  summary: "Create a thing",
  auth: "any",
  scope: "write",
  quota: "listings",
  idempotent: true,
  etag: true,
  params: z.object({ id: z.guid() }),
  query: z.object({ limit: z.int().min(1).max(100).default(20), sort: z.enum(["a", "b"]).optional() }),
  body: z.object({
    name: z.string().min(1).max(100),
    size: z.number().nullable().optional(),
    kind: z.enum(["x", "y", "z"]).optional(),
    tags: z.array(z.string()).max(10).optional(),
    where: z.union([z.strictObject({ circle: z.number() }), z.strictObject({ box: z.number() })]).optional(),
    inner: z.object({ a: z.string().optional() }).optional(),
  }),
  output: z.object({
    id: z.guid(),
    name: z.string(),
    size: z.number(),
    at: z.iso.datetime().nullable(),
    kind: z.enum(["x", "y"]),
    list: z.array(z.object({ a: z.string(), b: z.string().optional() })),
    done: z.literal(true),
  }),
});
type Body = typeof base.body.shape;
type Out = typeof base.output.shape;
/** The breaking changes that `compareLock` reports for a change of the endpoint. */
function findings(change: Partial<Endpoint>): string[] {
  const next: Endpoint = { ...base, ...change };
  return compareLock(lockOf({ create: base }), lockOf({ create: next })).map(
    ({ where, detail }) => `${where}: ${detail}`,
  );
}
const body = (change: Partial<Record<keyof Body | "extra", z.ZodType>>): Partial<Endpoint> => ({
  body: base.body.extend(change),
});
const output = (change: Partial<Record<keyof Out | "extra", z.ZodType>>): Partial<Endpoint> => ({
  output: base.output.extend(change),
});

/** Changes that break callers, with the expected finding. */
const breaking: Record<string, [Partial<Endpoint>, string]> = {
  "another path": [
    { http: { ...base.http, path: "/objects/:id" } },
    "http.path: changed from /things/:id to /objects/:id",
  ],
  "another method": [{ http: { ...base.http, method: "PATCH" } }, "http.method: changed from POST to PATCH"],
  "another status": [{ http: { ...base.http, status: 200 } }, "http.status: changed from 201 to 200"],
  "stricter authentication": [{ auth: "session" }, "auth: changed from any to session"],
  "another scope": [{ scope: "read" }, "scope: changed from write to read"],
  "another quota": [{ quota: "management" }, "quota: changed from listings to management"],
  "Idempotency-Key removed": [{ idempotent: false }, "idempotent: was removed"],
  "ETag removed": [{ etag: false }, "etag: was removed"],
  "a new required member": [body({ extra: z.string() }), "body.extra: is new and required"],
  "a member that becomes required": [body({ kind: base.body.shape.kind.unwrap() }), "body.kind: became required"],
  "a removed member": [{ body: base.body.omit({ size: true }) }, "body.size: is no longer accepted"],
  "a removed enum value": [body({ kind: z.enum(["x", "y"]).optional() }), 'body.kind: no longer accepts "z"'],
  "a new enumeration": [body({ name: z.enum(["a"]) }), "body.name: accepts only certain values now"],
  "another type": [body({ size: z.string().nullable().optional() }), "body.size: type changed from number to string"],
  "null no longer accepted": [body({ size: z.number().optional() }), "body.size: type changed from null to number"],
  "integers instead of numbers": [
    body({ size: z.int().nullable().optional() }),
    "body.size: type changed from number to integer",
  ],
  "a lower maximum length": [body({ name: z.string().min(1).max(99) }), "body.name: maxLength changed from 100 to 99"],
  "a higher minimum length": [body({ name: z.string().min(2).max(100) }), "body.name: minLength changed from 1 to 2"],
  "a new minimum": [
    body({ size: z.number().min(0).nullable().optional() }),
    "body.size: minimum changed from unbounded to 0",
  ],
  "a lower maximum number of items": [
    body({ tags: z.array(z.string()).max(9).optional() }),
    "body.tags: maxItems changed from 10 to 9",
  ],
  "another type of items": [
    body({ tags: z.array(z.number()).max(10).optional() }),
    "body.tags[]: type changed from string to number",
  ],
  "a new pattern": [body({ name: z.string().min(1).max(100).regex(/^a/) }), 'body.name: pattern is required now: "^a"'],
  "a removed alternative": [
    body({ where: z.union([z.strictObject({ circle: z.number() })]).optional() }),
    "body.where.circle: is new and required",
  ],
  "a nested member that becomes required": [
    body({ inner: z.object({ a: z.string() }).optional() }),
    "body.inner.a: became required",
  ],
  "a lower maximum of a query parameter": [
    { query: base.query.extend({ limit: z.int().min(1).max(50).default(20) }) },
    "query.limit: maximum changed from 100 to 50",
  ],
  "a removed query parameter": [{ query: base.query.omit({ sort: true }) }, "query.sort: is no longer accepted"],
  "another path parameter": [{ params: z.object({ thing: z.guid() }) }, "params.thing: is new and required"],
  "a removed output member": [{ output: base.output.omit({ size: true }) }, "output.size: was removed"],
  "an output member that may be missing": [output({ name: z.string().optional() }), "output.name: may be missing now"],
  "an output member that may be null": [
    output({ name: z.string().nullable() }),
    "output.name: type changed: may be null now",
  ],
  "another type of an output member": [output({ size: z.string() }), "output.size: type changed from number to string"],
  "another format of an output member": [
    output({ at: z.iso.date().nullable() }),
    'output.at: no longer has the format "date-time"',
  ],
  "an output enumeration that becomes open": [output({ kind: z.string() }), "output.kind: is no longer an enumeration"],
  "another constant": [output({ done: z.literal(false) }), "output.done: changed from true to false"],
  "a removed member in the items of an output": [
    output({ list: z.array(z.object({ b: z.string().optional() })) }),
    "output.list[].a: was removed",
  ],
  "a removed output": [{ output: null }, "output: the body was removed"],
  "an array instead of an object": [{ output: z.array(base.output) }, "output: type changed from object to array"],
};

describe("compareLock", () => {
  for (const [name, [change, finding]] of Object.entries(breaking)) {
    it(`reports a breaking change: ${name}`, () => expect(findings(change)).to.include(finding));
  }

  it("reports a breaking change: an endpoint removed, or removed from HTTP", () => {
    expect(compareLock(lockOf({ create: base }), {})).to.deep.equal([
      { subject: base.subject, where: "endpoint", detail: "was removed" },
    ]);
    const { http: _, ...internal } = base;
    expect(compareLock(lockOf({ create: base }), lockOf({ create: internal }))[0]).to.include({ where: "http" });
  });

  it("reports a breaking change: a new body", () => {
    const { body: _, ...bare } = base;
    expect(compareLock(lockOf({ create: bare }), lockOf({ create: base }))).to.deep.equal([
      { subject: base.subject, where: "body", detail: "a body is required now" },
    ]);
  });

  it("reports nothing for additions and relaxations", () => {
    const safe: Partial<Endpoint>[] = [
      {},
      { auth: "public" },
      { quota: "none" },
      { summary: "Another summary", timeoutMs: 1, errors: ["conflict"] },
      body({ extra: z.string().optional() }),
      body({ extra: z.string().default("a") }),
      body({ kind: z.enum(["x", "y", "z", "w"]).optional() }),
      body({ kind: z.string().optional() }),
      body({ name: z.string().max(200) }),
      body({ name: z.string().min(1).max(100).nullable().optional() }),
      body({ where: z.union([base.body.shape.where.unwrap(), z.strictObject({ line: z.number() })]).optional() }),
      body({ inner: z.object({ a: z.string().optional(), b: z.string().optional() }).optional() }),
      { query: base.query.extend({ fields: z.array(z.string()).optional() }) },
      output({ extra: z.string() }),
      output({ size: z.int() }),
      output({ at: z.iso.datetime() }),
      output({ kind: z.enum(["x", "y", "new"]) }),
      output({ list: z.array(z.object({ a: z.string(), b: z.string(), c: z.number() })) }),
    ];
    for (const [index, change] of safe.entries()) expect(findings(change), String(index)).to.deep.equal([]);
  });

  it("differences lists safe changes as well", () => {
    const next = {
      create: { ...base, ...output({ extra: z.string() }) },
      more: { ...base, subject: "things.v1.more" as const },
    };
    expect(differences(lockOf({ create: base }), lockOf(next))).to.deep.equal({
      added: ["things.v1.more"],
      changed: ["things.v1.create"],
    });
  });
});
