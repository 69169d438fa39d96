import { expect } from "chai";
import { market } from "./market-fixture.ts";
import { completions, namesOf } from "../src/search/completions.ts";

describe("completions", () => {
  it("offers names that begin with the last words before the caret, without regard to accents", () => {
    const names = namesOf(market);
    const offered = (text: string) => completions(text, text.length, names);
    expect(offered("2 bed in val").names.map(({ value }) => value)).to.deep.equal(["Valencia"]);
    expect(offered("flat in sao pa")).to.deep.include({ start: 8 });
    expect(offered("flat in sao pa").names[0]?.value).to.equal("São Paulo");
    expect(offered("2 bed in x").names).to.deep.equal([]);
  });
});
