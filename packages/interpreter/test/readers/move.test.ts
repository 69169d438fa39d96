import { expect } from "chai";
import { move } from "../../src/readers/move.ts";
import { place } from "../../src/readers/place.ts";
import { propertyType } from "../../src/readers/property-type.ts";
import { functionWord } from "../../src/readers/wording.ts";
import { readWith, tagged } from "./reading.ts";

const RULES = [move, place, propertyType, functionWord];

/** The words about where the user lives now. */
function origins(text: string): string[] {
  const query = tagged(text);
  return readWith(RULES, text)
    .filter(({ rule }) => rule === "move")
    .map(({ from, to }) => query.slice(from, to));
}

describe("move reader", () => {
  const cases: [text: string, ...expected: string[]][] = [
    ["moving from London to Leeds", "moving from London"],
    ["relocating to Austin from Denver", "from Denver"],
    ["relocating with my wife from Denver to Leeds", "from Denver"],
    ["selling my flat in York and buying in Leeds", "selling my flat in York"],
    ["house in York, we live in Portland, Oregon", "we live in Portland, Oregon"],
    ["Umzug von Berlin nach München", "Umzug von Berlin"],
    ["vivimos en Madrid, piso en Valencia", "vivimos en Madrid"],
    ["want to live in Leeds"],
    ["moving to Leeds"],
    ["house from Leeds to York"],
  ];
  for (const [text, ...expected] of cases)
    it(`${text} › ${expected.join(", ") || "nothing"}`, () => expect(origins(text)).to.deep.equal(expected));

  it("the place of the user › never raises listings", () => {
    expect(readWith(RULES, "moving from London to Leeds")[0]?.polarity).to.equal("unwanted");
  });
});
