import { expect } from "chai";
import { is, type Mention } from "../../src/model.ts";
import { place } from "../../src/readers/place.ts";
import { propertyType } from "../../src/readers/property-type.ts";
import { rooms } from "../../src/readers/rooms.ts";
import { functionWord, negation } from "../../src/readers/wording.ts";
import { readWith, tagged } from "./reading.ts";

const RULES = [negation, rooms, place, propertyType, functionWord];

const placesIn = (text: string): Mention<"place">[] =>
  readWith(RULES, text).filter((one): one is Mention<"place"> => is(one, "place"));
const named = (text: string): string[] =>
  placesIn(text).map(({ value: { entry } }) => `${entry.name} (${entry.level})`);

describe("place reader", () => {
  const cases: [text: string, ...places: string[]][] = [
    ["house in Leeds", "Leeds (city)"],
    ["flat in Soho, London", "Soho (community)", "London (city)"],
    ["house in Roseville CA", "Roseville (city)", "California (region)"],
    ["house in Elk Grove, CA", "Elk Grove (city)", "California (region)"],
    ["houses in CA", "California (region)"],
    ["flat 95758", "95758 (postalCode)"],
    ["flat 95758 sqft"],
    ["FLAT IN LEEDS OR YORK", "Leeds (city)", "York (city)"],
  ];
  for (const [text, ...expected] of cases)
    it(`${text} › ${expected.join(", ") || "no place"}`, () => expect(named(text)).to.deep.equal(expected));

  it("a name of ordinary words › is a place only if the words around it show it", () => {
    for (const text of ["flat in Bath", "house not in bath", "anywhere but Bath", "2 bed flat, Bath", "Bath"])
      expect(named(text), text).to.deep.equal(["Bath (city)"]);
    for (const text of ["3 Bath", "flat with bath", "no bath flat", "nice house"])
      expect(named(text), text).to.deep.equal([]);
  });

  it("a state after an excluded city › belongs to the exclusion", () => {
    const [only, ...more] = placesIn("not in Elk Grove, CA");
    expect(only?.value.entry.name).to.equal("Elk Grove");
    expect(only && tagged("not in Elk Grove, CA").slice(only.from, only.to)).to.equal("Elk Grove, CA");
    expect(more).to.deep.equal([]);
  });

  it("a misspelt name › has one correction for the whole name", () => {
    expect(placesIn("flat in Lonodn")[0]?.correction).to.deep.equal({ from: "Lonodn", to: "London" });
    expect(placesIn("house in elkgrove")[0]?.correction).to.deep.equal({ from: "elkgrove", to: "Elk Grove" });
    expect(placesIn("flat in London")[0]).not.to.have.property("correction");
  });
});
