import { is, type Mention } from "../model.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";

/** A phrase that no filter uses, as token positions. */
interface Phrase {
  readonly from: number;
  readonly to: number;
  /** Whether listings that contain it are raised. */
  readonly boosts: boolean;
}

export interface Unresolved {
  readonly unresolved: string[];
  readonly boostTerms: string[];
}

/** Lists the phrases that no filter uses, in the order of the query. Consecutive unknown words are one phrase. */
export function listUnresolved(query: TaggedQuery, mentions: readonly Mention[]): Unresolved {
  const phrases = [...phrasesOf(query, mentions), ...partsOf(mentions)].toSorted((a, b) => a.from - b.from);
  const texts = (list: readonly Phrase[]): string[] => [...new Set(list.map(({ from, to }) => query.slice(from, to)))];
  return { unresolved: texts(phrases), boostTerms: texts(phrases.filter(({ boosts }) => boosts)) };
}

/** Words inside a used mention that the filter does not express. */
function partsOf(mentions: readonly Mention[]): Phrase[] {
  return mentions.flatMap(({ alsoUnresolved = [] }) =>
    alsoUnresolved.map(([from, to]) => ({ from, to, boosts: true })),
  );
}

const isWanted = (one: Mention): boolean => one.polarity === "wanted" || one.polarity === "preferred";

/** A mention whose words join the unknown words beside them. */
function isLoose(one: Mention | undefined): boolean {
  if (one === undefined || !isWanted(one)) return false;
  return is(one, "feature") || (is(one, "unresolved") && !one.value.whole);
}

function phrasesOf(query: TaggedQuery, mentions: readonly Mention[]): Phrase[] {
  const phrases: Phrase[] = [];
  let i = 0;
  while (i < mentions.length) {
    const first = mentions[i];
    const last = first ? lastOfPhrase(query, mentions, i) : i;
    if (first && isUnused(first)) phrases.push(...split(query, mentions.slice(i, last + 1), mentions[i - 1]));
    i = last + 1;
  }
  return phrases;
}

const isUnused = (one: Mention): boolean =>
  is(one, "unresolved") || (is(one, "feature") && one.polarity === "preferred");

/** Unknown words and at most two joiners between them ("view of the park") are one phrase. */
function lastOfPhrase(query: TaggedQuery, mentions: readonly Mention[], i: number): number {
  if (!isLoose(mentions[i]) || !isUnused(mentions[i] as Mention)) return i;
  let last = i;
  for (let j = i + 1; j < mentions.length && j <= last + 3; j++) {
    const one = mentions[j];
    if (one && isLoose(one) && isUnused(one)) last = j;
    else if (!is(one, "function") || !isJoiner(query, one)) break;
  }
  return last;
}

function isJoiner(query: TaggedQuery, { from, to }: Mention): boolean {
  for (let i = from; i < to; i++) if (!query.has(i, "joiner")) return false;
  return true;
}

/** "cozy affordable": adjectives without a noun are separate requirements. */
function split(query: TaggedQuery, run: readonly Mention[], before: Mention | undefined): Phrase[] {
  const vague = run.every((one) => is(one, "function") || (is(one, "unresolved") && one.value.kind === "vague"));
  const parts = vague ? run.filter((one) => !is(one, "function")).map((one) => [one]) : [run];
  return parts.flatMap((part, n) => {
    const [first, last] = [part[0], part.at(-1)];
    if (!first || !last) return [];
    const purpose = n === 0 && isLoose(first) && is(before, "function") && query.isWord(before.to - 1, "purpose");
    return [{ from: purpose ? before.to - 1 : first.from, to: last.to, boosts: isWanted(first) && !isProtected(part) }];
  });
}

const isProtected = (part: readonly Mention[]): boolean => part.some(({ polarity }) => polarity === "protected");
