import { is, MEASURED, type Measure, type Mention, type Polarity, unresolved } from "../model.ts";

/** The index of the first mention from `i` on that is not a function word. */
export function skipFunctionWords(mentions: readonly Mention[], i: number): number {
  let j = i;
  while (is(mentions[j], "function")) j++;
  return j;
}

/** A mention of a number: price, area, rooms, floor or year. */
export type MeasureMention = Extract<Mention, { dimension: (typeof MEASURED)[number] }>;

export function isMeasure(one: Mention | undefined): one is MeasureMention {
  return is(one, ...MEASURED);
}

/** A comparison whose negation is a comparison: "over 300k". */
export function isStrict(one: Mention | undefined): one is MeasureMention & { value: Measure & { strict: true } } {
  return isMeasure(one) && one.value.strict === true && one.value.opposite !== undefined;
}

/** Merges mentions into one phrase that no filter expresses. */
export function asPhrase(
  mentions: readonly Mention[],
  rest: { polarity?: Polarity; about?: boolean } = {},
): Mention<"unresolved"> {
  const [first, last] = [mentions[0], mentions.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("no mentions");
  return { ...unresolved(first.from, last.to, rest), rule: first.rule };
}

/** The mention with the tokens before it from `from` on. */
export function coverFrom<M extends Mention>(one: M, from: number): M {
  return { ...one, from };
}
