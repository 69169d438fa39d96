import { expect } from "chai";
import { market } from "./market-fixture.ts";
import { matchCompletions, completionsFromMarket } from "../src/search/completions.ts";

describe("completions", () => {
  it("match the last words before the caret, ignoring accents", () => {
    const candidates = completionsFromMarket(market);
    const complete = (text: string) => matchCompletions(text, text.length, candidates);
    expect(complete("2 bed in val").items.map(({ value }) => value)).to.deep.equal(["Valencia"]);
    expect(complete("flat in sao pa")).to.deep.include({ start: 8 });
    expect(complete("flat in sao pa").items[0]?.value).to.equal("São Paulo");
    expect(complete("2 bed in x").items).to.deep.equal([]);
  });
});
