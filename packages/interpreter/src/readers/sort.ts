import { mention, type Mention, type Sort, unresolved } from "../model.ts";
import type { Rule } from "../read.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { readAmount } from "./measure.ts";
import { typeAt } from "./names.ts";
import { namesOtherType } from "./surroundings.ts";

/** Fields whose usual order is descending: the newest and the most relevant come first. */
const DESCENDING: ReadonlySet<string> = new Set(["publishedAt", "updatedAt", "yearBuilt", "relevance"]);

function sortMention(from: number, to: number, field: string, order: string, explicit: boolean): Mention {
  return mention("sort", from, to, { field: field as Sort["field"], order: order as Sort["order"], explicit });
}

/** "sort by price descending", "sorted by newest first". */
export const sortBy: Rule = {
  name: "sort/by",
  read(query, at) {
    const by = query.endOf(at, "sortBy");
    if (by === 0) return undefined;
    const from = query.skip(by, "joiner");
    const phrase = query.tag(from, "sort");
    const field = query.tag(from, "sortField");
    if (phrase && phrase.end > (field?.end ?? 0)) {
      const [name = "", order = ""] = phrase.value.split(":");
      return sortMention(at, query.endOf(phrase.end, "explicit") || phrase.end, name, order, true);
    }
    if (!field) return undefined;
    const order = query.tag(/^[,(]$/.test(query.norm(field.end)) ? field.end + 1 : field.end, "order");
    const usual = DESCENDING.has(field.value) ? "desc" : "asc";
    return sortMention(at, order?.end ?? field.end, field.value, order?.value ?? usual, true);
  },
};

/** "cheapest", "newest first", "biggest plots of land". */
export const superlative: Rule = {
  name: "sort/superlative",
  read(query, at, before) {
    const phrase = query.tag(at, "sort");
    if (!phrase || query.has(at, "sortBy")) return undefined;
    const [name = "", order = ""] = phrase.value.split(":");
    // "price per sqm under 3000": no filter expresses a price per area.
    const rate = name === "pricePerArea" ? readAmount(query, phrase.end) : undefined;
    if (rate?.comparison) return unresolved(at, rate.end, { about: true });
    const first = isOrdinal(query, phrase.end) ? 0 : query.endOf(phrase.end, "explicit");
    const explicit = first > 0;
    const end = first || phrase.end;
    const ofLand = name === "area" && typeAt(query, phrase.end)?.value === "land";
    const land = name === "lotArea" ? landWithin(query, at, phrase.end) : undefined;
    if (land === undefined || before.of("propertyType").length > 0 || namesOtherType(query, phrase.end))
      return sortMention(at, end, ofLand ? "lotArea" : name, order, explicit);
    // The plot is also the property type.
    const to = Math.max(end, typeAt(query, land)?.end ?? 0);
    return [
      sortMention(at, land, name, order, explicit),
      mention("propertyType", land, to, { name: "land", narrower: false }),
    ];
  },
};

/** "cheapest flats first": makes the order before it the first one. */
export const sortFirst: Rule = {
  name: "sort/first",
  read(query, at, before) {
    const first = query.endOf(at, "explicit");
    const last = before.of("sort").at(-1);
    if (first === 0 || !last || isOrdinal(query, at) || query.token(first)?.kind === "number") return undefined;
    return mention("sort", at, first, { ...last.value, explicit: true });
  },
};

function landWithin(query: TaggedQuery, from: number, to: number): number | undefined {
  for (let k = from + 1; k < to; k++) if (typeAt(query, k)?.value === "land") return k;
  return undefined;
}

/** "first floor", "first or second floor". */
function isOrdinal(query: TaggedQuery, i: number): boolean {
  return query.has(i + 1, "floorWord") || (query.has(i + 1, "conj") && query.has(i + 2, "floorWord"));
}
