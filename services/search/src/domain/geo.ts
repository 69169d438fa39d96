import type { GeoFilter } from "@plat/contracts";
import type { FilterPart } from "./filters.ts";
import type { Clause } from "./query.ts";

export interface Point {
  lat: number;
  lon: number;
}

type Position = [number, number, ...number[]];
const field = "location";
const metresPerUnit = { m: 1, km: 1000, mi: 1609.344 } as const;
/** Mean radius of the earth in metres, as Elasticsearch defines it. */
const earthRadius = 6_371_008.7714;

/** The filter on a circle, box or polygon. A listing without a location does not match. */
export function geoFilterPart(geo: GeoFilter): FilterPart {
  return { name: "geo", filter: [geoClause(geo)], exclude: [], requires: { field } };
}

function geoClause(geo: GeoFilter): Clause {
  if ("radius" in geo) {
    const { lat, lon, distance, unit } = geo.radius;
    return { geo_distance: { distance: `${distance * metresPerUnit[unit]}m`, [field]: { lat, lon } } };
  }
  if ("bbox" in geo) {
    const [west, south, east, north] = geo.bbox;
    return { geo_bounding_box: { [field]: { top: north, bottom: south, left: west, right: east } } };
  }
  // Elasticsearch interprets a clockwise ring that spans more than 180 degrees as one across the antimeridian.
  const coordinates = geo.polygon.coordinates.map(withoutRepeatedPoints);
  return { geo_shape: { [field]: { shape: { type: "polygon", coordinates }, relation: "intersects" } } };
}

/** Removes repeated consecutive points, which Elasticsearch rejects. */
const withoutRepeatedPoints = (ring: readonly Position[]): Position[] =>
  ring.filter(([lon, lat], at) => at === 0 || lon !== ring[at - 1]?.[0] || lat !== ring[at - 1]?.[1]);

/** The center of a circle, from which distances are measured; undefined for other shapes. */
export const radiusCenter = (geo: GeoFilter | undefined): Point | undefined =>
  geo !== undefined && "radius" in geo ? { lat: geo.radius.lat, lon: geo.radius.lon } : undefined;

/** Great-circle distance in metres. */
export function distanceMetres(from: Point, to: Point): number {
  const rad = Math.PI / 180;
  const lat = ((to.lat - from.lat) * rad) / 2;
  const lon = ((to.lon - from.lon) * rad) / 2;
  const h = Math.sin(lat) ** 2 + Math.cos(from.lat * rad) * Math.cos(to.lat * rad) * Math.sin(lon) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}
