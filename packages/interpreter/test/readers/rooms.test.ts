import { expect } from "chai";
import type { Rule } from "../../src/read.ts";
import * as reader from "../../src/readers/rooms.ts";
import { price } from "../../src/readers/price.ts";
import { rangesOf, readWith, valuesOf } from "./reading.ts";

const RULES: readonly Rule[] = [
  reader.joinedShorthand,
  reader.shorthand,
  reader.sumOfRooms,
  reader.labelledBedrooms,
  reader.labelledBathrooms,
  reader.labelledRoomsOfAnyKind,
  reader.rooms,
  reader.roomsOrStoreys,
  price,
];

describe("rooms reader", () => {
  const exactly3: [string, object] = ["bedrooms", { min: 3, max: 3 }];
  const atLeast2: [string, object] = ["bathrooms", { min: 2 }];
  const cases: [text: string, ...ranges: [dimension: string, range: object][]][] = [
    ["3 bed", exactly3],
    ["three-bedroom", exactly3],
    ["2 bath", atLeast2],
    ["two and a half baths", ["bathrooms", { min: 2.5 }]],
    ["3+ bed", ["bedrooms", { min: 3 }]],
    ["more than 3 bedrooms", ["bedrooms", { min: 4 }]],
    ["fewer than 3 bedrooms", ["bedrooms", { max: 2 }]],
    ["2 or 3 bed", ["bedrooms", { min: 2, max: 3 }]],
    ["1, 2 or 3 bed", ["bedrooms", { min: 1, max: 3 }]],
    ["between two and four bedrooms", ["bedrooms", { min: 2, max: 4 }]],
    ["over 3 beds but under 6", ["bedrooms", { min: 4 }], ["bedrooms", { max: 5 }]],
    ["3/2", exactly3, atLeast2],
    ["3b/2b", exactly3, atLeast2],
    ["3b2b", exactly3, atLeast2],
    ["3x2", exactly3, atLeast2],
    ["beds: 3 baths: 2", exactly3, ["bathrooms", { min: 2 }]],
    ["beds>=3 baths>=2", ["bedrooms", { min: 3 }], atLeast2],
    ["200000 beds 3", ["price", { max: 200_000 }], exactly3],
    ["500 bedrooms"],
  ];
  for (const [text, ...expected] of cases)
    it(`${text} › ${JSON.stringify(expected)}`, () => {
      expect(rangesOf(RULES, text)).to.deep.equal(expected);
    });

  it("numbers that no filter expresses › are reported as one phrase", () => {
    for (const text of ["1.5 BHK", "3+1 bedroom", "rooms: 4", "5 rooms", "2 storeys"])
      expect(
        valuesOf(RULES, text).map(([words, dimension]) => [words, dimension]),
        text,
      ).to.deep.equal([[text, "unresolved"]]);
  });

  it("an adjective between number and unit › is also reported", () => {
    expect(readWith(RULES, "3 double bedrooms")[0]?.alsoUnresolved).to.deep.equal([[1, 2]]);
  });

  it("the opposite of a comparison › contains exactly the other numbers", () => {
    const [one] = readWith(RULES, "more than 3 bedrooms");
    expect(one?.value).to.deep.include({ opposite: { max: 3 }, strict: true, usual: "limit" });
  });
});
