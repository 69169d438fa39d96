import type { Interpretation } from "@plat/contracts";
import { is, isContent, type Mention } from "../model.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";

/**
 * The spelling corrections that the interpretation uses. A corrected word that nothing uses is reported as it was written.
 * @returns the corrections, and the mentions with corrected words that nothing uses as unknown words
 */
export function correctionsOf(
  query: TaggedQuery,
  mentions: readonly Mention[],
): { corrections: Interpretation["corrections"]; mentions: readonly Mention[] } {
  const idle = mentions.map((one, i) => is(one, "function") && isIdle(query, one, mentions[i - 1], mentions[i + 1]));
  const corrections = mentions.flatMap((one, i) => (idle[i] ? [] : inMention(query, one)));
  const unknown = mentions.map((one, i): Mention =>
    idle[i] ? { ...one, dimension: "unresolved", value: { kind: "unknown", whole: false }, alternative: false } : one,
  );
  return { corrections, mentions: unknown };
}

function inMention(query: TaggedQuery, one: Mention): Interpretation["corrections"] {
  if (one.correction) return [one.correction];
  if (!isContent(one) && !is(one, "function", "generic")) return [];
  const found: { from: string; to: string }[] = [];
  for (let i = one.from; i < one.to; i++) {
    const to = query.token(i)?.correctedFrom === undefined ? query.tag(i, "mistake")?.value : query.norm(i);
    if (to !== undefined && (isContent(one) || query.token(i)?.correctedFrom !== undefined))
      found.push({ from: query.slice(i, i + 1), to });
  }
  return found;
}

/** Whether a corrected function word has no use: it labels no amount, or it is part of a phrase of unknown words. */
function isIdle(query: TaggedQuery, one: Mention, before: Mention | undefined, after: Mention | undefined): boolean {
  const corrected = query.tokens.slice(one.from, one.to).some((token) => token.correctedFrom !== undefined);
  return corrected && (query.has(one.from, "price") || is(before, "unresolved") || is(after, "unresolved"));
}
