import type { WordClass } from "../lexicon/word-classes.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { readAmount, type Amount } from "./measure.ts";

/** A word that names what is measured, with the amount after it: "bedrooms: 3+", "budget is 300k". */
export interface LabelledAmount {
  readonly labelEnd: number;
  /** Where the amount begins. */
  readonly at: number;
  readonly amount: Amount;
}

export function readLabelled(query: TaggedQuery, i: number, label: WordClass): LabelledAmount | undefined {
  const labelEnd = query.endOf(i, label);
  if (labelEnd === 0) return undefined;
  const at = skipCopula(query, labelEnd);
  const amount = readAmount(query, at);
  return amount && { labelEnd, at, amount };
}

/** The first token that is not one of the words and signs between a label and its amount: "is", "of", ":", "=". */
export function skipCopula(query: TaggedQuery, i: number): number {
  let j = i;
  while ((/^[:=]$/.test(query.norm(j)) || query.has(j, "copula", "ofWord", "article")) && !query.has(j + 1, "scale"))
    j++;
  return j;
}
