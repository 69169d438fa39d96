import { readFileSync } from "node:fs";
import { expect } from "chai";
import { describe, it } from "mocha";
import { z } from "zod";
import { allContracts, type Endpoint, endpoint } from "../src/index.ts";
import { compareLock, differences, type Lock, lockOf } from "../src/lock.ts";

const committed = JSON.parse(readFileSync(new URL("../contracts.lock.json", import.meta.url), "utf8")) as Lock;

describe("the committed snapshot of the contracts", () => {
  it("is not broken by the contracts as they are", () => {
    const told = compareLock(committed, lockOf(allContracts)).map(
      ({ subject, where, detail }) => `${subject}: ${where} ${detail}`,
    );
    expect(told, "callers would break; add a v2 beside these").to.deep.equal([]);
  });
  it("says what the contracts say (else: npm run contracts:lock)", () => {
    const { added, changed } = differences(committed, lockOf(allContracts));
    expect({ added, changed }, "run npm run contracts:lock and commit the file").to.deep.equal({
      added: [],
      changed: [],
    });
  });
});

const base = endpoint({
  subject: "things.v1.make",
  http: { method: "POST", path: "/things/:id", status: 201 },
  tag: "Things",
  summary: "Make a thing",
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
/** What is found when the endpoint changes so. */
function found(change: Partial<Endpoint>): string[] {
  const next: Endpoint = { ...base, ...change };
  return compareLock(lockOf({ make: base }), lockOf({ make: next })).map(({ where, detail }) => `${where}: ${detail}`);
}
const body = (change: Partial<Record<keyof Body | "extra", z.ZodType>>): Partial<Endpoint> => ({
  body: base.body.extend(change),
});
const output = (change: Partial<Record<keyof Out | "extra", z.ZodType>>): Partial<Endpoint> => ({
  output: base.output.extend(change),
});

/** Each kind of change that lets a caller down, and what is said of it. */
const breaking: Record<string, [Partial<Endpoint>, string]> = {
  "another path": [
    { http: { ...base.http, path: "/objects/:id" } },
    "http.path: changed from /things/:id to /objects/:id",
  ],
  "another method": [{ http: { ...base.http, method: "PATCH" } }, "http.method: changed from POST to PATCH"],
  "another status": [{ http: { ...base.http, status: 200 } }, "http.status: changed from 201 to 200"],
  "a stricter credential": [{ auth: "session" }, "auth: changed from any to session"],
  "another scope": [{ scope: "read" }, "scope: changed from write to read"],
  "another quota": [{ quota: "management" }, "quota: changed from listings to management"],
  "no Idempotency-Key any more": [{ idempotent: false }, "idempotent: is no longer so"],
  "no ETag any more": [{ etag: false }, "etag: is no longer so"],
  "a new required member": [body({ extra: z.string() }), "body.extra: is new and required"],
  "a member that becomes required": [body({ kind: base.body.shape.kind.unwrap() }), "body.kind: became required"],
  "a member that is no longer taken": [{ body: base.body.omit({ size: true }) }, "body.size: is no longer taken"],
  "a value that is no longer taken": [body({ kind: z.enum(["x", "y"]).optional() }), 'body.kind: no longer takes "z"'],
  "a closed list where there was none": [body({ name: z.enum(["a"]) }), "body.name: takes only some values now"],
  "another type": [body({ size: z.string().nullable().optional() }), "body.size: type changed from number to string"],
  "no null any more": [body({ size: z.number().optional() }), "body.size: type changed from null to number"],
  "whole numbers only": [
    body({ size: z.int().nullable().optional() }),
    "body.size: type changed from number to integer",
  ],
  "a shorter text": [body({ name: z.string().min(1).max(99) }), "body.name: maxLength was 100 and is 99"],
  "a longer least text": [body({ name: z.string().min(2).max(100) }), "body.name: minLength was 1 and is 2"],
  "a new least number": [
    body({ size: z.number().min(0).nullable().optional() }),
    "body.size: minimum was open and is 0",
  ],
  "fewer items": [body({ tags: z.array(z.string()).max(9).optional() }), "body.tags: maxItems was 10 and is 9"],
  "other items": [
    body({ tags: z.array(z.number()).max(10).optional() }),
    "body.tags[]: type changed from string to number",
  ],
  "a new pattern": [
    body({ name: z.string().min(1).max(100).regex(/^a/) }),
    'body.name: pattern is asked for now: "^a"',
  ],
  "an alternative less": [
    body({ where: z.union([z.strictObject({ circle: z.number() })]).optional() }),
    "body.where.circle: is new and required",
  ],
  "something inside that becomes required": [
    body({ inner: z.object({ a: z.string() }).optional() }),
    "body.inner.a: became required",
  ],
  "a tighter page": [
    { query: base.query.extend({ limit: z.int().min(1).max(50).default(20) }) },
    "query.limit: maximum was 100 and is 50",
  ],
  "a parameter less": [{ query: base.query.omit({ sort: true }) }, "query.sort: is no longer taken"],
  "another path parameter": [{ params: z.object({ thing: z.guid() }) }, "params.thing: is new and required"],
  "an output member less": [{ output: base.output.omit({ size: true }) }, "output.size: was removed"],
  "an output member that may be missing": [output({ name: z.string().optional() }), "output.name: may be left out now"],
  "an output member that may be null": [
    output({ name: z.string().nullable() }),
    "output.name: type changed: can be null now",
  ],
  "another type of an output member": [output({ size: z.string() }), "output.size: type changed from number to string"],
  "another format of an output member": [
    output({ at: z.iso.date().nullable() }),
    'output.at: is no longer "date-time"',
  ],
  "an open list of output values": [output({ kind: z.string() }), "output.kind: is no longer one of a closed list"],
  "another constant": [output({ done: z.literal(false) }), "output.done: changed from true to false"],
  "less in the items of an output": [
    output({ list: z.array(z.object({ b: z.string().optional() })) }),
    "output.list[].a: was removed",
  ],
  "no output any more": [{ output: null }, "output: there is no body any more"],
  "a list instead of an object": [{ output: z.array(base.output) }, "output: type changed from object to array"],
};

describe("a change of a contract", () => {
  for (const [name, [change, said]] of Object.entries(breaking)) {
    it(`breaks: ${name}`, () => expect(found(change)).to.include(said));
  }

  it("breaks: an endpoint that goes, also from HTTP alone", () => {
    expect(compareLock(lockOf({ make: base }), {})).to.deep.equal([
      { subject: base.subject, where: "endpoint", detail: "was removed" },
    ]);
    const { http: _, ...bus } = base;
    expect(compareLock(lockOf({ make: base }), lockOf({ make: bus }))[0]).to.include({ where: "http" });
  });

  it("breaks: a body where there was none", () => {
    const { body: _, ...bare } = base;
    expect(compareLock(lockOf({ make: bare }), lockOf({ make: base }))).to.deep.equal([
      { subject: base.subject, where: "body", detail: "a body is needed now" },
    ]);
  });

  it("is safe when it adds or loosens", () => {
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
    for (const [index, change] of safe.entries()) expect(found(change), String(index)).to.deep.equal([]);
  });

  it("shows among the differences although it is safe", () => {
    const next = {
      make: { ...base, ...output({ extra: z.string() }) },
      more: { ...base, subject: "things.v1.more" as const },
    };
    expect(differences(lockOf({ make: base }), lockOf(next))).to.deep.equal({
      added: ["things.v1.more"],
      changed: ["things.v1.make"],
    });
  });
});
