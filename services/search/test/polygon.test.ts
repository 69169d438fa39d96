import { expect } from "chai";
import { isValidPolygon } from "../src/domain/polygon.ts";

type Point = [number, number];
const square: Point[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const triangle = (lon: number, lat: number, size = 1): Point[] => [
  [lon, lat],
  [lon + size, lat],
  [lon, lat + size],
  [lon, lat],
];
const shifted = (ring: Point[], by: number): Point[] =>
  ring.map(([lon, lat]): Point => [((((lon + by + 180) % 360) + 360) % 360) - 180, lat]);

describe("isValidPolygon", () => {
  it("accepts rings in either direction with holes inside", () => {
    expect(isValidPolygon([square])).to.equal(true);
    expect(isValidPolygon([square.toReversed()])).to.equal(true);
    expect(isValidPolygon([square, triangle(1, 1), triangle(3, 3, 0.5)])).to.equal(true);
    expect(isValidPolygon([square, triangle(0, 0)]), "a hole that touches").to.equal(true);
    expect(isValidPolygon([triangle(8.5, 47.3, 1e-9)]), "a small one").to.equal(true);
  });

  it("rejects a ring that crosses itself", () => {
    const bowTie: Point[] = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ];
    expect(isValidPolygon([bowTie])).to.equal(false);
    expect(isValidPolygon([shifted(bowTie, 179.5)]), "over the antimeridian").to.equal(false);
  });

  it("accepts a ring that touches itself in a point", () => {
    expect(
      isValidPolygon([
        [
          [0, 0],
          [2, 0],
          [1, 1],
          [2, 2],
          [0, 2],
          [1, 1],
          [0, 0],
        ],
      ]),
    ).to.equal(true);
  });

  it("rejects rings that enclose no area", () => {
    expect(
      isValidPolygon([
        [
          [1, 1],
          [1, 1],
          [1, 1],
          [1, 1],
        ],
      ]),
    ).to.equal(false);
    expect(
      isValidPolygon([
        [
          [0, 0],
          [1, 1],
          [2, 2],
          [0, 0],
        ],
      ]),
    ).to.equal(false);
    expect(isValidPolygon([])).to.equal(true);
  });

  it("rejects holes outside or across the outer ring", () => {
    expect(isValidPolygon([square, triangle(10, 10)])).to.equal(false);
    expect(isValidPolygon([square, triangle(3, 3, 3)])).to.equal(false);
    expect(isValidPolygon([square, triangle(-1, 1, 0.5)])).to.equal(false);
  });

  it("rejects holes that cover the whole polygon", () => {
    const [start, ...others] = square.slice(0, -1);
    if (start === undefined) throw new Error("no point");
    const turned: Point[] = [...others, start, ...others.slice(0, 1)];
    const odd = triangle(8.1, 47.3, 0.7);
    for (const [why, rings] of [
      ["the ring itself", [square, square]],
      ["the other way round", [square, square.toReversed()]],
      ["from another point", [square, turned]],
      ["fractions", [odd, [...odd.slice(1), ...odd.slice(1, 2)]]],
      ["over the antimeridian", [shifted(square, 178), shifted(square, 178).toReversed()]],
      [
        "two halves",
        [
          square,
          [
            [0, 0],
            [4, 0],
            [4, 4],
            [0, 0],
          ],
          [
            [0, 0],
            [4, 4],
            [0, 4],
            [0, 0],
          ],
        ],
      ],
    ] as [string, Point[][]][])
      expect(isValidPolygon(rings), why).to.equal(false);
    const inscribed: Point[] = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 0],
    ];
    expect(isValidPolygon([square, inscribed]), "half of it").to.equal(true);
  });

  it("accepts polygons across the antimeridian with slanted edges and holes", () => {
    const slanted: Point[] = [
      [0, 0],
      [20, 10],
      [30, 9],
      [40, 9.9],
      [40, 20],
      [0, 20],
      [0, 0],
    ];
    for (const by of [0, 100, 140, 150, 165, 179, -170]) {
      expect(isValidPolygon([shifted(slanted, by)]), `${by}`).to.equal(true);
      expect(isValidPolygon([shifted(slanted, by), shifted(triangle(5, 12), by)]), `${by}`).to.equal(true);
    }
    expect(
      isValidPolygon([
        [
          [-180, -90],
          [180, -90],
          [180, 90],
          [-180, 90],
          [-180, -90],
        ],
      ]),
      "the whole earth",
    ).to.equal(true);
  });
});
