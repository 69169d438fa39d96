import type { Point } from "./geo.ts";
import type { Clause } from "./query.ts";

/**
 * Zoom level of the tiles that listings are counted in. A block of 3 × 3 tiles is 15 km wide at the equator and 7 km at
 * 60 degrees of latitude: about as wide as the area that "near" means without a distance.
 */
const precision = 13;
const tilesPerSide = 2 ** precision;
/** Tiles to read, those with the most listings: more than any city has, about 30,000 km². */
const tilesMax = 2_000;

/** Counts the listings per map tile. */
export const tileAggregation: Clause = {
  geotile_grid: { field: "location", precision, size: tilesMax, shard_size: tilesMax * 4 },
  aggs: { centroid: { geo_centroid: { field: "location" } } },
};

export interface RawTiles {
  /** `key` is `<zoom>/<x>/<y>`. */
  buckets: { key: string; doc_count: number; centroid: { location: Point } }[];
}

interface Tile {
  x: number;
  y: number;
  count: number;
  at: Point;
}

/**
 * The centroid of the listings in the block of 3 × 3 tiles with the most listings; undefined without tiles. The centroid
 * of all listings would be outside the densely populated part of a place with scattered suburbs. Equal blocks are
 * decided by the count of their central tile, then by position, so that the result does not depend on the order.
 */
export function densestPart({ buckets }: RawTiles): Point | undefined {
  const tiles = new Map(buckets.map(toTile).map((tile) => [keyOf(tile), tile]));
  let densest: { total: number; tile: Tile } | undefined;
  for (const tile of tiles.values()) {
    const total = sumCounts(blockAround(tile, tiles));
    if (densest === undefined || total > densest.total || (total === densest.total && precedes(tile, densest.tile)))
      densest = { total, tile };
  }
  return densest && centroidOf(blockAround(densest.tile, tiles), densest.tile.at.lon);
}

function toTile({ key, doc_count: count, centroid }: RawTiles["buckets"][number]): Tile {
  const [, x = 0, y = 0] = key.split("/").map(Number);
  return { x, y, count, at: centroid.location };
}

const keyOf = ({ x, y }: Pick<Tile, "x" | "y">): number => x * tilesPerSide + y;
const sumCounts = (tiles: readonly Tile[]): number => tiles.reduce((sum, { count }) => sum + count, 0);
const precedes = (a: Tile, b: Tile): boolean => (a.count === b.count ? keyOf(a) < keyOf(b) : a.count > b.count);

const offsets = [-1, 0, 1];
/** The tile and its neighbours with listings. The westernmost and the easternmost tiles are neighbours. */
const blockAround = ({ x, y }: Tile, tiles: ReadonlyMap<number, Tile>): Tile[] =>
  offsets.flatMap((dx) =>
    offsets.flatMap((dy) => tiles.get(keyOf({ x: (x + dx + tilesPerSide) % tilesPerSide, y: y + dy })) ?? []),
  );

/** @param origin longitude near all tiles, so that the mean is correct across the antimeridian */
function centroidOf(tiles: readonly Tile[], origin: number): Point {
  const total = sumCounts(tiles);
  const mean = (value: (at: Point) => number): number =>
    tiles.reduce((sum, { at, count }) => sum + value(at) * count, 0) / total;
  const lon = origin + mean((at) => wrapDegrees(at.lon - origin));
  return { lat: rounded(mean(({ lat }) => lat)), lon: rounded(wrapDegrees(lon)) };
}

const wrapDegrees = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
/** To 10 cm. Sums of coordinates depend on the order of the listings in the index in the last digits. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
