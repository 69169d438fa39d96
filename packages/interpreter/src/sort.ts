import { readAmount } from "./amount.ts";
import { otherType, typeAt } from "./offers.ts";
import type { Sort } from "./result.ts";
import type { Scan } from "./scan.ts";

function push(scan: Scan, field: string, order: string, explicit: boolean, from: number, end: number): void {
  scan.sorts.push({
    field: field as Sort["field"],
    order: order as Sort["order"],
    explicit,
    text: scan.slice(from, end),
  });
  scan.take(from, end, "sort");
  scan.weakness++;
}

/** "cheapest", "newest first", "sort by price descending". */
export function sorting(scan: Scan, i: number): number {
  const by = scan.kw(i, "sortBy");
  if (by) {
    const j = scan.skip(by.end, "joiner");
    const ready = scan.kw(j, "sort");
    const field = scan.kw(j, "sortField");
    if (ready && (!field || ready.end > field.end)) {
      const [name = "", order = ""] = ready.value.split(":");
      const first = scan.kw(ready.end, "explicit")?.end ?? ready.end;
      push(scan, name, order, true, i, first);
      return first;
    }
    if (field) {
      const comma = scan.norm(field.end) === "," || scan.norm(field.end) === "(" ? field.end + 1 : field.end;
      const order = scan.kw(comma, "order");
      const normally = ["publishedAt", "updatedAt", "yearBuilt", "relevance"].includes(field.value) ? "desc" : "asc";
      const end = order?.end ?? field.end;
      push(scan, field.value, order?.value ?? normally, true, i, end);
      return end;
    }
    return 0;
  }
  const match = scan.kw(i, "sort");
  if (match) {
    if (readAmount(scan, match.end)?.operator && match.value.startsWith("pricePerArea")) return 0;
    const [name = "", order = ""] = match.value.split(":");
    const first = scan.kw(match.end, "explicit");
    const end = first && !isOrdinal(scan, match.end) ? first.end : match.end;
    // "biggest plots of land": the plot is also the property type.
    const field = name === "area" && typeAt(scan, match.end)?.value === "land" ? "lotArea" : name;
    const type = name === "lotArea" ? landIn(scan, i, match.end) : 0;
    if (type > 0 && !scan.filters.propertyTypes && !otherType(scan, match.end)) {
      push(scan, field, order, end > match.end, i, type);
      const land = typeAt(scan, type);
      scan.add("propertyTypes", "land");
      scan.take(type, Math.max(end, land?.end ?? end), "propertyTypes");
      scan.strength++;
      return Math.max(end, land?.end ?? end);
    }
    push(scan, field, order, end > match.end, i, end);
    return end;
  }
  const last = scan.sorts.at(-1);
  const first = scan.kw(i, "explicit");
  if (first && last && !isOrdinal(scan, i) && scan.token(first.end)?.kind !== "number") {
    last.explicit = true;
    scan.take(i, first.end, "sort");
    return first.end;
  }
  return 0;
}

function landIn(scan: Scan, from: number, to: number): number {
  for (let k = from + 1; k < to; k++) if (typeAt(scan, k)?.value === "land") return k;
  return 0;
}

function isOrdinal(scan: Scan, i: number): boolean {
  return (
    scan.kw(i + 1, "floorWord") !== undefined ||
    (scan.kw(i + 1, "conj") !== undefined && scan.kw(i + 2, "floorWord") !== undefined)
  );
}

/** "top 10", "20 results", "5 cheapest flats". */
export function limits(scan: Scan, i: number): number {
  const top = scan.kw(i, "limit") ?? atMost(scan, i);
  let j = top ? top.end : i;
  if (top && /^(?:of|to|:)$/.test(scan.norm(j))) j++;
  const token = scan.token(j);
  const word = scan.kw(j, "number");
  const value = token?.kind === "number" ? token.value : word ? Number(word.value) : Number.NaN;
  if (!Number.isInteger(value) || value < 1) return 0;
  const after = token?.kind === "number" ? j + 1 : (word?.end ?? j);
  const result = scan.kw(after, "result");
  if (top) {
    if (
      scan.has(after, "bed", "bath", "area", "scale", "currency", "floorWord", "distance", "time") ||
      scan.norm(after) === "+"
    )
      return 0;
    // "top 300000": this may also be a price, unless the counted things follow.
    if (scan.token(after)?.kind === "number" || (value > 100_000 && !result && !severalAt(scan, after))) return 0;
  } else {
    const superlative = scan.kw(after, "sort");
    // "show me 20 houses", "latest 5 apartments"
    const asked = /^(?:show|list|find|give|get|see|display|me)$/.test(scan.norm(i - 1)) || scan.before(i, "sort");
    if (!result && !superlative && asked && severalAt(scan, after)) {
      set(scan, i, after, value);
      return after;
    }
    if (!result && !superlative) return 0;
    if (superlative && !result) {
      set(scan, i, after, value);
      return after;
    }
  }
  const end = result?.end ?? after;
  set(scan, i, end, value);
  return end;
}

/** "max 20 results": a comparison is one of results only where they are named. */
function atMost(scan: Scan, i: number): { end: number } | undefined {
  const operator = scan.kw(i, "op");
  const number = operator && scan.token(operator.end)?.kind === "number" ? operator.end : undefined;
  return operator?.value === "lte" && number !== undefined && scan.has(number + 1, "result") ? operator : undefined;
}

/** "houses": a type in the plural. */
function severalAt(scan: Scan, i: number): boolean {
  const type = typeAt(scan, i);
  return type !== undefined && scan.norm(type.end - 1).endsWith("s");
}

function set(scan: Scan, from: number, end: number, value: number): void {
  if (scan.limit !== undefined && scan.limit !== value)
    scan.conflict("contradiction", "limit", String(scan.limit), String(value), "two limits; kept the first");
  else {
    scan.limit = Math.min(value, 100);
    if (value > 100)
      scan.conflict("inexpressible", "limit", "100", String(value), "a search returns at most 100 results");
  }
  scan.take(from, end, "limit");
  scan.weakness++;
}

/** The final sort order, in the order of the query. Opposite orders of one field are a contradiction. */
export function finalSort(scan: Scan): Sort[] {
  const ordered = [...scan.sorts.filter((s) => s.explicit), ...scan.sorts.filter((s) => !s.explicit)];
  const result: Sort[] = [];
  const onlyLand = scan.filters.propertyTypes?.length === 1 && scan.filters.propertyTypes[0] === "land";
  for (const sort of ordered) {
    const field = sort.field === "area" && onlyLand ? "lotArea" : sort.field;
    const held = result.find((s) => s.field === field);
    if (held && held.order !== sort.order) {
      const kept = ordered.find((s) => s.field === sort.field);
      scan.conflict("contradiction", "sort", kept?.text ?? field, sort.text, "opposite orders; kept the first");
    } else if (field === "distance" && !scan.near && !scan.geo) {
      scan.conflict("inexpressible", "sort", null, sort.text, "no known place to measure the distance from");
    } else if (!held) result.push({ field, order: sort.order });
  }
  return result;
}
