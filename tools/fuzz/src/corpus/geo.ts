import { fiftyNames, lists } from "../expensive-queries.ts";
import { post, type Case, type Table } from "./case.ts";

const bad = "400 validation_failed";
type Point = readonly number[];

const polygon = (...rings: (readonly Point[])[]) =>
  post("/properties/search", { geo: { polygon: { type: "Polygon", coordinates: rings } } });
const box = (...corners: number[]) => post("/properties/search", { geo: { bbox: corners } });
const circle = (lat: number, lon: number, distance: number, unit = "km") =>
  post("/properties/search", { geo: { radius: { lat, lon, distance, unit } } });

const square: readonly Point[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
/** A closed ring of `points` points on a circle. */
const round = (points: number): Point[] => {
  const open = Array.from({ length: points - 1 }, (_, index): Point => {
    const angle = (index / (points - 1)) * 2 * Math.PI;
    return [Math.cos(angle) * 10, Math.sin(angle) * 10];
  });
  return [...open, open[0] ?? [0, 0]];
};
/** A self-intersecting zigzag ring. */
const zigzag: Point[] = [
  ...Array.from({ length: 400 }, (_, index): Point => [index / 10, (index % 2) * 10 - 5]),
  [0, 0],
  [0, -5],
];
const crossing = { errorNames: ["/geo/polygon/coordinates"] };
const atGeo = (pointer: string) => ({ errorNames: [`/geo/${pointer}`] });

/** Hostile and unusual boxes, circles and polygons. */
export const places: Table = [
  ["a box over the antimeridian", box(170, -30, -170, 10), "200"],
  ["a box of one point", box(0, 0, 0, 0), "200"],
  ["the whole earth", box(-180, -90, 180, 90), "200"],
  ["a box upside down", box(0, 10, 10, 0), bad, atGeo("bbox")],
  ["a box beyond the earth", box(-181, 0, 0, 1), bad, atGeo("bbox/0")],
  ["a box of three numbers", box(0, 0, 1), bad],
  ["a box of 1e308", box(-1e308, -1e308, 1e308, 1e308), bad, atGeo("bbox/0")],
  ["within 0 m", circle(0, 0, 0, "m"), bad, atGeo("radius/distance")],
  ["within -5 km", circle(0, 0, -5), bad, atGeo("radius/distance")],
  ["within 10^9 km", circle(0, 0, 1e9), bad, atGeo("radius/distance")],
  ["within the smallest positive distance", circle(0, 0, 5e-324, "m"), "200"],
  ["within half the earth, around a pole", circle(90, 180, 20_040), "200"],
  ["an unknown unit", circle(0, 0, 1, "furlong"), bad, atGeo("radius/unit")],
  [
    "two areas in one search",
    post("/properties/search", { geo: { bbox: [0, 0, 1, 1], radius: { lat: 0, lon: 0, distance: 1 } } }),
    bad,
    { errorNames: ["/geo"] },
  ],
  ["a square", polygon(square), "200"],
  ["a square, clockwise", polygon(square.toReversed()), "200"],
  [
    "a square with a hole",
    polygon(square, [
      [1, 1],
      [1, 2],
      [2, 2],
      [1, 1],
    ]),
    "200",
  ],
  ["a ring that is not closed", polygon(square.slice(0, 4)), bad, atGeo("polygon/coordinates/0")],
  [
    "a ring of three points",
    polygon([
      [0, 0],
      [1, 0],
      [0, 0],
    ]),
    bad,
    atGeo("polygon/coordinates/0"),
  ],
  ["a ring of 500 points", polygon(round(500)), "200"],
  ["a ring of 501 points", polygon(round(501)), bad, atGeo("polygon/coordinates/0")],
  ["a ring of 10^5 points", polygon(Array.from({ length: 100_000 }, (): Point => [0, 0])), "413 payload_too_large"],
  [
    "a ring of 40,000 points",
    polygon(Array.from({ length: 40_000 }, () => [0, 0])),
    bad,
    atGeo("polygon/coordinates/0"),
  ],
  ["eleven rings", polygon(...Array.from({ length: 11 }, () => square)), bad, atGeo("polygon/coordinates")],
  ["no ring", polygon(), bad, atGeo("polygon/coordinates")],
  [
    "a bow tie",
    polygon([
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ]),
    bad,
    crossing,
  ],
  ["a zigzag over itself", polygon(zigzag), bad, crossing],
  [
    "a ring of one point",
    polygon([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]),
    bad,
    crossing,
  ],
  [
    "a ring that is a line",
    polygon([
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 0],
    ]),
    bad,
    crossing,
  ],
  [
    "a hole that crosses the ring",
    polygon(square, [
      [3, 3],
      [6, 3],
      [3, 6],
      [3, 3],
    ]),
    bad,
    crossing,
  ],
  [
    "a hole outside the ring",
    polygon(square, [
      [10, 10],
      [11, 10],
      [10, 11],
      [10, 10],
    ]),
    bad,
    crossing,
  ],
  [
    "a polygon over the antimeridian",
    polygon([
      [170, 0],
      [-170, 0],
      [-170, 10],
      [170, 10],
      [170, 0],
    ]),
    "200",
  ],
  [
    "a polygon of the whole earth",
    polygon([
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
      [-180, -90],
    ]),
    "200",
  ],
  [
    "a point with an altitude",
    polygon([
      [0, 0, 5],
      [1, 0, 5],
      [1, 1, 5],
      [0, 0, 5],
    ]),
    "200",
  ],
  [
    "a longitude of 180.1",
    polygon([
      [0, 0],
      [180.1, 0],
      [1, 1],
      [0, 0],
    ]),
    bad,
  ],
  [
    "a polygon without coordinates",
    post("/properties/search", { geo: { polygon: { type: "Polygon" } } }),
    bad,
    atGeo("polygon/coordinates"),
  ],
  [
    "another shape of GeoJSON",
    post("/properties/search", { geo: { polygon: { type: "MultiPolygon", coordinates: [[square]] } } }),
    bad,
    atGeo("polygon/type"),
  ],
  ["an empty geo object", post("/properties/search", { geo: {} }), bad, { errorNames: ["/geo"] }],
  ["a map of zoom 23", post("/properties/search", { map: { precision: 23 } }), bad, { errorNames: ["/map/precision"] }],
];

/** Searches at and beyond the size limits. */
export const bounds: Table = [
  [
    "every list full",
    post("/properties/search", { filters: Object.fromEntries(lists.map((list) => [list, fiftyNames(list)])) }),
    "200",
  ],
  ...lists.map((list): Case => [
    `51 ${list}`,
    post("/properties/search", { filters: { [list]: [...fiftyNames("a"), "b"] } }),
    bad,
    { errorNames: [`/filters/${list}`] },
  ]),
  [
    "10,000 cities",
    post("/properties/search", { filters: { cities: Array.from({ length: 10_000 }, (_, at) => `c${at}`) } }),
    bad,
    { errorNames: ["/filters/cities"] },
  ],
  [
    "a name of 121 characters",
    post("/properties/search", { filters: { cities: ["a".repeat(121)] } }),
    bad,
    { errorNames: ["/filters/cities/0"] },
  ],
  ["513 characters of text", post("/properties/search", { text: "a".repeat(513) }), bad, { errorNames: ["/text"] }],
  [
    "513 characters of a query",
    post("/properties/search", { query: "a".repeat(513) }),
    bad,
    { errorNames: ["/query"] },
  ],
  ["512 opening brackets", post("/properties/search", { query: "(".repeat(512) }), "422 not_a_property_query"],
  ["256 words near", post("/properties/search", { query: `house ${"near ".repeat(100)}` }), "200"],
  [
    "six sort keys",
    post("/properties/search", { sort: Array.from({ length: 6 }, () => ({ field: "price" })) }),
    bad,
    { errorNames: ["/sort"] },
  ],
  [
    "65 fields",
    post("/properties/search", { fields: Array.from({ length: 65 }, () => "id") }),
    bad,
    { errorNames: ["/fields"] },
  ],
  [
    "1,001 rows of a batch",
    post("/properties/batch", { mode: "create", items: Array.from({ length: 1_001 }, () => ({})) }),
    bad,
    { errorNames: ["/items"] },
  ],
  [
    "a range upside down",
    post("/properties/search", { filters: { price: { min: 2, max: 1 } } }),
    bad,
    { errorNames: ["/filters/price"] },
  ],
];
