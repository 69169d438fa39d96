import { expect } from "chai";
import { densestPart, type RawTiles } from "../src/domain/densest-part.ts";

type Bucket = RawTiles["buckets"][number];
const tile = (x: number, y: number, count: number, lat: number, lon: number): Bucket => ({
  key: `13/${x}/${y}`,
  doc_count: count,
  centroid: { location: { lat, lon } },
});

describe("densestPart", () => {
  it("is the centroid of the tile with the most listings in it and its neighbours", () => {
    const suburb = tile(500, 900, 30, 50, 5);
    const centre = [tile(10, 20, 20, 40, 1), tile(11, 21, 20, 40.4, 1.4)];
    expect(densestPart({ buckets: [suburb, ...centre] })).to.deep.equal({ lat: 40.2, lon: 1.2 });
    expect(densestPart({ buckets: [suburb] })).to.deep.equal({ lat: 50, lon: 5 });
    expect(densestPart({ buckets: [] })).to.equal(undefined);
  });

  it("does not depend on the order of equally dense tiles", () => {
    const buckets = [tile(7, 7, 3, 10, 10), tile(90, 90, 3, 20, 20), tile(40, 7, 3, 30, 30)];
    for (const order of [buckets, buckets.toReversed()])
      expect(densestPart({ buckets: order })).to.deep.equal({ lat: 10, lon: 10 });
    const unequal = [tile(7, 7, 1, 10, 10), tile(8, 7, 2, 11, 11), tile(90, 90, 3, 20, 20)];
    for (const order of [unequal, unequal.toReversed()])
      expect(densestPart({ buckets: order })).to.deep.equal({ lat: 20, lon: 20 });
  });

  it("combines neighbours across the antimeridian", () => {
    const buckets = [tile(8191, 4500, 1, -17, 179.98), tile(0, 4500, 3, -17, -179.98)];
    expect(densestPart({ buckets })).to.deep.equal({ lat: -17, lon: -179.99 });
  });
});
