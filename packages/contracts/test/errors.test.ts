import { expect } from "chai";
import { describe, it } from "mocha";
import { invalid, notFound } from "../src/index.ts";

describe("invalid", () => {
  it("names each invalid part of the request in its message", () => {
    const error = invalid([
      { in: "body", pointer: "", detail: "is not valid JSON (line 1, column 5)" },
      { in: "body", pointer: "/address/country", detail: "must be an ISO 3166-1 alpha-2 code, for example `US`" },
      { in: "body", pointer: "/media/0/a~1b~0c", detail: "is not a known field" },
      { in: "query", name: "limti", detail: "is not a known parameter; did you mean `limit`?" },
      { in: "path", name: "id", detail: "must be a UUID" },
      { in: "path", name: "request line", detail: "must have no fragment" },
      { in: "header", name: "If-Match", detail: "must be specified only once" },
    ]);
    expect(error.message).to.equal(
      [
        "The request body is not valid JSON (line 1, column 5).",
        "`address.country` must be an ISO 3166-1 alpha-2 code, for example `US`.",
        "`media[0].a/b~c` is not a known field.",
        "Query parameter `limti` is not a known parameter; did you mean `limit`?",
        "Path parameter `id` must be a UUID.",
        "The request line must have no fragment.",
        "Header `If-Match` must be specified only once.",
      ].join(" "),
    );
    expect(error.status).to.equal(400);
  });

  it("retains the cause", () => {
    const cause = new Error("parse error");
    expect(invalid([], cause).cause).to.equal(cause);
  });
});

describe("notFound", () => {
  it("names the kind of resource", () => {
    expect(notFound("agent")).to.include({ status: 404, message: "No such agent." });
  });
});
