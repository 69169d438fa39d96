import { expect } from "chai";
import { explain, interpret } from "../src/index.ts";
import { NOW } from "./corpus.ts";
import { vocabulary } from "./helpers.ts";

describe("explain", () => {
  it("a query › returns the mentions before and after the scope passes with their rules", () => {
    const { tokens, languages, read, scoped, interpretation } = explain(
      "3 bed hous in Leeds, no pool",
      vocabulary,
      NOW,
    );
    expect(tokens.map(({ raw }) => raw)).to.deep.equal(["3", "bed", "hous", "in", "Leeds", ",", "no", "pool"]);
    expect(tokens[2]).to.deep.equal({ raw: "hous", norm: "house", kind: "word", correctedFrom: "hous" });
    expect(languages).to.deep.equal(["en"]);
    expect(read.map(({ words, rule, polarity }) => [words, rule, polarity])).to.deep.equal([
      ["3 bed", "rooms", "wanted"],
      ["hous", "property-type", "wanted"],
      ["in", "function-word", "wanted"],
      ["Leeds", "place", "wanted"],
      [",", "separator", "wanted"],
      ["no", "negation", "wanted"],
      ["pool", "feature", "wanted"],
    ]);
    expect(scoped.at(-1)).to.include({ words: "no pool", rule: "feature", dimension: "feature", polarity: "unwanted" });
    expect(interpretation).to.deep.equal(interpret("3 bed hous in Leeds, no pool", vocabulary, NOW));
  });

  it("a text about something else › returns its mentions and that it is no property query", () => {
    const { read, interpretation } = explain("weather", vocabulary, NOW);
    expect(read.map(({ words, rule }) => [words, rule])).to.deep.equal([["weather", "unknown"]]);
    expect(interpretation).to.deep.equal({ notAPropertyQuery: true });
  });

  it("values › are plain JSON: places are their names", () => {
    const { scoped } = explain("flat in York, within 5 km of Leeds", vocabulary, NOW);
    expect(JSON.parse(JSON.stringify(scoped))).to.deep.equal(scoped);
    const values = new Map(scoped.map(({ dimension, value }) => [dimension, value]));
    expect(values.get("near")).to.deep.equal({ distance: 5, unit: "km", place: "Leeds", level: "city" });
    expect(values.get("place")).to.deep.equal({ name: "York", level: "city" });
  });
});

describe("spans", () => {
  it("each span › names the rule that read it", () => {
    const result = interpret("flat under 300k with a garden in Leeds", vocabulary, NOW);
    expect("spans" in result && result.spans.map(({ text, field, rule }) => [text, field, rule])).to.deep.equal([
      ["flat", "propertyTypes", "property-type"],
      ["under 300k", "price", "price"],
      ["garden", "features", "feature"],
      ["Leeds", "cities", "place"],
    ]);
  });
});
