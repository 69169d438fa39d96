import { readAmount, readUnit, type Amount } from "./amount.ts";
import { applyArea } from "./area.ts";
import { landOfHome } from "./beside.ts";
import { feeAfter } from "./fees.ts";
import { otherType, setListing } from "./offers.ts";
import { applyPrice, isPrice } from "./price.ts";
import { ends } from "./ranges.ts";
import { applyRooms, shorthand } from "./rooms.ts";
import type { Scan } from "./scan.ts";
import { featureAt, features } from "./wishes.ts";
import { applyAge } from "./years.ts";

/** Reads amounts that begin with a number, a comparison, or the name of the measured quantity. */
export function amounts(scan: Scan, i: number): number {
  const short = shorthand(scan, i) || summed(scan, i);
  if (short > 0) return short;
  const label = labelled(scan, i) || roomsOf(scan, i);
  if (label > 0) return label;
  const amount = readAmount(scan, i) ?? paced(scan, i);
  if (!amount) return 0;
  // "at least one parking space" is a parking space.
  if (!amount.unit && !amount.money && ends(amount)[0] === 1 && featureAt(scan, amount.end)) {
    const end = features(scan, amount.end);
    if (end > 0) {
      scan.cover(i, amount.end);
      return end;
    }
  }
  return apply(scan, i, sameUnit(scan, i, shareUnit(scan, amount)), undefined);
}

const PACES = [
  [/month|monat|mensual/i, "month"],
  [/week/i, "week"],
  [/year|annual/i, "year"],
] as const;
const RENT = /rent|miete|alquiler|loyer/i;

/** "rooms: 4", "Zimmer 3": rooms are not bedrooms, and counted rooms are not a property type. */
function roomsOf(scan: Scan, i: number): number {
  const label = scan.kw(i, "room");
  const at = label && (scan.norm(label.end) === ":" ? label.end + 1 : label.end);
  const amount = at === undefined ? undefined : readAmount(scan, at);
  if (!amount || scan.token(i - 1)?.kind === "number" || scan.before(i, "number")) return 0;
  if (amount.unit || amount.money || amount.period !== undefined || amount.low.scale > 1 || ends(amount)[1] > 20)
    return 0;
  if (scan.has(amount.end, "distance", "time", "type", "feature", "status")) return 0;
  scan.leave(i, amount.end, "unknown");
  scan.strength++;
  return amount.end;
}

/** "monthly under 7000": the period before the price. */
function paced(scan: Scan, i: number): Amount | undefined {
  const period = scan.kw(i, "period");
  const amount = period && PACE.test(scan.norm(i)) ? readAmount(scan, scan.skip(period.end, "price")) : undefined;
  if (!period || !amount || amount.unit || amount.period !== undefined || !isPrice(scan, amount, true))
    return undefined;
  return { ...amount, period: period.value as "month" };
}

const PACE = /^(?:monthly|weekly|yearly|annual|annually|mensual|mensualmente|mensuel|monatlich|wochentlich|jahrlich)$/;

type Label = "price" | "bed" | "bath" | "area" | "lot";

/** "bedrooms: 3+", "lot size at least 500 m2", "budget 300k". */
function labelled(scan: Scan, i: number): number {
  // "900 bis 1.200 Euro Miete"
  const word = scan.kw(i, "price");
  if (word && scan.last.kind === "price" && scan.last.end === i && /^(?:\w*miete|loyer)$/.test(scan.norm(i))) {
    setListing(scan, "rent", i, word.end);
    return word.end;
  }
  for (const label of ["lot", "areaWord", "price", "bed", "bath"] as const) {
    const match = scan.kw(i, label);
    if (!match) continue;
    let j = match.end;
    while (/^(?:is|:|=|of|a|the|range|me|ist|es|est|de|von)$/.test(scan.norm(j)) && !scan.kw(j + 1, "scale")) j++;
    const amount = readAmount(scan, j);
    if (!amount) continue;
    const kind: Label = label === "areaWord" ? "area" : label;
    if (kind === "bed" || kind === "bath") {
      // A label only if nothing before it was counted: "beds 3, baths 2".
      const counted = scan.before(i, "number") !== undefined || scan.token(i - 1)?.kind === "number";
      // "beds>=3 baths>=2", "300000 beds 3": the number before was that of another label, or the price.
      const others = [kind === "bed" ? "bathrooms" : "bedrooms", "price"];
      const labelledBefore = scan.last.end === i && others.includes(scan.last.kind);
      if ((counted && !labelledBefore) || amount.money || ends(amount)[0] > 20) continue;
      const { unit } = amount;
      if (unit && unit.kind !== (kind === "bed" ? "bath" : "bed")) continue;
      const bare: Amount = unit ? { ...amount, end: unit.end - 1 } : amount;
      if (unit && scan.norm(unit.end) !== ":" && !readAmount(scan, unit.end)) continue;
      return applyRooms(scan, i, bare, { kind, value: "", end: bare.end }) ? bare.end : 0;
    }
    if (kind === "price") {
      if (amount.unit || !isPrice(scan, amount, true)) continue;
      if (!RENT.test(scan.slice(i, match.end))) return apply(scan, i, shareUnit(scan, amount), kind);
      // "rent under 1000", "loyer 900 €": also the listing type.
      const pace = PACES.find(([words]) => words.test(scan.slice(i, match.end)))?.[1];
      const rent = { ...shareUnit(scan, amount), ...(amount.period === undefined && pace ? { period: pace } : {}) };
      const end = apply(scan.copy(), match.end, rent, kind);
      if (end > 0) setListing(scan, "rent", i, match.end);
      return end > 0 ? apply(scan, match.end, rent, kind) : 0;
    }
    const shared = shareUnit(scan, amount);
    if (shared.unit?.kind !== "area") continue;
    // "plot of at least 1000 m2": the plot is the property type, unless there is another one.
    if (
      kind === "lot" &&
      scan.kw(i, "type")?.value === "land" &&
      !scan.filters.propertyTypes &&
      !otherType(scan, shared.end)
    ) {
      scan.add("propertyTypes", "land");
      scan.take(i, match.end, "propertyTypes");
      return apply(scan, match.end, shared, kind);
    }
    return apply(scan, i, shared, kind);
  }
  return 0;
}

/** "min 80 max 120 sqm": the first number has the unit after the second. */
function shareUnit(scan: Scan, amount: Amount): Amount {
  if (amount.unit || amount.money || amount.low.scale > 1 || !amount.operator || amount.high) return amount;
  const joint = /^(?:and|but|,|y|und|et)$/.test(scan.norm(amount.end)) ? amount.end + 1 : amount.end;
  if (!scan.kw(joint, "op")) return amount;
  const next = readAmount(scan, joint);
  if (!next?.operator || next.high) return amount;
  const opposite = amount.operator.startsWith("g") !== next.operator.startsWith("g");
  if (!opposite || (ends(next)[0] < ends(amount)[0] && next.low.scale === 1)) return amount;
  if (next.unit) return { ...amount, unit: next.unit };
  if (next.low.scale > 1)
    return { ...amount, low: { ...amount.low, value: amount.low.value * next.low.scale, scale: next.low.scale } };
  return amount;
}

function apply(scan: Scan, from: number, amount: Amount, label: Label | undefined): number {
  const { unit } = amount;
  if (unit?.kind === "bed" || unit?.kind === "bath") return applyRooms(scan, from, amount, unit) ? amount.end : 0;
  if (unit?.kind === "area") {
    if (label === undefined && ofFeature(scan, from, amount)) {
      scan.leave(from, amount.end, "unknown");
      return amount.end;
    }
    let end = amount.end;
    const lot = label !== "area" && (label === "lot" || lotAfter(scan, from, end) > 0);
    if (lot && label !== "lot") end = lotAfter(scan, from, end);
    else if (scan.kw(end, "areaWord") && !readAmount(scan, scan.kw(end, "areaWord")?.end ?? end))
      end = scan.kw(end, "areaWord")?.end ?? end;
    applyArea(scan, from, { ...amount, end }, unit.value, lot);
    return end;
  }
  if (unit?.kind === "old") {
    // "bail de 3 ans": years without a comparison are not an age.
    if (!amount.operator && !amount.high && /^(?:ans|anos)$/.test(scan.norm(amount.end - 1))) {
      scan.leave(from, amount.end, "unknown");
      return amount.end;
    }
    applyAge(scan, from, amount);
    return amount.end;
  }
  if (unit) {
    // There is no filter for the number of rooms or storeys, so the phrase is reported.
    const feature = scan.kw(from, "feature");
    if (feature && feature.end >= amount.end) return 0;
    scan.leave(from, amount.end, "unknown");
    if (unit.kind === "room") scan.strength++;
    return amount.end;
  }
  const fee = label === undefined ? feeAfter(scan, amount.end) : 0;
  if (fee > 0) {
    scan.leave(from, fee, "unknown");
    return fee;
  }
  const rate = ratedBy(scan, amount.end);
  if (rate > 0) {
    scan.leave(from, rate, "unknown");
    scan.strength++;
    return rate;
  }
  if (!isPrice(scan, amount, label === "price")) return 0;
  if (label === undefined && mayBeYear(scan, from, amount)) {
    scan.leave(from, amount.end, "unknown");
    return amount.end;
  }
  if (scan.kw(amount.end, "time") || scan.kw(amount.end, "floorWord")) return 0;
  applyPrice(scan, from, amount);
  return amount.end;
}

/** "150 €/qm", "$200 per sqft": a price per unit of area, for which there is no filter. Returns the end of these words, 0 if there are none. */
function ratedBy(scan: Scan, i: number): number {
  if (!/^(?:\/|per|a|an|pro|je|par|le|por|el|al)$/.test(scan.norm(i))) return 0;
  const end = scan.kw(i + 1, "area")?.end ?? 0;
  return scan.kw(end, "postOp")?.end ?? end;
}

/** "terrace of 20 m2", "balcony > 10 sqm": the size of a feature, not of the home. */
function ofFeature(scan: Scan, from: number, amount: Amount): boolean {
  if (scan.last.kind !== "features" || amount.unit?.value === "acre" || amount.unit?.value === "ha") return false;
  const { end } = scan.last;
  const tied = (end === from - 1 || end === from) && /^(?:of|de|d|von)$/.test(scan.norm(end));
  return tied || (scan.last.end === from && amount.operator !== undefined && ends(amount)[1] <= 40);
}

/** "house from 1990": a year or a price, unless it is said to be to rent. */
function mayBeYear(scan: Scan, from: number, { low, high, money, period, operator }: Amount): boolean {
  if (high || money || period !== undefined || operator !== "gte" || low.scale !== 1) return false;
  if (!/^(?:from|starting|starts|start|ab|desde|a|des)$/.test(scan.norm(from))) return false;
  if (!/^\d{4}$/.test(scan.token(low.digits)?.raw ?? "") || low.value < 1800 || low.value > 2035) return false;
  return !scan.tokens.some((_, k) => scan.kw(k, "listing")?.value === "rent" || scan.has(k, "price"));
}

/** "over 3 beds but under 6": a second comparison of what was counted before. */
function sameUnit(scan: Scan, i: number, amount: Amount): Amount {
  const { operator, unit, money, high, low } = amount;
  const { kind, end } = scan.last;
  if (unit || money || high || low.scale !== 1 || !operator || end < 0 || amount.period !== undefined) return amount;
  for (let k = end; k < i; k++) if (!/^(?:but|and|,|aber|und|pero|y|mais|et)$/.test(scan.norm(k))) return amount;
  const counted = kind === "bedrooms" || kind === "bathrooms";
  const held = counted ? scan.filters[kind] : kind === "area" ? scan.filters.area : undefined;
  if (!held || (!counted && !/^(?:but|aber|pero|mais)$/.test(scan.norm(i - 1)))) return amount;
  const upper = operator.startsWith("l");
  const open = upper ? held.max === undefined : operator.startsWith("g") && held.min === undefined;
  const fits = upper ? low.value >= (held.min ?? 0) : low.value <= (held.max ?? 0);
  if (!open || !fits || (counted && low.value > 20)) return amount;
  if (counted) return { ...amount, unit: { kind: kind === "bedrooms" ? "bed" : "bath", value: "", end: amount.end } };
  return { ...amount, unit: { kind: "area", value: scan.filters.area?.unit ?? "sqm", end: amount.end } };
}

/** "3+1 bedroom flat": a sum of rooms, which no filter expresses. */
function summed(scan: Scan, i: number): number {
  const [first, plus, second] = [scan.token(i), scan.token(i + 1), scan.token(i + 2)];
  if (first?.kind !== "number" || second?.kind !== "number" || first.value > 20 || second.value > 20) return 0;
  if (plus?.norm !== "+" || !plus.glued || !second.glued) return 0;
  const unit = readUnit(scan, i + 3);
  if (unit && unit.kind !== "bed" && unit.kind !== "room") return 0;
  scan.leave(i, unit?.end ?? i + 3, "unknown");
  scan.strength++;
  return unit?.end ?? i + 3;
}

/** "500 sqm plot": the word that makes an area one of land. */
function lotAfter(scan: Scan, from: number, i: number): number {
  const j = scan.skip(i, "joiner");
  const lot = scan.kw(j, "lot");
  if (!lot || readUnit(scan, lot.end) || readAmount(scan, lot.end)) return 0;
  // "1000 m2 land": also the property type, which a later rule reads.
  return scan.kw(j, "type") && !landOfHome(scan, from, lot.end) ? i : lot.end;
}
