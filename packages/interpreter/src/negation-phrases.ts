import { geo } from "./geo.ts";
import { placeAt } from "./named-place.ts";
import { isNarrower, wholeType } from "./offers.ts";
import { limitAt, type Limit } from "./opposite.ts";
import { applyPlace } from "./places.ts";
import { measureAt } from "./excluded-amounts.ts";
import type { Match, PlaceMatch, Scan } from "./scan.ts";
import { addFeature, featureAt } from "./wishes.ts";

const WISH = /(?:^| )(?:dont want|do not want|dont show|do not show|quiero|queremos|tired|sick|refuse to)(?: |$)/;
/** "anything but houses over 300k" is no wish for houses, nor is "not a house over 300k". */
const EXCEPT =
  /^(?:except|excepting|excluding|other|apart|aside|anything|everything|all|anywhere|bar|save|minus|rather|instead|excepto|exceptuando|salvo|menos|ausser|ausgenommen|uberall|sauf|hors|excepte|partout)$/;

interface At<T> {
  from: number;
  match: T;
}

/** The words between a negation and the limit that it applies to. */
interface Lead {
  /** Token at which the limit begins, or at which something else begins. */
  at: number;
  /** "I don't want", "can't go": the user describes what to exclude, unlike the "no" of "no flats". */
  wish: boolean;
  /** "nothing", "anything", "properties": everything to which the limit applies. */
  whatever: boolean;
  type?: At<Match>;
  place?: At<PlaceMatch>;
}

function leadOf(scan: Scan, i: number, head: Match, nothing: boolean): Lead {
  const words = scan.tokens.slice(i, head.end).map((token) => token.norm);
  const lead: Lead = { at: head.end, wish: WISH.test(words.join(" ")), whatever: nothing };
  if (!nothing) lead.at = scan.skip(head.end, "not");
  for (let n = 0; n < 8; n++) {
    const j = lead.at;
    if (limitAt(scan, j)?.strict) return lead;
    const inside = scan.kw(j, "in");
    const place = inside && (lead.type || lead.whatever) && !lead.place ? placeAt(scan, inside.end, true) : undefined;
    const type = lead.type || lead.whatever ? undefined : wholeType(scan, j);
    const small = scan.kw(j, "negatedVerb");
    const step = small ?? scan.kw(j, "joiner") ?? scan.kw(j, "generic");
    if (inside && place) {
      lead.place = { from: inside.end, match: place };
      lead.at = place.end;
    } else if (type && type.end > (step?.end ?? 0)) {
      lead.type = { from: j, match: type };
      lead.at = type.end;
    } else if (step) {
      if (/^(?:any|some)thing$|^algo$|^etwas$/.test(scan.norm(j)) || (!small && scan.has(j, "generic")))
        lead.whatever = true;
      if (small && !lead.type) lead.wish = true;
      lead.at = step.end;
    } else break;
  }
  return lead;
}

/**
 * "can't go above 300k", "nothing built before 1950", "I don't want a house over 300k": reads the opposite limit; the thing that it applies to is wanted.
 * Ambiguous wording ("3 bed, no flats under 300k") is reported and creates no filter. Returns 0 if there is no negated limit.
 */
export function refusedLimit(scan: Scan, i: number): number {
  const nothing = scan.kw(i, "nothing");
  const not = scan.kw(i, "not");
  const end = nothing ? refuse(scan, i, leadOf(scan, i, nothing, true)) : 0;
  if (end > 0 || !not) return end;
  const from = scan.skip(not.end, "not", "joiner");
  const direct = limitAt(scan, from);
  // "can't spend 300k": the verb alone compares nothing.
  if (direct && (direct.strict || !scan.has(from, "negatedVerb"))) return listed(scan, direct.refuse(i));
  return refuse(scan, i, leadOf(scan, i, not, false));
}

function refuse(scan: Scan, i: number, lead: Lead): number {
  const limit = limitAt(scan, lead.at);
  if (limit?.strict) return refuseStrict(scan, i, lead, limit);
  if (lead.type) return ofType(scan, i, lead);
  if (!lead.wish && !lead.whatever) return 0;
  // "nothing more than 5 km from Leeds" is within 5 km.
  const operator = scan.kw(lead.at, "op");
  const measure = operator && measureAt(scan, lead.at);
  if (!operator || !measure) return 0;
  if (operator.value === "gt" && !limit && geoLimit(scan, operator.end)) {
    const end = geo(scan, operator.end);
    scan.cover(i, end);
    return end;
  }
  return leave(scan, i, measure.end, measure.strength);
}

/** "don't need a house over 300k": neither the limit nor its opposite was asked for. */
export function needlessLimit(scan: Scan, i: number, neutral: Match): number {
  if (!scan.tokens.slice(i, neutral.end).some((token) => token.norm === "need")) return 0;
  const limit = limitAt(scan, leadOf(scan, i, neutral, false).at);
  return limit?.strict ? leave(scan, i, limit.end, 1) : 0;
}

function geoLimit(scan: Scan, i: number): boolean {
  const copy = scan.copy();
  delete copy.near;
  return geo(copy, i) > i && copy.near !== undefined;
}

function refuseStrict(scan: Scan, i: number, lead: Lead, limit: Limit): number {
  const types = scan.filters.propertyTypes ?? [];
  const { type, place } = lead;
  const other = EXCEPT.test(scan.norm(i)) || (!lead.wish && scan.norm(i) === "not");
  // "anything but a flat in Brighton under 400k": after the place, what people search by is the wish again.
  if (type && place && !lead.wish && limit.usual === "limit" && !isNarrower(scan, type.from, type.match.end)) return 0;
  if (type && (other || isNarrower(scan, type.from, type.match.end))) return leave(scan, i, limit.end, 1);
  if (type) {
    const same = types.length === 1 && types[0] === type.match.value;
    const said = lead.wish || (scan.strength === 0 && limit.usual !== "limit");
    if (!same && (types.length > 0 || !said)) {
      // "house in Leeds, no flats under 300k": the flats are left out, and the limit is that of the house.
      if (!lead.wish && limit.usual === "limit" && scan.strength > 0 && types.length > 0) return 0;
      return leave(scan, i, limit.end, 1);
    }
  }
  if (type || place) scan.mark(i, lead.at, "stop");
  if (type) {
    scan.add("propertyTypes", type.match.value);
    scan.take(type.from, type.match.end, "propertyTypes");
    scan.cover(i, type.match.end);
    scan.strength++;
  }
  if (place) {
    applyPlace(scan, place.from, place.match, false);
    if (!type) scan.cover(i, place.match.end);
  }
  return listed(scan, limit.refuse(type || place ? lead.at : i)) || leave(scan, i, limit.end, 1);
}

/** "I don't want a house with a pool", "… a flat with 3 bedrooms", "… a house without a garden": the type is wanted, what follows is not. */
function ofType(scan: Scan, i: number, { type, at, wish, place }: Lead): number {
  if (!type || place || !scan.has(type.match.end, "withWord")) return 0;
  // "house in Leeds, no flats with garden": the garden is that of the house.
  if (!wish && scan.filters.propertyTypes) return 0;
  const bare = scan.skip(at, "not", "joiner");
  const feature = featureAt(scan, bare);
  const measure = feature ? undefined : measureAt(scan, at);
  if (measure) return leave(scan, i, measure.end, measure.strength);
  if (!feature) return 0;
  if (!wish || bare > at || scan.filters.propertyTypes || isNarrower(scan, type.from, type.match.end))
    return leave(scan, i, feature.end, 1);
  scan.mark(i, at, "stop");
  scan.add("propertyTypes", type.match.value);
  scan.take(type.from, type.match.end, "propertyTypes");
  scan.cover(i, type.match.end);
  addFeature(scan, at, feature.end, feature.value, true);
  return feature.end;
}

/** "nothing over 300k or under 3 beds": further limits of the same negation. */
function listed(scan: Scan, first: number): number {
  let end = first;
  for (;;) {
    const joint = end > 0 ? scan.kw(end, "conj") : undefined;
    const from = joint && scan.skip(joint.end, "negatedVerb", "joiner");
    const limit = from === undefined ? undefined : limitAt(scan, from);
    if (!joint || from === undefined || !limit?.strict) return end;
    if (joint.value === "and" && limit.usual !== "opposite") return end;
    // Not an alternative that widens: both are negated.
    scan.last = { kind: "", end: -1 };
    const next = limit.refuse(from);
    if (next === 0) return end;
    end = next;
  }
}

function leave(scan: Scan, from: number, end: number, strength: number): number {
  scan.leave(from, end, "unwanted");
  for (let k = from + 1; k < end; k++) scan.breaks.delete(k);
  scan.strength += strength;
  return end;
}

/**
 * A limit right after something unwanted may be part of that: "can't stretch our money above 300k". It is named then, and makes no filter.
 * After what was understood ("no pool under 300k") only a limit that nobody searches by.
 */
export function doubtful(scan: Scan, start: number, end: number, understood: boolean): number {
  const at = understood || scan.norm(start) === "no" ? end : scan.skip(end, "price", "negatedVerb", "joiner");
  const limit = limitAt(scan, at);
  if (!limit?.strict || (understood && limit.usual !== "opposite")) return end;
  return leave(scan, start, limit.end, 1);
}

/** "no garden or lift needed": where a list of things ends that are not required; 0 if they are unwanted. */
export function needless(scan: Scan, i: number): number {
  let j = scan.skip(i, "joiner");
  for (let n = 0; n < 8; n++) {
    const thing = Math.max(featureAt(scan, j)?.end ?? 0, wholeType(scan, j)?.end ?? 0);
    if (thing === 0) return 0;
    const needed = scan.kw(thing, "needed");
    if (needed) return needed.end;
    const joint = scan.kw(thing, "conj")?.end ?? (scan.norm(thing) === "," ? thing + 1 : 0);
    if (joint === 0) return 0;
    j = scan.skip(joint, "conj", "not", "joiner");
  }
  return 0;
}
