import { singular } from "../languages/en/morphology.ts";
import { mention, type Mention } from "../model.ts";
import type { Rule } from "../read.ts";
import type { Tag, TaggedQuery } from "../text/tagged-query.ts";
import { typeAt } from "./names.ts";

interface Count {
  readonly end: number;
  readonly value: number;
  readonly digits: boolean;
}

/** A positive integer at a token, in digits or as one number word. */
function countAt(query: TaggedQuery, i: number): Count | undefined {
  const token = query.token(i);
  const digits = token?.kind === "number";
  const word = query.tag(i, "number");
  const value = digits ? token.value : Number(word?.value);
  if (!Number.isInteger(value) || value < 1) return undefined;
  return { end: digits ? i + 1 : (word?.end ?? i), value, digits };
}

/** "top 10", "first 20 results", "max 20 results". */
export const labelledLimit: Rule = {
  name: "limit/labelled",
  read(query, at) {
    const label = query.tag(at, "limit") ?? atMostResults(query, at);
    if (!label) return undefined;
    const count = countAt(query, query.norm(label.end) === ":" ? label.end + 1 : query.skip(label.end, "ofWord"));
    if (!count) return undefined;
    const { end, value } = count;
    if (query.norm(end) === "+" || query.token(end)?.kind === "number") return undefined;
    if (query.has(end, "bed", "bath", "area", "scale", "currency", "floorWord", "distance", "time")) return undefined;
    const counted = query.has(end, "result") || isPluralType(query, end);
    // "top 300000" may be a price, unless the counted things follow.
    return value > 100_000 && !counted ? undefined : limitOf(query, at, count);
  },
};

/** "20 results", "5 cheapest flats", "5 pisos más baratos", "show me 20 houses". */
export const limit: Rule = {
  name: "limit",
  read(query, at) {
    const count = query.has(at, "limit") || atMostResults(query, at) ? undefined : countAt(query, at);
    if (!count) return undefined;
    const requested = query.isWord(at - 1, "request") || query.tagBefore(at, "sort") !== undefined;
    const type = typeAt(query, count.end);
    const sorted = type !== undefined && count.value > 1 && query.has(type.end, "sort");
    const counted = sorted || query.has(count.end, "result", "sort") || (requested && isPluralType(query, count.end));
    return counted ? limitOf(query, at, count) : undefined;
  },
};

/** A limit, with the word for results after it. */
function limitOf(query: TaggedQuery, at: number, { end, value }: Count): Mention {
  return mention("limit", at, query.endOf(end, "result") || end, value);
}

/** "max 20 results": a comparison of the number of results, which must be named. */
function atMostResults(query: TaggedQuery, i: number): Tag | undefined {
  const words = query.tag(i, "op");
  if (words?.value !== "lte" || query.token(words.end)?.kind !== "number") return undefined;
  return query.has(words.end + 1, "result") ? words : undefined;
}

/** "houses": a property type in the plural. */
function isPluralType(query: TaggedQuery, i: number): boolean {
  const last = query.norm((typeAt(query, i)?.end ?? 0) - 1);
  return singular(last) !== last;
}
