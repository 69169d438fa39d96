import { functionWords, is, mention, type Mention, unknown, unresolved } from "../model.ts";
import type { Rule } from "../read.ts";
import { aWord } from "../text/fold.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { featureAt } from "./names.ts";

/** The token after a quotation that begins at a token; 0 if none does. */
function quotationEnd(query: TaggedQuery, i: number): number {
  if (query.norm(i) !== '"') return 0;
  const closing = query.tokens.findIndex((token, j) => j > i && token.norm === '"');
  return closing > i + 1 ? closing + 1 : 0;
}

/** A quoted phrase becomes a text search. */
export const quotation: Rule = {
  name: "quotation",
  read(query, at) {
    const end = quotationEnd(query, at);
    if (end === 0) return undefined;
    const text = query.slice(at + 1, end - 1).trim();
    if (!aWord.test(text)) return undefined;
    for (let k = at + 1; k < end; k++)
      if (query.has(k, "protected")) return unresolved(at, end, { polarity: "protected" });
    return mention("text", at, end, text);
  },
};

/** "how many flats in Lyon", "average price of houses": a question about numbers. */
export const question: Rule = {
  name: "question",
  read(query, at) {
    const tag = query.tag(at, "question");
    return tag && mention("question", at, tag.end, null);
  },
};

/**
 * Wording about religion, origin, family status, sex, age, disability and other protected classes, with the word that it
 * describes ("Christian neighborhood", "no kids"). It is reported, and never a filter, a text search or a ranking term.
 */
export const protectedWording: Rule = {
  name: "protected",
  read(query, at) {
    const negation = query.tag(at, "not");
    const start = negation ? query.skip(negation.end, "joiner", "negatedVerb") : at;
    const certain = query.tag(start, "protected");
    const word = certain ?? query.tag(start, "protectedWide");
    if (!word || namesSomethingElse(query, start, word.end)) return undefined;
    let { end } = word;
    const joint = query.endOf(end, "conj");
    if (joint > 0) end = Math.max(end, query.endOf(joint, "protected"));
    let described = query.endOf(end, "protectedAfter");
    if (!certain && described === 0) return undefined;
    for (let n = 0; described > 0 && n < 3 && !query.has(end, "type"); n++) {
      end = described;
      described = query.endOf(end, "protectedAfter");
    }
    return unresolved(at, end, { polarity: "protected", about: true });
  },
};

/** "family house", "disabled access" and "kids playground" are a type or a feature, and a place may be called so. */
function namesSomethingElse(query: TaggedQuery, i: number, end: number): boolean {
  const feature = featureAt(query, i)?.end ?? 0;
  if (Math.max(feature, query.endOf(i, "type")) > end) return true;
  const place = query.place(i);
  if (!place || place.end < end) return false;
  return place.end > end || (query.tagBefore(i, "in") !== undefined && !query.has(end, "protectedAfter"));
}

/** Words that negate what follows. */
export const negation: Rule = {
  name: "negation",
  read(query, at) {
    const neutral = query.tag(at, "neutral");
    if (neutral) return mention("negation", at, neutral.end, "neutral");
    if (isMinus(query, at)) return mention("negation", at, at + 1, "minus");
    const not = query.tag(at, "not");
    const nothing = query.tag(at, "nothing");
    if (nothing) return mention("negation", at, nothing.end, "nothing");
    return not && mention("negation", at, not.end, "not");
  },
};

/** A verb or pronoun between a negation and what it negates: "I don't want to see anything over 300k". */
export const negatedVerb: Rule = {
  name: "negation/verb",
  read(query, at, before) {
    const previous = before.mentions.findLast(({ dimension }) => dimension !== "function" && dimension !== "generic");
    if (previous?.dimension !== "negation") return undefined;
    const anything = query.tag(at, "anything");
    if (anything) return mention("generic", at, anything.end, null);
    const verb = query.tag(at, "negatedVerb");
    return verb && functionWords(at, verb.end);
  },
};

/** "-pool": a minus right before a word or a quotation, after white space, as in a search box. */
function isMinus(query: TaggedQuery, i: number): boolean {
  const token = query.token(i);
  const next = query.token(i + 1);
  if (token?.norm !== "-" || !/[-\u2212]/.test(token.raw) || token.glued || !next?.glued) return false;
  return !query.has(i + 1, "number") && (next.kind === "word" || quotationEnd(query, i + 1) > 0);
}

/** "ideally with a garden": what follows is only preferred. */
export const preference: Rule = {
  name: "preference",
  read(query, at) {
    const tag = query.tag(at, "soft");
    return tag && mention("preference", at, tag.end, null);
  },
};

/** "pool not needed", "price doesn't matter", "pets not allowed": words about the feature or the subject before them. */
export const remarkOnSubject: Rule = {
  name: "remark/subject",
  read(query, at, before) {
    const subject = before.mentions.findLast(({ dimension }) => dimension !== "function") ?? before.at(at - 1);
    const last = before.at(at - 1);
    const named = last !== undefined && query.has(last.to - 1, "price", "areaWord", "yearWord", "subject");
    const unread = is(last, "unresolved");
    if (!named && !unread && !is(subject, "feature", "text")) return undefined;
    const needless = query.tag(at, "notNeeded");
    if (needless) return mention("remark", at, needless.end, "needless");
    const not = is(subject, "feature", "text") ? query.tag(at, "not") : undefined;
    return not && query.isWord(not.end, "accepted") ? mention("remark", at, not.end + 1, "unwanted") : undefined;
  },
};

/** Words about what is before them: "would be nice", "essential". */
export const remark: Rule = {
  name: "remark",
  read(query, at, before) {
    if (before.mentions.length === 0) return undefined;
    const preferred = query.tag(at, "softAfter");
    if (preferred) return mention("remark", at, preferred.end, "preferred");
    const must = query.tag(at, "must") ?? query.tag(at, "needed");
    return must && mention("remark", at, must.end, "needed");
  },
};

const FUNCTION_CLASSES = ["stop", "in", "withWord", "joiner", "hello"] as const;

/** Words without a meaning of their own. */
export const functionWord: Rule = {
  name: "function-word",
  read(query, at) {
    let end = 0;
    for (const cls of FUNCTION_CLASSES) end = Math.max(end, query.endOf(at, cls));
    return end === 0 ? undefined : functionWords(at, beforeName(query, at, end));
  },
};

/** The label of a price that the query does not contain: "houses and their prices". */
export const label: Rule = {
  name: "price/label",
  read(query, at) {
    const tag = query.tag(at, "price");
    return tag && unknown(at, tag.end);
  },
};

/** "dans le Marais": the article may be part of the name after it. */
function beforeName(query: TaggedQuery, at: number, end: number): number {
  for (let k = at + 1; k < end; k++) if ((query.place(k)?.end ?? 0) > end) return k;
  return end;
}

export const conjunction: Rule = {
  name: "conjunction",
  read(query, at) {
    const tag = query.tag(at, "conj");
    return tag && mention("conjunction", at, tag.end, tag.value === "or" ? "or" : "and");
  },
};

/** Words for a property without a type: "homes", "properties". */
export const generic: Rule = {
  name: "generic",
  read(query, at) {
    const tag = query.tag(at, "generic");
    return tag && mention("generic", at, beforeName(query, at, tag.end), null);
  },
};

/** Praise and other words that no filter expresses: "cosy". They raise listings that contain them. */
export const vague: Rule = {
  name: "vague",
  read(query, at) {
    const tag = query.tag(at, "vague");
    return tag && mention("unresolved", at, tag.end, { kind: "vague", whole: false }, { about: true });
  },
};

/** Punctuation. */
export const separator: Rule = {
  name: "separator",
  read(query, at) {
    const token = query.token(at);
    if (token?.kind !== "symbol" || /[\p{L}\p{N}]/u.test(token.raw)) return undefined;
    return mention("separator", at, at + 1, token.norm);
  },
};

/** Whatever no other rule reads. */
export const anythingElse: Rule = {
  name: "unknown",
  read(query, at): Mention {
    const token = query.token(at);
    // "Paris 11e", "8% yield": the suffix of an ordinal, or the sign of a percentage, is part of the number.
    const suffix = query.norm(at + 1) === "%" || (query.token(at + 1)?.glued && query.has(at + 1, "ordinalSuffix"));
    return unknown(at, token?.kind === "number" && suffix ? at + 2 : at + 1);
  },
};
