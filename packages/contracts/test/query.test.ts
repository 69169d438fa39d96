import { expect } from "chai";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import {
  allContracts,
  type Endpoint,
  eventQuery,
  parseParams,
  parseQuery,
  propertyListQuery,
  similarQuery,
  suggestQuery,
} from "../src/index.ts";

const credential = new Set(["api_key"]);
const similar = (query: string) => parseQuery(similarQuery, query, credential);
/** `name: detail` of each issue. */
function issues(result: ReturnType<typeof parseQuery>): string[] {
  if (result.ok) return [];
  return result.issues.map(({ path, detail }) => `${path.join(".")}: ${detail}`);
}

describe("parseQuery", () => {
  it("parses parameters by the schema and applies its defaults", () => {
    expect(similar("limit=3&includeBranding=true&fields=title,address.city")).to.deep.equal({
      ok: true,
      value: {
        limit: 3,
        includeBranding: true,
        fields: ["title", "address.city"],
        filterByOrganization: false,
        includeAdCount: false,
        includeAdCreatives: false,
        status: "active",
        match: "all",
      },
    });
    expect(parseQuery(undefined, "", credential)).to.deep.equal({ ok: true, value: {} });
  });

  it("accepts only decimal numbers", () => {
    for (const text of [
      "",
      "0x10",
      "1e3",
      "NaN",
      "Infinity",
      "+1",
      "%201",
      "1%20",
      "1.",
      ".5",
      "--1",
      "0b1",
      "1_000",
      "٣",
    ]) {
      expect(issues(similar(`limit=${text}`)), text).to.deep.equal(["limit: must be a decimal number"]);
    }
    expect(issues(similar("limit=1.5"))).to.deep.equal(["limit: must be an integer"]);
    expect(issues(similar("limit=-1"))).to.deep.equal(["limit: must be at least 1"]);
    expect(issues(similar("limit=101"))).to.deep.equal(["limit: must be at most 100"]);
    expect(issues(similar(`limit=${"9".repeat(400)}`))).to.deep.equal(["limit: must be a finite number"]);
    expect(parseQuery(similarQuery, "limit=007", credential)).to.have.nested.property("value.limit", 7);
  });

  it("accepts only true and false as booleans", () => {
    expect(similar("filterByOrganization=false")).to.have.nested.property("value.filterByOrganization", false);
    for (const text of ["", "1", "0", "True", "yes", "FALSE", "true%20"]) {
      expect(issues(similar(`includeBranding=${text}`)), text).to.deep.equal([
        "includeBranding: must be `true` or `false`",
      ]);
    }
  });

  it("reports every invalid parameter once", () => {
    expect(issues(similar("limit=x&nope=1&status=gone&includeBranding=1&match=&other"))).to.deep.equal([
      "limit: must be a decimal number",
      "nope: is not a known parameter",
      "includeBranding: must be `true` or `false`",
      "other: is not a known parameter",
      "status: must be one of `active`, `pending`, `inactive`, `sold`, `rented`",
      "match: must be one of `all`, `any`",
    ]);
    expect(issues(parseQuery(undefined, "a=1&b", credential))).to.deep.equal([
      "a: is not a known parameter",
      "b: is not a known parameter",
    ]);
  });

  it("suggests a similar name for an unknown parameter", () => {
    const detail = (name: string) => issues(similar(`${name}=1`));
    expect(detail("limti")).to.deep.equal(["limti: is not a known parameter; did you mean `limit`?"]);
    expect(detail("include_branding")).to.deep.equal([
      "include_branding: is not a known parameter; did you mean `includeBranding`?",
    ]);
    for (const far of ["l", "bedrooms", "x".repeat(64), "includes"])
      expect(detail(far)[0]).to.match(/: is not a known parameter$/);
  });

  it("rejects a repeated single-valued parameter, even with the same value", () => {
    expect(issues(similar("limit=3&limit=3"))).to.deep.equal(["limit: must be specified only once"]);
    expect(issues(similar("limit=3&l%69mit=4"))).to.deep.equal(["limit: must be specified only once"]);
  });

  it("parses comma-separated and repeated lists, and rejects empty entries", () => {
    const read = (query: string) => parseQuery(eventQuery, query, credential);
    for (const query of [
      "types=ad.created,ad.deleted",
      "types=ad.created%2Cad.deleted",
      "types=ad.created&types=ad.deleted",
    ]) {
      expect(read(query), query).to.have.deep.nested.property("value.types", ["ad.created", "ad.deleted"]);
    }
    for (const query of ["types=", "types=ad.created,", "types=,ad.created", "types=ad.created&types="]) {
      expect(issues(read(query)), query).to.deep.equal(["types: must not contain empty entries"]);
    }
    expect(issues(read("types=ad.created,nope"))[0]).to.match(/^types\.1: must be one of `property\.created`, /);
  });

  it("rejects malformed percent-encoding and bytes that are not UTF-8", () => {
    for (const text of ["%", "%zz", "%ff", "%C0%AF", "%ED%A0%80"]) {
      expect(issues(similar(`cursor=1&status=${text}`)), text).to.include("status: must be percent-encoded UTF-8");
      expect(issues(similar(`${text}=1`)), text).to.deep.equal([`${text}: must be percent-encoded UTF-8`]);
    }
  });

  it("does not report an undecodable required parameter as missing", () => {
    expect(issues(parseQuery(suggestQuery, "q=%ff", credential))).to.deep.equal(["q: must be percent-encoded UTF-8"]);
    expect(issues(parseQuery(suggestQuery, "", credential))).to.deep.equal(["q: is required"]);
  });

  it("decodes a plus as a space and splits at the first equals sign", () => {
    const result = parseQuery(propertyListQuery, "cursor=a+b=c%2B", credential);
    expect(result).to.have.nested.property("value.cursor", "a b=c+");
  });

  it("ignores the credential's parameter and never repeats a credential in an issue", () => {
    expect(similar("api_key=svc_pk_x&api_key=%zz&limit=3")).to.have.property("ok", true);
    const key = `svc_pk_${"A".repeat(49)}`;
    expect(
      JSON.stringify([similar(`api_key=${key}&limit=x`), similar(key), similar(`${key}=1`), similar(`%zz${key}`)]),
    ).not.to.include(key);
  });

  it("reports names of Object.prototype like any unknown parameter", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "__proto__[x]", "constructor.prototype"];
    for (const name of names)
      expect(issues(similar(`${name}=1`)), name).to.deep.equal([`${name}: is not a known parameter`]);
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
  });

  it("rejects NUL in every parameter of every endpoint", () => {
    for (const [name, { query }] of Object.entries<Endpoint>(allContracts)) {
      for (const parameter of Object.keys(query?.shape ?? {})) {
        expect(parseQuery(query, `${parameter}=a%00b`, credential).ok, `${name} ${parameter}`).to.equal(false);
      }
    }
  });

  it("never throws for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => typeof similar(text).ok === "boolean"),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("limit", "fields", "=", "&", "%", "+", ",", "1", "true", "%2C", "\0")),
        (parts) => typeof similar(parts.join("")).ok === "boolean",
      ),
    );
  });
});

describe("parseParams", () => {
  const { params } = allContracts.getAd;
  it("normalizes UUIDs to lower case", () => {
    const id = "0195D5F0-AAAA-7000-8000-000000000000";
    expect(parseParams(params, { id, adId: id })).to.deep.equal({
      ok: true,
      value: { id: id.toLowerCase(), adId: id.toLowerCase() },
    });
  });
  it("reports each value that is not a UUID", () => {
    for (const id of [
      "",
      "1",
      "__proto__",
      "0195d5f0-aaaa-7000-8000-00000000000",
      "{0195d5f0-aaaa-7000-8000-000000000000}",
      "../x",
    ]) {
      expect(issues(parseParams(params, { id, adId: id })), id).to.deep.equal([
        "id: must be a UUID",
        "adId: must be a UUID",
      ]);
    }
  });
});
