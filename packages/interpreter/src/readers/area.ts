import { mention, unresolved, type Mention, type Range } from "../model.ts";
import type { Context, Rule } from "../read.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { bounds } from "./comparison.ts";
import { readLabelled } from "./label.ts";
import { readAmount, readUnit, toMeasure, type Amount } from "./measure.ts";
import { readSharedAmount, withUnitAfter } from "./shared-unit.ts";
import { isLandOfHome, namesOtherType } from "./surroundings.ts";

export const SQUARE_METRES: Readonly<Record<string, number>> = {
  sqm: 1,
  sqft: 0.09290304,
  sqyd: 0.83612736,
  acre: 4046.8564224,
  ha: 10_000,
};

/** Units that filters do not have. */
const CONVERTED: Readonly<Record<string, string>> = { sqyd: "square yards", acre: "acres", ha: "hectares" };

const isLandUnit = (unit: string | undefined): boolean => unit === "acre" || unit === "ha";

/** Multiplies a range, rounded outwards to hundredths so that a listing with exactly the limit is included. */
export function convertRange({ min, max }: Range, factor: number): Range {
  return {
    ...(min === undefined ? {} : { min: Math.floor(min * factor * 100 + 1e-6) / 100 }),
    ...(max === undefined ? {} : { max: Math.ceil(max * factor * 100 - 1e-6) / 100 }),
  };
}

/**
 * Mention of an area. An area without a comparison means ±10 %. Acres and hectares are lot areas.
 * @param from first token of the mention
 * @param at first token of the amount
 * @param lot whether the area is one of land, whatever its unit
 */
function readArea(
  query: TaggedQuery,
  { from, at, amount, lot = false }: { from: number; at: number; amount: Amount; lot?: boolean },
): Mention {
  const unit = amount.unit?.value ?? "sqm";
  const factor = unit in CONVERTED ? SQUARE_METRES[unit] : undefined;
  const convert = (range: Range): Range => (factor === undefined ? range : convertRange(range, factor));
  const measure = toMeasure(query, at, amount, { bare: "around", step: 0, convert });
  const dimension = lot || isLandUnit(unit) ? "lotArea" : "area";
  const notes = [
    ...(factor === undefined ? [] : [`${CONVERTED[unit]} given in square metres`]),
    ...(amount.comparison || amount.high ? [] : [`${query.slice(from, amount.end)} taken as ±10 %`]),
  ];
  return mention(
    dimension,
    from,
    amount.end,
    { ...measure, unit: unit === "sqft" ? "sqft" : "sqm" },
    notes.length > 0 ? { note: notes.join(". ") } : {},
  );
}

/** "120 sqm living area": the end of the word after an area that says of what it is. */
function withAreaWord(query: TaggedQuery, amount: Amount, labelled: boolean): Amount {
  const end = query.endOf(amount.end, "areaWord");
  return end > 0 && !labelsNext(query, end, labelled) ? { ...amount, end } : amount;
}

/** Whether the word before a token is the label of the next area, unless all areas have it after them: "150 qm Wfl 600 qm Garten". */
function labelsNext(query: TaggedQuery, i: number, labelled: boolean): boolean {
  const next = readAmount(query, i);
  if (!next || labelled) return next !== undefined;
  return !next.unit || (next.unit.kind === "area" && !query.has(next.end, "lot", "areaWord"));
}

/** "lot size at least 500 m2", "plot of 1000 sqm". */
export const labelledLotArea: Rule = {
  name: "lot-area/labelled",
  read(query, at, before) {
    const label = readLabelled(query, at, "lot");
    const shared = label && withUnitAfter(query, label.amount);
    if (!label || shared?.unit?.kind !== "area") return undefined;
    const lot = { at: label.at, amount: withAreaWord(query, shared, true), lot: true };
    // "plot of at least 1000 m2": the plot is the property type, unless there is another one.
    const isType = query.tag(at, "type")?.value === "land" && before.of("propertyType").length === 0;
    if (!isType || namesOtherType(query, shared.end)) return readArea(query, { from: at, ...lot });
    const land = mention("propertyType", at, label.labelEnd, { name: "land", narrower: false });
    return [land, readArea(query, { from: label.labelEnd, ...lot })];
  },
};

/** "living area: 120 sqm". */
export const labelledArea: Rule = {
  name: "area/labelled",
  read(query, at) {
    const label = readLabelled(query, at, "areaWord");
    const shared = label && withUnitAfter(query, label.amount);
    if (!label || shared?.unit?.kind !== "area") return undefined;
    return readArea(query, { from: at, at: label.at, amount: withAreaWord(query, shared, true) });
  },
};

/** "terrace of 20 m2", "balcony > 10 sqm": the size of a feature, which no filter expresses. */
export const areaOfFeature: Rule = {
  name: "area/of-feature",
  read(query, at, before) {
    const { last } = before;
    if (last?.dimension !== "feature" || last.to < at - 1) return undefined;
    const amount = readSharedAmount(query, at, before);
    if (amount?.unit?.kind !== "area" || isLandUnit(amount.unit.value)) return undefined;
    const small = last.to === at && amount.comparison !== undefined && bounds(amount)[1] <= 40;
    return small || query.isWord(last.to, "ofWord") ? unresolved(at, amount.end) : undefined;
  },
};

/** "at least 85 sqm", "500 sqm plot", "2 acres". */
export const area: Rule = {
  name: "area",
  read(query, at, before) {
    const amount = readSharedAmount(query, at, before);
    if (amount?.unit?.kind !== "area") return undefined;
    const lot = lotEnd(query, at, amount.end, before);
    if (lot > 0) return readArea(query, { from: at, at, amount: { ...amount, end: lot }, lot: true });
    return readArea(query, { from: at, at, amount: withAreaWord(query, amount, false) });
  },
};

/**
 * The end of an area of land with the word for land after it, 0 if it is no area of land. "1000 m2 land": a word that is the
 * property type is not included.
 */
function lotEnd(query: TaggedQuery, from: number, end: number, before: Context): number {
  const word = query.skip(end, "joiner");
  const lot = query.endOf(word, "lot");
  if (lot === 0 || readUnit(query, lot) || labelsNext(query, lot, false)) return 0;
  return query.has(word, "type") && !isLandOfHome(query, from, lot, before) ? end : lot;
}
