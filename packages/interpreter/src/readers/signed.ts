import { isContent, unresolved, type Mention } from "../model.ts";
import type { Context, Rule, Tier } from "../read.ts";
import { skipCopula } from "./label.ts";
import { readQuantity } from "../text/quantity.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";

/**
 * "-3 bed", "under -300k", "within -5 km of Valencia": amounts cannot be negative, so the whole phrase is reported.
 * @param tiers the rules that read dates, distances, ranges and limits, by priority
 */
export function signedAmount(tiers: readonly Tier[]): Rule {
  const rules = tiers.flat();
  return {
    name: "signed-amount",
    read(query, at, before) {
      const sign = signBefore(query, at);
      if (sign === undefined) return undefined;
      const plain = readQuantity(query, sign + 1)?.end ?? sign + 2;
      const first = readWith(rules, query, sign + 1, before);
      // "between -2 and 4 beds"
      const joint = query.tagBefore(sign, "between") ? query.endOf(first?.at(-1)?.to ?? plain, "range") : 0;
      const read = (joint > 0 ? readWith(rules, query, joint, before) : undefined) ?? first;
      const end = read?.at(-1)?.to ?? (query.endOf(plain, "distance") || plain);
      return unresolved(at, end, read?.some((one) => isAboutProperty(one)) ? { about: true } : {});
    },
  };
}

function readWith(
  rules: readonly Rule[],
  query: TaggedQuery,
  at: number,
  before: Context,
): readonly Mention[] | undefined {
  for (const rule of rules) {
    const found = rule.read(query, at, before);
    if (found !== undefined) return "dimension" in found ? [found] : found;
  }
  return undefined;
}

function isAboutProperty(one: Mention): boolean {
  return one.about ?? (isContent(one) && one.dimension !== "limit" && one.dimension !== "sort");
}

/** The minus of the amount that begins at a token with the words before its number. */
function signBefore(query: TaggedQuery, i: number): number | undefined {
  const low = readQuantity(query, query.endOf(i, "between"));
  const second = query.has(i, "between") && low ? query.endOf(low.end, "range") : 0;
  const number = skipCopula(query, query.skip(i, "op", "between", "yearOp", "radius", "price", "joiner"));
  const starts = [...(second > 0 ? [second] : []), number, i];
  return starts.map((at) => query.endOf(at, "currency") || at).find((at) => isSign(query, at));
}

/** A minus right before a number, and not right after a word or another number, with which it would form a range. */
function isSign(query: TaggedQuery, i: number): boolean {
  const token = query.token(i);
  if (token?.kind !== "symbol" || token.norm !== "-" || token.raw === "\u2014") return false;
  const previous = query.token(i - 1);
  if (token.glued && previous && (previous.kind !== "symbol" || /^[)"]$/.test(previous.norm))) return false;
  const next = query.token(i + 1);
  return next?.glued === true && query.token(query.endOf(i + 1, "currency") || i + 1)?.kind === "number";
}
