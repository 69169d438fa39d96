import { expect } from "chai";
import { is, type Mention } from "../../src/model.ts";
import { distanceTiers } from "../../src/readers/distance.ts";
import { place } from "../../src/readers/place.ts";
import { functionWord } from "../../src/readers/wording.ts";
import { readWith, tagged, valuesOf } from "./reading.ts";

const RULES = [...distanceTiers.flat(), place, functionWord];

const nearsIn = (text: string): Mention<"near">[] =>
  readWith(RULES, text).filter((one): one is Mention<"near"> => is(one, "near"));

/** "5 km of Leeds" */
function near(text: string): string[] {
  return nearsIn(text).map(({ value }) => {
    const { distance, unit, entry, city, region, at, beyond } = value;
    const where = at ? `${at.lat}, ${at.lon}` : [entry?.name ?? "?", city, region].filter(Boolean).join(", ");
    return `${beyond ? "beyond " : ""}${distance} ${unit} of ${where}`;
  });
}

const reported = (text: string): string[] =>
  valuesOf(RULES, text)
    .filter(([, dimension]) => dimension === "unresolved")
    .map(([words]) => words);

describe("distance reader", () => {
  const cases: [text: string, ...expected: string[]][] = [
    ["within 5 km of Leeds", "5 km of Leeds"],
    ["in a 5 mile radius of Leeds", "5 mi of Leeds"],
    ["10 min walk from Leeds", "800 m of Leeds"],
    ["20 minutes from York by bike", "5 km of York"],
    ["500 yards from Leeds", "457 m of Leeds"],
    ["3/4 of a mile from Leeds", "0.75 mi of Leeds"],
    ["800m from Leeds", "800 m of Leeds"],
    ["near Leeds", "5 km of Leeds"],
    ["near Leeds (10 miles)", "10 mi of Leeds"],
    ["near Portland, Maine", "5 km of Portland, Maine"],
    ["near Soho, London", "5 km of Soho, London"],
    ["in York within 3 miles", "3 mi of ?"],
    ["in York 3 mile radius with garden", "3 mi of ?"],
    ["within 3 miles"],
    ["at least 10 km from Leeds", "beyond 10 km of Leeds"],
    ["10+ km from Leeds", "beyond 10 km of Leeds"],
    ["in Leeds, more than 10 km away", "beyond 10 km of ?"],
    ["38.5816, -121.4944", "5 km of 38.5816, -121.4944"],
    ["within 2 km of lat 38.58 lon -121.49", "2 km of 38.58, -121.49"],
    ["around 300k"],
    ["Haus im Umkreis von 10 km von Berlin", "10 km of Berlin"],
    ["casa a menos de 10 km de Madrid", "10 km of Madrid"],
    ["maison à 20 min à pied de Lyon", "1.6 km of Lyon"],
  ];
  for (const [text, ...expected] of cases)
    it(`${text} › ${expected.join("; ") || "no distance"}`, () => expect(near(text)).to.deep.equal(expected));

  it("a second distance and further places › are reported with a conflict", () => {
    for (const [text, words] of [
      ["near York or Leeds", ["Leeds"]],
      ["near York and near Leeds", ["Leeds"]],
      ["near Leeds, York or Brighton", ["York", "Brighton"]],
      ["in Leeds and near York", ["York"]],
      ["near York, within 5 miles of Leeds", ["within 5 miles of Leeds"]],
    ] as const) {
      expect(reported(text), text).to.deep.equal(words);
      const conflicts = readWith(RULES, text).flatMap(({ conflict }) => conflict?.field ?? []);
      expect(conflicts, text).to.deep.equal(words.map(() => "near"));
    }
  });

  it("an unknown place › is reported, with an explicit distance", () => {
    expect(reported("near Atlantis in Leeds")).to.deep.equal(["Atlantis"]);
    expect(reported("within 5 km of Atlantis")).to.deep.equal(["within 5 km of Atlantis"]);
    expect(reported("near train station Leeds")).to.deep.equal(["train station"]);
  });

  it("a direction › is reported; only outskirts are in the place", () => {
    expect(reported("north of Leeds")).to.deep.equal(["north of Leeds"]);
    expect(reported("outskirts of Leeds")).to.deep.equal(["outskirts of"]);
  });

  it("nearest first › is a sort order", () => {
    const sort = readWith(RULES, "closest to York first").find((one) => is(one, "sort"));
    expect(sort?.value).to.deep.equal({ field: "distance", order: "asc", explicit: true });
  });

  it("a travel time › has a note", () => {
    expect(nearsIn("10 min walk from Leeds")[0]?.note).to.equal("10 min walk taken as 800 m");
    expect(nearsIn("20 minutes from York by bike")[0]?.note).to.equal("20 min by bike taken as 5 km");
  });

  it("the function words before a place › are part of the distance", () => {
    const text = "near the city of Leeds";
    const [only] = nearsIn(text);
    expect(only && tagged(text).slice(only.from, only.to)).to.match(/Leeds$/);
  });
});
