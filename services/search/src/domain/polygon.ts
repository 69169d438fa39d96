/** A GeoJSON position: longitude, latitude. */
type Position = readonly [number, number, ...number[]];
type Ring = readonly Position[];

/** An edge with its bounding box. A sweep from west to east orders edges by `left`. */
interface Edge {
  from: Position;
  to: Position;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/**
 * Whether rings form a valid polygon: each ring encloses an area, no two edges cross, and the holes are inside the first
 * ring and do not cover all of it. Edges may touch. Rings across the antimeridian are unwrapped beyond 180 degrees.
 */
export function isValidPolygon(rings: readonly Ring[]): boolean {
  return rings.every(hasArea) && (isSimple(rings) || isSimple(unwrapLongitudes(rings)));
}

function isSimple(rings: readonly Ring[]): boolean {
  const edges = rings.map(edgesOf);
  const [outer = []] = edges;
  const holes = rings.slice(1);
  return !anyEdgesCross(edges.flat()) && holes.every((hole) => isHoleWithin(hole, outer)) && holesLeaveArea(rings);
}

/** Relative area below which nothing remains of the first ring: tolerates rounding errors of the sums. */
const areaTolerance = 1e-12;

function holesLeaveArea([outer = [], ...holes]: readonly Ring[]): boolean {
  const whole = Math.abs(signedDoubleArea(outer));
  const taken = holes.reduce((sum, hole) => sum + Math.abs(signedDoubleArea(hole)), 0);
  return holes.length === 0 || whole - taken > areaTolerance * whole;
}

const edgesOf = (ring: Ring): Edge[] =>
  ring.slice(1).map((to, at) => {
    const from = ring[at] ?? to;
    return {
      from,
      to,
      left: Math.min(from[0], to[0]),
      right: Math.max(from[0], to[0]),
      bottom: Math.min(from[1], to[1]),
      top: Math.max(from[1], to[1]),
    };
  });

/** The side of the line from `a` to `b` on which a point is: positive = left, 0 = on the line, negative = right. */
const side = (a: Position, b: Position, point: Position): number =>
  (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);

function anyEdgesCross(edges: Edge[]): boolean {
  const sorted = edges.toSorted((one, other) => one.left - other.left);
  for (const [at, one] of sorted.entries()) {
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (other === undefined || other.left > one.right) break;
      if (other.bottom > one.top || other.top < one.bottom) continue;
      if (edgesCross(one, other)) return true;
    }
  }
  return false;
}

/** Whether two edges properly cross: the ends of each are on different sides of the other. */
const edgesCross = (one: Edge, other: Edge): boolean =>
  side(one.from, one.to, other.from) * side(one.from, one.to, other.to) < 0 &&
  side(other.from, other.to, one.from) * side(other.from, other.to, one.to) < 0;

const hasArea = (ring: Ring): boolean => signedDoubleArea(ring) !== 0;

/**
 * Twice the area, negative for a clockwise ring. Computed relative to the first point, so that small rings far from the
 * origin lose no precision.
 */
function signedDoubleArea(ring: Ring): number {
  const [first] = ring;
  if (first === undefined) return 0;
  let doubled = 0;
  for (const [at, point] of ring.entries()) doubled += side(first, ring[at - 1] ?? first, point);
  return doubled;
}

/** Since no edges cross, one point that is not on the outer ring decides for the whole hole. */
function isHoleWithin(hole: Ring, outer: readonly Edge[]): boolean {
  for (const point of hole) {
    const location = locatePoint(point, outer);
    if (location !== "on") return location === "in";
  }
  return true;
}

function locatePoint([lon, lat]: Position, edges: readonly Edge[]): "in" | "out" | "on" {
  let inside = false;
  for (const { from, to, left, right, bottom, top } of edges) {
    if (lat < bottom || lat > top || lon > right) continue;
    const orientation = lon < left ? 1 : from[1] < to[1] ? side(from, to, [lon, lat]) : side(to, from, [lon, lat]);
    if (orientation === 0) return "on";
    if (orientation > 0 && lat < top) inside = !inside;
  }
  return inside ? "in" : "out";
}

/** Moves each point to the longitude nearest to its predecessor, and each ring's first point near the first of all. */
function unwrapLongitudes(rings: readonly Ring[]): Ring[] {
  const origin = rings[0]?.[0]?.[0] ?? 0;
  return rings.map((ring) => {
    let previousLon = origin;
    return ring.map(([lon, lat]): Position => {
      previousLon = lon - Math.round((lon - previousLon) / 360) * 360;
      return [previousLon, lat];
    });
  });
}
