import type { GeoFilter } from "@plat/contracts";
import type { Part } from "./filters.ts";
import type { Clause } from "../elasticsearch/listing-index.ts";

export interface Point {
  lat: number;
  lon: number;
}

type Position = [number, number, ...number[]];
const field = "location";
const metres = { m: 1, km: 1000, mi: 1609.344 } as const;
/** Mean radius of the earth in metres, as the engine takes it. */
const earthRadius = 6_371_008.7714;

/** The area asked for. A listing without a location is in none. */
export function geoPart(geo: GeoFilter): Part {
  return { name: "geo", filter: [clause(geo)], exclude: [], needs: { field } };
}

function clause(geo: GeoFilter): Clause {
  if ("radius" in geo) {
    const { lat, lon, distance, unit } = geo.radius;
    return { geo_distance: { distance: `${distance * metres[unit]}m`, [field]: { lat, lon } } };
  }
  if ("bbox" in geo) {
    const [west, south, east, north] = geo.bbox;
    return { geo_bounding_box: { [field]: { top: north, bottom: south, left: west, right: east } } };
  }
  // A ring that spans more than half the earth clockwise is read as one over the antimeridian.
  const coordinates = geo.polygon.coordinates.map(withoutRepeats);
  return { geo_shape: { [field]: { shape: { type: "polygon", coordinates }, relation: "intersects" } } };
}

/** Points that repeat the one before say nothing, but the engine refuses them. */
const withoutRepeats = (ring: readonly Position[]): Position[] =>
  ring.filter(([lon, lat], at) => at === 0 || lon !== ring[at - 1]?.[0] || lat !== ring[at - 1]?.[1]);

/** What distances are measured from; only a circle has it. */
export const centre = (geo: GeoFilter | undefined): Point | undefined =>
  geo !== undefined && "radius" in geo ? { lat: geo.radius.lat, lon: geo.radius.lon } : undefined;

/** Metres along a great circle. */
export function distanceMetres(from: Point, to: Point): number {
  const rad = Math.PI / 180;
  const lat = ((to.lat - from.lat) * rad) / 2;
  const lon = ((to.lon - from.lon) * rad) / 2;
  const h = Math.sin(lat) ** 2 + Math.cos(from.lat * rad) * Math.cos(to.lat * rad) * Math.sin(lon) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}
