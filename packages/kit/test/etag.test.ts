import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { assertIfMatch, etagMatches, isValidIfMatch, representationETag } from "../src/index.ts";

describe("entity tags", () => {
  it("representationETag depends on the version and on the representation", () => {
    const a = representationETag(1, Buffer.from("a"));
    expect(a).to.match(/^"1-[\w-]+"$/);
    expect(representationETag(2, Buffer.from("a"))).to.not.equal(a);
    expect(representationETag(1, Buffer.from("b"))).to.not.equal(a);
  });

  it("assertIfMatch compares only the version and throws precondition_failed without a match", () => {
    assertIfMatch('"7-anything"', 7);
    assertIfMatch('"1-x", "7-y"', 7);
    assertIfMatch("*", 7);
    assertIfMatch(undefined, 7);
    for (const stale of ['"6-x"', '"77-x"', "7-x", 'W/"7-x"', '"x"', ""])
      expect(() => assertIfMatch(stale, 7), stale)
        .to.throw(AppError)
        .with.property("code", "precondition_failed");
  });

  it("isValidIfMatch accepts * and lists of quoted entity tags, and nothing else", () => {
    for (const valid of ['"7-x"', 'W/"7-x"', '""', '"a" , W/"b"', ',"a",,"b",', "*", " * ", '"é"'])
      expect(isValidIfMatch(valid), valid).to.equal(true);
    for (const invalid of ["", " ", "nonsense", "7-x", '"7-x', 'w/"7"', '"a" "b"', '*, "a"', '"a b"', ",", '"a""b"'])
      expect(isValidIfMatch(invalid), invalid).to.equal(false);
  });

  it("etagMatches compares weakly with each entity tag of a list", () => {
    expect(etagMatches('"a", W/"b"', '"b"')).to.equal(true);
    expect(etagMatches("*", '"b"')).to.equal(true);
    expect(etagMatches('"a"', '"b"')).to.equal(false);
  });
});
