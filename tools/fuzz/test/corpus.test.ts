import { expect } from "chai";
import { findViolations } from "../src/corpus/check-response.ts";
import { bytesOf, inconsistency, get, type CaseContext, patch, post, withoutCredential } from "../src/corpus/case.ts";
import { tables } from "../src/corpus/tables.ts";

const [header, claims] = [{ alg: "EdDSA", kid: "k" }, { org: "o" }].map((part) =>
  Buffer.from(JSON.stringify(part)).toString("base64url"),
);
const context: CaseContext = {
  key: `svc_pk_${"a".repeat(49)}`,
  otherKey: `svc_pk_${"b".repeat(49)}`,
  token: `${header}.${claims}.${"c".repeat(86)}`,
  id: "019a0000-0000-7000-8000-000000000000",
  canaryPort: 4321,
};
const rows = Object.entries(tables).flatMap(([table, list]) => list.map((row) => ({ table, row })));

describe("the corpus", () => {
  it("every case declares a status, and for errors a code of that status", () => {
    expect(rows.length).to.be.greaterThan(350);
    for (const { table, row } of rows) expect(inconsistency(row), `${table}: ${row[0]}`).to.equal(undefined);
    expect(inconsistency(["x", "", "400 not_found"])).to.equal("not_found is not a code of 400");
    expect(inconsistency(["x", "", "400"])).to.equal("400 requires an error code");
  });

  it("names are unique within a table", () => {
    for (const [table, list] of Object.entries(tables)) {
      const errorNames = list.map(([name]) => name);
      expect(new Set(errorNames).size, table).to.equal(errorNames.length);
    }
  });

  it("every case sends bytes with all placeholders filled in", () => {
    for (const { table, row } of rows) {
      const bytes = bytesOf(row[1], context);
      expect(bytes.length, row[0]).to.be.greaterThan(0);
      expect(bytes.toString("latin1"), `${table}: ${row[0]}`).not.to.match(/@(KEY|OTHER_KEY|TOKEN|ID|CANARY)@/);
    }
  });

  it("Content-Length is the length in bytes, unless a header line frames the body", () => {
    const sent = bytesOf(post("/x", { a: "é@KEY@" }), context).toString();
    expect(sent).to.include(`Content-Length: ${11 + context.key.length - 1}\r\n`);
    expect(sent).to.include(`Authorization: Bearer ${context.key}\r\n`);
    const own = bytesOf(withoutCredential(patch("/x", "{}", "Transfer-Encoding: chunked")), context).toString();
    expect(own).to.match(/^PATCH \/x HTTP\/1\.1\r\n/);
    expect(own).not.to.match(/Content-Length|Authorization/);
    expect(bytesOf(get("/x"), context).toString()).to.match(/\r\n\r\n$/);
  });
});

describe("findViolations", () => {
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
  const received = (status: number, body: object | string, more: Record<string, string> = {}) => ({
    responses: [
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

  it("finds nothing in a response that is as declared", () => {
    expect(findViolations(received(400, problem), bad, { errorNames: ["limit"] })).to.deep.equal([]);
    expect(findViolations(received(200, ""), "200", { headers: { "x-request-id": /^r$/, etag: null } })).to.deep.equal(
      [],
    );
  });

  it("finds another status or code, a second response, a missing response, and bytes after the response", () => {
    expect(findViolations(received(200, ""), bad)).to.include("200 instead of 400");
    expect(findViolations(received(400, { ...problem, code: "x" }), bad)).to.include("x instead of validation_failed");
    const twice = received(400, problem);
    expect(findViolations({ ...twice, responses: [...twice.responses, ...twice.responses] }, bad)).to.include(
      "1 more responses",
    );
    expect(findViolations({ ...received(400, problem), rest: "x" }, bad)).to.include("bytes after the response");
    expect(findViolations({ responses: [], rest: "", ms: 1, closed: true }, bad)).to.deep.equal([
      "closed without a response",
    ]);
    expect(findViolations({ responses: [], rest: "", ms: 1, closed: false }, "closed")).to.have.length(1);
  });

  it("finds header fields that are missing, unexpected, or leak a credential", () => {
    expect(findViolations(received(200, "", { "cache-control": "public" }), "200")).to.deep.equal([
      "cache-control: public",
    ]);
    expect(findViolations(received(200, "", { "x-powered-by": "x" }), "200")).to.deep.equal([
      "unexpected x-powered-by",
    ]);
    expect(findViolations(received(401, { ...problem, status: 401 }), "401 invalid_api_key")).to.include(
      "no www-authenticate",
    );
    expect(findViolations(received(200, "", { vary: `svc_pk_${"a".repeat(49)}` }), "200")).to.include(
      "a credential in vary",
    );
    expect(findViolations(received(200, ""), "200", { headers: { allow: /GET/ } })).to.include("allow: missing");
  });

  it("finds problems that lack a member, name the wrong field, or reveal internals", () => {
    const { title: _, ...untitled } = problem;
    expect(findViolations(received(400, untitled), bad)).to.include("no title");
    expect(findViolations(received(400, { ...problem, errors: [] }), bad)).to.include("empty errors");
    expect(findViolations(received(400, problem), bad, { errorNames: ["status"] })).to.include(
      "does not name status but limit",
    );
    expect(findViolations(received(400, { ...problem, detail: "TypeError: x" }), bad)).to.have.length(1);
    expect(findViolations(received(400, { ...problem, instance: "/TypeError" }), bad)).to.deep.equal([]);
    expect(findViolations(received(400, { ...problem, requestId: "s" }), bad)).to.have.length(1);
  });
});
