/** GeoJSON: longitude, then latitude. */
type Position = readonly [number, number, ...number[]];
type Ring = readonly Position[];

/** An edge with its bounds; ordered by `left` they are swept from west to east. */
interface Edge {
  from: Position;
  to: Position;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/**
 * Whether rings make a polygon: each encloses something, no two edges cross, and holes lie within the first ring and
 * leave something of it. Edges may touch. A ring over the antimeridian is looked at as one that goes on beyond 180 degrees.
 */
export function isPolygon(rings: readonly Ring[]): boolean {
  return rings.every(enclosesSomething) && (isSimple(rings) || isSimple(unrolled(rings)));
}

function isSimple(rings: readonly Ring[]): boolean {
  const edges = rings.map(edgesOf);
  const [outer = []] = edges;
  const holes = rings.slice(1);
  return !anyCross(edges.flat()) && holes.every((hole) => liesWithin(hole, outer)) && leaveSomething(rings);
}

/** What remains of the first ring, of which sums of fractions leave a trace also where nothing does. */
const traceOfArea = 1e-12;

function leaveSomething([outer = [], ...holes]: readonly Ring[]): boolean {
  const whole = Math.abs(doubledArea(outer));
  const taken = holes.reduce((sum, hole) => sum + Math.abs(doubledArea(hole)), 0);
  return holes.length === 0 || whole - taken > traceOfArea * whole;
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

/** On which side of the line from `a` to `b` a point is: above 0 on its left, 0 on it. */
const side = (a: Position, b: Position, point: Position): number =>
  (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);

function anyCross(edges: Edge[]): boolean {
  const sorted = edges.toSorted((one, other) => one.left - other.left);
  for (const [at, one] of sorted.entries()) {
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (other === undefined || other.left > one.right) break;
      if (other.bottom > one.top || other.top < one.bottom) continue;
      if (cross(one, other)) return true;
    }
  }
  return false;
}

/** Truly: the ends of each lie on different sides of the other. */
const cross = (one: Edge, other: Edge): boolean =>
  side(one.from, one.to, other.from) * side(one.from, one.to, other.to) < 0 &&
  side(other.from, other.to, one.from) * side(other.from, other.to, one.to) < 0;

const enclosesSomething = (ring: Ring): boolean => doubledArea(ring) !== 0;

/** Twice the area, below 0 for a ring that goes clockwise; from the first point so that small rings far from zero lose nothing. */
function doubledArea(ring: Ring): number {
  const [first] = ring;
  if (first === undefined) return 0;
  let doubled = 0;
  for (const [at, point] of ring.entries()) doubled += side(first, ring[at - 1] ?? first, point);
  return doubled;
}

/** Where no edges cross, one point that is not on the outer ring tells for all of them. */
function liesWithin(hole: Ring, outer: readonly Edge[]): boolean {
  for (const point of hole) {
    const place = placeOf(point, outer);
    if (place !== "on") return place === "in";
  }
  return true;
}

function placeOf([lon, lat]: Position, edges: readonly Edge[]): "in" | "out" | "on" {
  let inside = false;
  for (const { from, to, left, right, bottom, top } of edges) {
    if (lat < bottom || lat > top || lon > right) continue;
    const turned = lon < left ? 1 : from[1] < to[1] ? side(from, to, [lon, lat]) : side(to, from, [lon, lat]);
    if (turned === 0) return "on";
    if (turned > 0 && lat < top) inside = !inside;
  }
  return inside ? "in" : "out";
}

/** Each point at the longitude that is nearest to the one before, and each ring's first nearest to the first of all. */
function unrolled(rings: readonly Ring[]): Ring[] {
  const origin = rings[0]?.[0]?.[0] ?? 0;
  return rings.map((ring) => {
    let before = origin;
    return ring.map(([lon, lat]): Position => {
      before = lon - Math.round((lon - before) / 360) * 360;
      return [before, lat];
    });
  });
}
