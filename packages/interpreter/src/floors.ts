import { readQuantity } from "./quantity.ts";
import type { Range } from "./result.ts";
import type { Scan } from "./scan.ts";

interface FloorValue {
  end: number;
  value: number;
  /** Whether the query contains the word "floor". */
  whole: boolean;
}

const ORDINAL = new Set(["st", "nd", "rd", "th", "e", "eme", "er", "ere", "o", "a", "."]);

function floorAt(scan: Scan, i: number): FloorValue | undefined {
  const named = scan.kw(i, "floor");
  if (named) {
    // "basement flat": the type is read next.
    const typed = named.end > i + 1 && scan.has(named.end - 1, "type");
    return { end: typed ? named.end - 1 : named.end, value: Number(named.value), whole: true };
  }
  if (scan.norm(i) === "ground") return { end: i + 1, value: 0, whole: false };
  const label = scan.kw(i, "floorWord");
  const after = label && scan.token(label.end);
  if (
    label &&
    after?.kind === "number" &&
    Number.isInteger(after.value) &&
    after.value < 200 &&
    !scan.has(label.end + 1, "bed", "bath", "area", "room", "scale", "currency")
  )
    return { end: label.end + 1, value: after.value, whole: true };
  const ordinal = scan.kw(i, "ordinal");
  let value: number | undefined;
  let end = i;
  if (ordinal) {
    value = Number(ordinal.value);
    end = ordinal.end;
  } else {
    const token = scan.token(i);
    if (token?.kind !== "number" || !Number.isInteger(token.value) || token.value >= 200) return undefined;
    if (!ORDINAL.has(scan.norm(i + 1)) || !scan.token(i + 1)?.glued) return undefined;
    value = token.value;
    end = i + 2;
  }
  const word = scan.kw(end, "floorWord");
  // "un tercero con ascensor": of nothing but a floor is it told whether a lift goes there.
  const lift = ordinal && /^(?:con|sin)$/.test(scan.norm(end)) && scan.kw(end + 1, "feature")?.value === "elevator";
  return { end: word?.end ?? end, value, whole: word !== undefined || lift === true };
}

const ANY =
  /^(?:any|high|higher|low|lower|top|upper|mid|middle|last|same|whole|entire|each|every|single|open|wood|wooden)$/;

/** "floor 3000", "3000th floor": no building has so many floors. Reported, so that it is not read as a price. Returns 0 if it may be a price. */
function noFloor(scan: Scan, i: number, j: number): number {
  const label = scan.kw(j, "floorWord");
  const number = label ? (scan.kw(label.end, "op")?.end ?? label.end) : j;
  const token = scan.token(number);
  if (token?.kind !== "number" || !/^\d+$/.test(token.raw) || token.value < 200) return 0;
  const ordinal = ORDINAL.has(scan.norm(number + 1)) && scan.token(number + 1)?.glued === true;
  const end = label ? number + 1 : (scan.kw(number + (ordinal ? 2 : 1), "floorWord")?.end ?? 0);
  if (end === 0 || (label ? ANY.test(scan.norm(j - 1)) : !ordinal)) return 0;
  if (scan.has(end, "currency", "scale", "period", "area", "distance")) return 0;
  scan.leave(i, end, "unknown");
  return end;
}

/** "ground floor", "20th floor or above", "ground or first floor", "above the 10th floor". `unwanted`: what follows a "not". */
export function floors(scan: Scan, i: number, unwanted = false): number {
  let j = i;
  const operator = scan.kw(j, "op");
  const between = scan.kw(j, "between");
  if (between && (!operator || between.end >= operator.end)) j = between.end;
  else if (operator) j = operator.end;
  while (/^(?:the|a|on|in|der|la|le|el)$/.test(scan.norm(j))) j++;
  // "que no sea un bajo": the Spanish word for ground floor also means "below".
  const bare = operator && !readQuantity(scan, operator.end) ? floorAt(scan, i) : undefined;
  const first = floorAt(scan, j) ?? bare;
  if (!first) return unwanted ? 0 : noFloor(scan, i, j);
  let { end, whole } = first;
  let second: FloorValue | undefined;
  const joint = scan.kw(end, "range") ?? (scan.kw(end, "conj")?.value === "or" ? scan.kw(end, "conj") : undefined);
  if (joint) {
    const from = /^(?:the|la|le|el)$/.test(scan.norm(joint.end)) ? joint.end + 1 : joint.end;
    second = floorAt(scan, from);
    if (second?.whole || (second && whole)) {
      end = second.end;
      whole = true;
    } else second = undefined;
  }
  if (!whole) return 0;
  const low = Math.min(first.value, second?.value ?? first.value);
  const high = Math.max(first.value, second?.value ?? first.value);
  let range: Range = { min: low, max: high };
  const post = scan.kw(end, "postOp");
  if (unwanted) {
    // A range can only exclude the lowest floors.
    if (low > 0) return 0;
    range = { min: high + 1 };
  } else if (post && !second && (post.value === "gte" || post.value === "lte")) {
    range = post.value === "gte" ? { min: low } : { max: low };
    end = post.end;
  } else if (operator && !second && j > i && first !== bare) {
    range =
      { lte: { max: low }, lt: { max: low - 1 }, gte: { min: low }, gt: { min: low + 1 } }[operator.value] ?? range;
  }
  scan.range("floor", range, scan.slice(i, end), scan.joinedByOr(i, "floor"));
  scan.take(i, end, "floor");
  scan.strength++;
  return end;
}
