import { is, type Mention } from "../model.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { asPhrase, skipFunctionWords } from "./mentions.ts";

/**
 * Applies words about preference and need to features: "ideally with a garden", "garage would be nice", "pool not needed",
 * "pets not allowed". A preferred feature raises listings and excludes none, and so does a preferred place besides another.
 */
export function applyPreference(query: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  const result: Mention[] = [];
  let preferred = false;
  mentions.forEach((one, i) => {
    if (is(one, "preference")) preferred = true;
    else if ((is(one, "separator") && /^[,.;!?]$/.test(one.value)) || one.polarity === "unwanted") preferred = false;
    if (is(one, "remark")) {
      result.push(...withRemark(query, result, one));
      return;
    }
    const softened =
      is(one, "feature") && one.polarity === "wanted" && (preferred || isPreferredAfterwards(query, mentions, i));
    const within = is(one, "place") && isPreferredPlace(result);
    result.push(within ? asPhrase([one], { about: true }) : softened ? { ...one, polarity: "preferred" } : one);
  });
  return result;
}

/** "London, ideally in Camden": a place right after a word of preference, besides another place. */
function isPreferredPlace(before: readonly Mention[]): boolean {
  const soft = before.findLastIndex((one) => !is(one, "function"));
  return is(before[soft], "preference") && before.some((one) => is(one, "place", "near"));
}

/** "garage would be nice", "garden ideally" */
function isPreferredAfterwards(query: TaggedQuery, mentions: readonly Mention[], i: number): boolean {
  const after = mentions[skipFunctionWords(mentions, i + 1)];
  if (is(after, "remark")) return after.value === "preferred";
  return is(after, "preference") && query.has(after.from, "softAfter");
}

/** Removes what a remark applies to from the end of `before`. Returns what replaces it and the remark. */
function withRemark(query: TaggedQuery, before: Mention[], remark: Mention<"remark">): Mention[] {
  if (remark.value !== "needless" && remark.value !== "unwanted")
    return [{ ...remark, dimension: "function", value: null }];
  let n = before.length - 1;
  while (n > 0 && is(before[n], "function") && !isSubject(query, before[n])) n--;
  const subject = before[n];
  if (!subject || !(is(subject, "feature", "text") || isSubject(query, subject)))
    return [asPhrase([remark], { polarity: "unwanted" })];
  const replaced = before.splice(n);
  if (is(subject, "feature") && remark.value === "unwanted")
    return [{ ...subject, polarity: "unwanted", to: remark.to }];
  const phrase = asPhrase([...replaced, remark], { polarity: "unwanted", about: true });
  return [
    is(subject, "text")
      ? { ...phrase, conflict: { field: "text", detail: "text cannot be excluded; not used" } }
      : phrase,
  ];
}

/** "price doesn't matter": a word without a value of its own. */
function isSubject(query: TaggedQuery, one: Mention | undefined): boolean {
  if (!one) return false;
  if (is(one, "unresolved")) return one.polarity === "wanted";
  return is(one, "function") && query.has(one.to - 1, "areaWord", "yearWord", "subject");
}
