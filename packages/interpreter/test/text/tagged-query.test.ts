import { expect } from "chai";
import { placeAt } from "../../src/text/tagged-query.ts";
import { vocabulary } from "../helpers.ts";
import { tagged } from "../readers/reading.ts";

describe("TaggedQuery", () => {
  it("tag › is the longest phrase of a class at a token", () => {
    const query = tagged("looking for sale agreed");
    expect(query.tag(0, "stop")).to.include({ end: 2 });
    expect(query.tag(2, "status")).to.include({ end: 4, value: "pending" });
    expect(query.tag(2, "listing")).to.include({ end: 3, value: "sale" });
    expect(query.tag(3, "type")).to.equal(undefined);
    expect([query.endOf(2, "status"), query.endOf(2, "type")]).to.deep.equal([4, 0]);
  });

  it("tags › are all phrases of a class, longest first", () => {
    expect(
      tagged("for sale")
        .tags(0, "stop")
        .map(({ end }) => end),
    ).to.deep.equal([1]);
    expect(
      tagged("walking distance to Leeds")
        .tags(0, "near")
        .map(({ end }) => end),
    ).to.deep.equal([3, 2]);
  });

  it("tagBefore › is a phrase that ends at a token", () => {
    const query = tagged("house close to Leeds");
    expect(query.tagBefore(3, "near")).to.include({ end: 3 });
    expect(query.tagBefore(2, "near")).to.include({ end: 2 });
    expect(query.tagBefore(1, "near")).to.equal(undefined);
  });

  it("words of a language › count only if the query contains the language", () => {
    expect(tagged("piso en Madrid").has(0, "type")).to.equal(true);
    expect(tagged("house con garage").isTagged(1)).to.equal(false);
  });

  it("a word that means something else in another language › depends on the next word", () => {
    expect(tagged("apartamento no Porto").has(1, "not")).to.equal(false);
    expect(tagged("casa en Madrid, no piscina").has(4, "not")).to.equal(true);
  });

  it("isWord › is only true for the token alone", () => {
    const query = tagged("for sale");
    expect([query.isWord(0, "listing"), query.isWord(0, "purpose"), query.isWord(1, "listing", "sale")]).to.deep.equal([
      false,
      true,
      true,
    ]);
  });

  it("skip › is the first token without a phrase of the classes", () => {
    expect(tagged("of the my house").skip(0, "joiner")).to.equal(3);
    expect(tagged("house").skip(0, "joiner")).to.equal(0);
  });

  it("place › is the longest name, with the way it is written", () => {
    const query = tagged("Elk Grove or elkgrove");
    expect(query.place(0)).to.deep.include({ end: 2, kind: "name" });
    expect(query.place(3)).to.deep.include({ end: 4, kind: "joined" });
    expect(placeAt(vocabulary, query.tokens, 1)).to.equal(undefined);
  });

  it("slice › is the text as written, also of corrected words", () => {
    const query = tagged("Two-bed aparment");
    expect([query.slice(0, 2), query.slice(2, 3), query.norm(2)]).to.deep.equal(["Two-bed", "aparment", "apartment"]);
    expect(query.slice(0, 9)).to.equal("");
  });
});
