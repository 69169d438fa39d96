import { preferred } from "./levels.ts";
import { placeAt, surroundings } from "./named-place.ts";
import type { Scan } from "./scan.ts";

const MOVING =
  /^(?:moving|relocating|move|relocate|moved|umziehen|ziehen|ziehe|umzug|mudarme|mudarnos|mudo|mudamos|mudanza|demenager|demenage|demenageons)$/;

/** "moving from London to Leeds", "we live in Bath", "selling my flat in York": the user's current location is not a search criterion. */
export function moves(scan: Scan, i: number): number {
  const leaving = scan.kw(i, "leaving");
  let j = leaving?.end ?? 0;
  if (!leaving) {
    // "relocating to Austin from Denver", "relocating with my wife from Mumbai to Leeds"
    if (!/^(?:from|von|de|desde)$/.test(scan.norm(i))) return 0;
    const there = placeAt(scan, i + 1, true);
    const onward = there && /^(?:to|nach|a)$/.test(scan.norm(there.end)) && placeAt(scan, there.end + 1, true);
    if (!onward && (scan.norm(i) !== "from" || scan.last.kind !== "place" || scan.last.end !== i)) return 0;
    let moving = false;
    for (let k = 0; k < i; k++) moving ||= MOVING.test(scan.norm(k));
    if (!moving) return 0;
    j = i + 1;
  }
  for (const limit = j + 8; j < limit; j++) {
    const match = placeAt(scan, j, scan.before(j, "in") !== undefined);
    if (match) {
      const { end } = surroundings(scan, match.end, preferred(match.place));
      scan.leave(i, end, "unwanted");
      scan.weakness++;
      return end;
    }
    const token = scan.token(j);
    if (!token || token.kind === "symbol" || scan.has(j, "conj", "op") || /^(?:to|nach)$/.test(token.norm)) return 0;
  }
  return 0;
}
