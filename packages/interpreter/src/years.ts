import { readAmount, type Amount } from "./amount.ts";
import { readQuantity } from "./quantity.ts";
import { toRange } from "./ranges.ts";
import type { Range } from "./result.ts";
import type { Scan } from "./scan.ts";

function yearAt(scan: Scan, i: number): { end: number; from: number; to: number } | undefined {
  const token = scan.token(i);
  if (token?.kind !== "number" || !/^\d{4}$/.test(token.raw) || token.value < 1500 || token.value > 2100)
    return undefined;
  // "2026-10-01", "1990-95"
  const next = scan.token(i + 2);
  if (scan.norm(i + 1) === "-" && next?.kind === "number" && next.glued && next.raw.length < 3) return undefined;
  if (scan.norm(i + 1) === "s" && scan.token(i + 1)?.glued)
    return { end: i + 2, from: token.value, to: token.value + (token.value % 100 === 0 ? 99 : 9) };
  return { end: i + 1, from: token.value, to: token.value };
}

/** "built after 2015", "pre-1930", "from the 1990s", "between 1990 and 2005", "2018 or newer". */
export function years(scan: Scan, i: number): number {
  let j = i;
  let labelled = scan.before(i, "built") !== undefined || scan.before(i, "yearWord") !== undefined;
  for (const cls of ["yearWord", "built"] as const) {
    const label = scan.kw(j, cls);
    if (label) {
      j = label.end;
      labelled = true;
    }
  }
  const own = j > i;
  while (/^(?:in|the|:|is|en|im|jahr)$/.test(scan.norm(j))) j++;
  const between = scan.kw(j, "between");
  const operator = scan.kw(j, "yearOp");
  const range = between && yearRange(scan, between.end);
  const plain = range ?? yearRange(scan, j);
  const sure =
    plain &&
    !counted(scan, plain.end) &&
    (labelled || (between && scan.norm(j) !== "from" && plain.from >= 1800 && plain.to <= 2035));
  if (plain && sure) return accept(scan, i, plain.end, { min: plain.from, max: plain.to });
  // "ab Baujahr 2010"
  const late = operator && scan.kw(operator.end, "yearWord");
  labelled ||= late !== undefined || (operator !== undefined && scan.before(operator.end, "yearWord") !== undefined);
  const first = operator ? skipThe(scan, late?.end ?? operator.end) : j;
  const year = yearAt(scan, first);
  if (!year) return noYear(scan, { i, label: own ? j : i, j, number: between?.end ?? first });
  if (counted(scan, year.end)) return 0;
  if (operator) {
    // "published in Leeds after 2015"
    if (!labelled && ofListing(scan, i)) {
      scan.leave(i, year.end, "unknown");
      return year.end;
    }
    const certain = labelled || /^(?:desde|not)$/.test(scan.norm(j)) || OF_TIME.test(scan.norm(j));
    const onward = scan.kw(year.end, "postOp");
    const from = operator.value === "since" && onward?.value === "gte";
    if (!certain && !from) return 0;
    const end = from && onward ? onward.end : (scan.kw(year.end, "built")?.end ?? year.end);
    switch (operator.value) {
      case "after":
        return accept(scan, i, end, { min: year.to + 1 });
      case "since":
        return accept(scan, i, end, { min: year.from });
      case "before":
        return accept(scan, i, end, { max: year.from - 1 });
      default:
        return accept(scan, i, end, { max: year.to });
    }
  }
  const post = scan.kw(year.end, "postOp");
  if (post && /(?:newer|later|older|earlier|onwards)$/.test(scan.norm(post.end - 1))) {
    return accept(scan, i, post.end, post.value === "gte" ? { min: year.from } : { max: year.to });
  }
  if (labelled && post && (post.value === "gte" || post.value === "lte"))
    return accept(scan, i, post.end, post.value === "gte" ? { min: year.from } : { max: year.to });
  const built = scan.kw(year.end, "built");
  if (labelled || built || year.to > year.from)
    return accept(scan, i, built?.end ?? year.end, { min: year.from, max: year.to });
  return 0;
}

/** Comparisons that only apply to times. */
const OF_TIME =
  /^(?:after|post|pre|before|prior|newer|older|later|earlier|since|nach|vor|seit|despues|antes|apres|avant|depuis|posterior|anterior|younger)$/;
const OF_YEAR = /^(?:in|en|im|year|ano|annee|jahr|baujahr|bj)$/;
const LATELY = /^(?:newly|new|recently|freshly|just|brand|purpose|custom|well|fully)$/;

interface Told {
  i: number;
  /** Where the words for building end, `i` without any. */
  label: number;
  /** Where the comparison begins, or the number. */
  j: number;
  number: number;
}

/** "built after 40000", "Baujahr 30000": a number in place of a year that cannot be one. Reported, so that it is not read as a price. Returns 0 if it may be a price. */
function noYear(scan: Scan, { i, label, j, number }: Told): number {
  const told = label > i && !LATELY.test(scan.norm(i - 1));
  const ofYear = told && scan.tokens.slice(i, label).some(({ norm }) => OF_YEAR.test(norm));
  if (number > j ? !told && !OF_TIME.test(scan.norm(j)) : !ofYear) return 0;
  if (scan.token(number)?.kind !== "number") return 0;
  const amount = readAmount(scan, scan.has(j, "between") ? j : number);
  const plain = amount && !amount.unit && !amount.money && amount.period === undefined && amount.low.scale === 1;
  if (!amount || !plain || scan.has(amount.end, "time", "distance")) return 0;
  scan.leave(i, amount.end, "unknown");
  return amount.end;
}

/** Whether a year may be that of the listing: a word about it stands before and was not used. */
function ofListing(scan: Scan, i: number): boolean {
  for (let k = 0; k < i; k++) {
    if (scan.use[k] === "unknown" && (scan.has(k, "changed") || LISTED.test(scan.norm(k)))) return true;
  }
  return false;
}

const LISTED =
  /^(?:listed|added|posted|published|uploaded|advertised|inseriert|eingestellt|veroffentlicht|publi(?:ca|e).*)$/;

/** Whether a number has a unit, so that it is not a year. */
function counted(scan: Scan, i: number): boolean {
  return scan.has(i, "currency", "area", "period", "scale");
}

function skipThe(scan: Scan, i: number): number {
  return /^(?:the|year|el|ano|dem|jahr|l)$/.test(scan.norm(i)) ? skipThe(scan, i + 1) : i;
}

function yearRange(scan: Scan, i: number): { end: number; from: number; to: number } | undefined {
  const first = yearAt(scan, skipThe(scan, i));
  const separator = first && scan.kw(first.end, "range");
  const second = separator && yearAt(scan, skipThe(scan, separator.end));
  if (!first || !second) return undefined;
  return { end: second.end, from: Math.min(first.from, second.from), to: Math.max(first.to, second.to) };
}

function accept(scan: Scan, from: number, end: number, range: Range): number {
  scan.range("yearBuilt", range, scan.slice(from, end), scan.joinedByOr(from, "yearBuilt"));
  scan.take(from, end, "yearBuilt");
  scan.strength++;
  return end;
}

/** "less than 10 years old": counted in calendar years from now. */
export function applyAge(scan: Scan, from: number, amount: Amount): void {
  const year = scan.now.getUTCFullYear();
  const age = toRange(amount, "eq", 0);
  const range: Range = {
    ...(age.max === undefined ? {} : { min: year - age.max }),
    ...(age.min === undefined || age.min === 0 ? {} : { max: year - age.min }),
  };
  let start = from;
  // "new build or less than 10 years old": the one is part of the other.
  const built = scan.spans.at(-1);
  if (
    built?.field === "features" &&
    scan.joinedByOr(from, "features") &&
    scan.filters.features?.at(-1) === "new_build"
  ) {
    scan.filters.features.pop();
    if (scan.filters.features.length === 0) delete scan.filters.features;
    scan.spans.pop();
    start = scan.tokens.findIndex((token) => token.start === built.start);
  }
  accept(scan, start, amount.end, range);
}

/** "no older than 10 years" and "built in the last 5 years". */
export function ageLimit(scan: Scan, i: number): number {
  const operator = scan.kw(i, "yearOp");
  const built = scan.kw(i, "built");
  // "older than 50 years"; "before" and the like do not compare ages.
  if (/^[<>]/.test(scan.norm(i))) return 0;
  const older = operator?.value === "before" && /^(?:older|alter)$/.test(scan.norm(i));
  if (operator && (older || operator.value === "since" || operator.value === "after")) {
    const quantity = readQuantity(scan, operator.end);
    const unit = quantity && scan.kw(quantity.end, "time");
    if (!quantity || unit?.value !== "year") return 0;
    const year = scan.now.getUTCFullYear() - quantity.value;
    const end = scan.norm(unit.end) === "old" ? unit.end + 1 : unit.end;
    return accept(scan, i, end, older ? { max: year } : { min: year });
  }
  const last = built && scan.kw(built.end, "last");
  if (!last) return 0;
  const quantity = readQuantity(scan, last.end);
  const unit = quantity && scan.kw(quantity.end, "time");
  if (!quantity || unit?.value !== "year") return 0;
  return accept(scan, i, unit.end, { min: scan.now.getUTCFullYear() - quantity.value });
}
