import { expect } from "chai";
import { judge } from "../src/corpus/check-response.ts";
import { bytesOf, flawOf, get, type Ground, patch, post, withoutCredential } from "../src/corpus/case.ts";
import { tables } from "../src/corpus/tables.ts";

const [header, claims] = [{ alg: "EdDSA", kid: "k" }, { org: "o" }].map((part) =>
  Buffer.from(JSON.stringify(part)).toString("base64url"),
);
const ground: Ground = {
  key: `svc_pk_${"a".repeat(49)}`,
  otherKey: `svc_pk_${"b".repeat(49)}`,
  token: `${header}.${claims}.${"c".repeat(86)}`,
  id: "019a0000-0000-7000-8000-000000000000",
  canaryPort: 4321,
};
const rows = Object.entries(tables).flatMap(([table, list]) => list.map((row) => ({ table, row })));

describe("the corpus", () => {
  it("declares for each row a status, and for each problem a code of that status", () => {
    expect(rows.length).to.be.greaterThan(350);
    for (const { table, row } of rows) expect(flawOf(row), `${table}: ${row[0]}`).to.equal(undefined);
    expect(flawOf(["x", "", "400 not_found"])).to.equal("not_found is not a code of 400");
    expect(flawOf(["x", "", "400"])).to.equal("400 needs the code of the problem");
  });

  it("names each row once in its table", () => {
    for (const [table, list] of Object.entries(tables)) {
      const names = list.map(([name]) => name);
      expect(new Set(names).size, table).to.equal(names.length);
    }
  });

  it("sends something in each row, with every placeholder filled in", () => {
    for (const { table, row } of rows) {
      const bytes = bytesOf(row[1], ground);
      expect(bytes.length, row[0]).to.be.greaterThan(0);
      expect(bytes.toString("latin1"), `${table}: ${row[0]}`).not.to.match(/@(KEY|OTHER_KEY|TOKEN|ID|CANARY)@/);
    }
  });

  it("frames a body by its bytes, unless a line says how", () => {
    const sent = bytesOf(post("/x", { a: "é@KEY@" }), ground).toString();
    expect(sent).to.include(`Content-Length: ${11 + ground.key.length - 1}\r\n`);
    expect(sent).to.include(`Authorization: Bearer ${ground.key}\r\n`);
    const own = bytesOf(withoutCredential(patch("/x", "{}", "Transfer-Encoding: chunked")), ground).toString();
    expect(own).to.match(/^PATCH \/x HTTP\/1\.1\r\n/);
    expect(own).not.to.match(/Content-Length|Authorization/);
    expect(bytesOf(get("/x"), ground).toString()).to.match(/\r\n\r\n$/);
  });
});

describe("the judge of answers", () => {
  const fields = {
    "x-request-id": "r",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'",
    "cache-control": "no-store",
  };
  const problem = {
    type: "about:blank",
    title: "t",
    status: 400,
    detail: "d",
    instance: "/x",
    code: "validation_failed",
    requestId: "r",
    errors: [{ in: "query", name: "limit", detail: "d" }],
  };
  const came = (status: number, body: object | string, more: Record<string, string> = {}) => ({
    answers: [
      {
        status,
        headers: new Map(
          Object.entries({ ...fields, "content-type": "application/problem+json", ...more }).map(
            ([name, value]): [string, string[]] => [name, [value]],
          ),
        ),
        body: typeof body === "string" ? body : JSON.stringify(body),
      },
    ],
    rest: "",
    ms: 1,
    closed: false,
  });
  const bad = "400 validation_failed";

  it("finds nothing in an answer that is as declared", () => {
    expect(judge(came(400, problem), bad, { names: ["limit"] })).to.deep.equal([]);
    expect(judge(came(200, ""), "200", { headers: { "x-request-id": /^r$/, etag: null } })).to.deep.equal([]);
  });

  it("finds another status or code, a second answer, silence, and bytes behind the answer", () => {
    expect(judge(came(200, ""), bad)).to.include("200 instead of 400");
    expect(judge(came(400, { ...problem, code: "x" }), bad)).to.include("x instead of validation_failed");
    const twice = came(400, problem);
    expect(judge({ ...twice, answers: [...twice.answers, ...twice.answers] }, bad)).to.include("1 more answers");
    expect(judge({ ...came(400, problem), rest: "x" }, bad)).to.include("bytes behind the answer");
    expect(judge({ answers: [], rest: "", ms: 1, closed: true }, bad)).to.deep.equal(["closed without an answer"]);
    expect(judge({ answers: [], rest: "", ms: 1, closed: false }, "closed")).to.have.length(1);
  });

  it("finds headers that are missing, told too much or other than wanted", () => {
    expect(judge(came(200, "", { "cache-control": "public" }), "200")).to.deep.equal(["cache-control: public"]);
    expect(judge(came(200, "", { "x-powered-by": "x" }), "200")).to.deep.equal(["x-powered-by is there"]);
    expect(judge(came(401, { ...problem, status: 401 }), "401 invalid_api_key")).to.include("no www-authenticate");
    expect(judge(came(200, "", { vary: `svc_pk_${"a".repeat(49)}` }), "200")).to.include("a credential in vary");
    expect(judge(came(200, ""), "200", { headers: { allow: /GET/ } })).to.include("allow: not there");
  });

  it("finds problems that lack a member, name nothing or another field, or tell of the inside", () => {
    const { title: _, ...untitled } = problem;
    expect(judge(came(400, untitled), bad)).to.include("no title");
    expect(judge(came(400, { ...problem, errors: [] }), bad)).to.include("names nothing in errors");
    expect(judge(came(400, problem), bad, { names: ["status"] })).to.include("does not name status but limit");
    expect(judge(came(400, { ...problem, detail: "TypeError: x" }), bad)).to.have.length(1);
    expect(judge(came(400, { ...problem, instance: "/TypeError" }), bad)).to.deep.equal([]);
    expect(judge(came(400, { ...problem, requestId: "s" }), bad)).to.have.length(1);
  });
});
