import { lexicon } from "./lexicon.ts";
import type { Scan, Use } from "./scan.ts";

interface Phrase {
  start: number;
  end: number;
  use: Use;
}

/** Groups consecutive unused words into phrases, as they were written. */
function leftovers(scan: Scan): Phrase[] {
  const phrases: Phrase[] = [];
  const joinable = (i: number): boolean =>
    scan.use[i] === "stop" && scan.has(i, "joiner") && scan.token(i)?.kind === "word";
  let i = 0;
  while (i < scan.length) {
    const use = scan.use[i];
    if (use !== "unknown" && use !== "protected" && use !== "unwanted") {
      i++;
      continue;
    }
    let end = i + 1;
    for (;;) {
      if (scan.breaks.has(end)) break;
      if (scan.use[end] === use) end++;
      else if (use === "unknown" && joinable(end) && scan.use[end + 1] === "unknown") end += 2;
      else if (use === "unknown" && joinable(end) && joinable(end + 1) && scan.use[end + 2] === "unknown") end += 3;
      else break;
    }
    for (const [from, to] of use === "unknown" ? cut(scan, i, end) : [[i, end] as const]) {
      const leading =
        use === "unknown" && from === i && scan.norm(i - 1) === "for" && scan.use[i - 1] === "stop" ? i - 1 : from;
      const first = scan.token(leading);
      const last = scan.token(to - 1);
      if (first && last) phrases.push({ start: first.start, end: last.end, use });
    }
    i = end;
  }
  return phrases;
}

/** "cozy affordable": adjectives without a noun are separate requirements. */
function cut(scan: Scan, from: number, to: number): (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [];
  let i = from;
  while (i < to) {
    const vague = scan.kw(i, "vague");
    if (!vague || vague.end > to) return [[from, to]];
    parts.push([i, vague.end]);
    i = vague.end;
  }
  return parts;
}

/** Marks numbers and words that are in no table and that a rule skipped as not understood. */
export function nothingLost(scan: Scan): void {
  const idle = [...scan.corrected.keys()].filter((i) => ofNoUse(scan, i));
  for (const i of idle) {
    scan.corrected.delete(i);
    scan.mark(i, i + 1, "unknown");
  }
  scan.tokens.forEach(({ kind, norm, raw }, i) => {
    const use = scan.use[i];
    if (use !== "" && use !== "stop" && use !== "break") return;
    if (scan.corrected.has(i)) {
      scan.correct(i, i + 1);
      return;
    }
    const amount = kind === "number" || (kind === "symbol" && /\p{N}/u.test(raw));
    if (amount || (/[\p{L}\p{N}]/u.test(raw) && !lexicon.owned.has(norm))) scan.mark(i, i + 1, "unknown");
  });
}

/** Whether a corrected word is unused: no rule consumed it, it labels no amount, or it is part of a phrase that was not understood. */
function ofNoUse(scan: Scan, i: number): boolean {
  const use = scan.use[i];
  if (use !== "stop") return use === "" || use === "break";
  return scan.has(i, "price") || scan.use[i - 1] === "unknown" || scan.use[i + 1] === "unknown";
}

export interface Leftovers {
  unresolved: string[];
  mentions: string[];
}

export function unresolved(scan: Scan): Leftovers {
  const all = [
    ...leftovers(scan).map((p) => ({ ...p, mention: p.use === "unknown" })),
    ...scan.named.map((n) => ({ ...n, mention: true })),
  ];
  all.sort((a, b) => a.start - b.start);
  const phrases: string[] = [];
  const mentions: string[] = [];
  for (const { start, end, mention } of all) {
    const text = scan.query.slice(start, end);
    if (!phrases.includes(text)) phrases.push(text);
    if (mention && !mentions.includes(text)) mentions.push(text);
  }
  return { unresolved: phrases, mentions };
}

/** Number of content words that were not understood. */
function unknownWords(scan: Scan): number {
  let count = 0;
  scan.use.forEach((use, i) => {
    if (
      use === "unknown" &&
      scan.token(i)?.kind !== "symbol" &&
      !scan.has(i, "vague", "joiner", "near", "stop", "feature", "type")
    )
      count++;
  });
  return count;
}

/**
 * Whether a text is a property query. Weighs what was understood against what was not. A place alone is a property query;
 * a place in a sentence about something else is not.
 */
export function asksForProperty(scan: Scan): boolean {
  const unknown = unknownWords(scan);
  const { strength } = scan;
  let foreign = 0;
  for (let i = 0; i < scan.length; i++) {
    const topic = scan.kw(i, "offtopic");
    if (!topic || scan.use[i] === "taken") continue;
    // "house near football stadium": beside a type or a price it is only a word that was not understood.
    if (topic.value !== "aside" || strength === 0) foreign++;
    i = topic.end - 1;
  }
  const places = scan.placesFound;
  if (scan.texts.length > 0 && foreign === 0) return true;
  if (foreign > 0) return strength >= 2 && strength + places > 2 * foreign + 1;
  if (strength > 0) return unknown <= 4 * (strength + places) + 2;
  if (places > 0) return unknown <= 2 * places + scan.weakness;
  return scan.weakness > 0 && unknown <= scan.weakness + 2;
}
