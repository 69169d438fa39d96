import { expect } from "chai";
import { filterLabel, formatFilterValue, suggestionText } from "../src/search/filter-labels.ts";

describe("filter labels", () => {
  it('shows groups of alternative features with "or", and each other list with commas', () => {
    const groups = [["sea_view", "pool"], ["lift"]];
    const shown = `${filterLabel("anyFeatures")} ${formatFilterValue("anyFeatures", groups)}`;
    expect(shown).to.equal("With sea view or pool, lift");
    expect(formatFilterValue("features", ["sea_view", "pool"])).to.equal("sea view, pool");
  });

  it("names the group of features that a zero-result suggestion drops", () => {
    const filters = { anyFeatures: [["lift"], ["sea_view", "pool"]] };
    expect(suggestionText({ filter: "anyFeatures.1" }, filters)).to.equal("Sea view or pool: not required");
    expect(suggestionText({ filter: "price.max", to: 1000 }, filters)).to.equal("Price up to 1,000");
  });
});
