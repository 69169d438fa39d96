import { interpret, mentionsOf, tag } from "./interpret.ts";
import { languages } from "./languages/index.ts";
import type { Vocabulary } from "./lexicon/vocabulary.ts";
import { type Dimension, type InterpretedQuery, is, type Mention, type Polarity } from "./model.ts";
import { read } from "./read.ts";
import { TIERS } from "./readers/index.ts";
import type { TaggedQuery } from "./text/tagged-query.ts";
import type { Token } from "./text/tokenize.ts";

/** A mention in a form for display: its words instead of token positions, and a value that JSON can express. */
export interface ExplainedMention {
  readonly words: string;
  readonly rule: string;
  readonly dimension: Dimension;
  readonly polarity: Polarity;
  readonly value: unknown;
}

/** What each pass of the interpreter returned for a query. */
export interface Explanation {
  readonly tokens: readonly Pick<Token, "raw" | "norm" | "kind" | "correctedFrom">[];
  /** ISO 639-1 codes. */
  readonly languages: readonly string[];
  /** The mentions that the rules read. */
  readonly read: readonly ExplainedMention[];
  /** The same mentions after the scope passes. */
  readonly scoped: readonly ExplainedMention[];
  readonly interpretation: InterpretedQuery | { readonly notAPropertyQuery: true };
}

/** Interprets a query like `interpret`, and returns the results of all passes. */
export function explain(text: string, vocabulary: Vocabulary, now: Date): Explanation {
  const query = tag(text, vocabulary, now);
  const explained = (mentions: readonly Mention[]): ExplainedMention[] =>
    mentions.map((one) => explainMention(query, one));
  return {
    tokens: query.tokens.map(({ raw, norm, kind, correctedFrom }) => ({
      raw,
      norm,
      kind,
      ...(correctedFrom === undefined ? {} : { correctedFrom }),
    })),
    languages: languages.flatMap(({ code }, i) => ((query.languages & (1 << i)) === 0 ? [] : code)),
    read: explained(read(query, TIERS)),
    scoped: explained(mentionsOf(query)),
    interpretation: interpret(text, vocabulary, now),
  };
}

function explainMention(query: TaggedQuery, one: Mention): ExplainedMention {
  const { from, to, rule, dimension, polarity } = one;
  return { words: query.slice(from, to), rule, dimension, polarity, value: plainValue(one) };
}

/** The value without the entries of the vocabulary, which contain the other places of a name. */
function plainValue(one: Mention): unknown {
  if (is(one, "place")) return { name: one.value.entry.name, level: one.value.entry.level };
  if (!is(one, "near")) return one.value;
  const { entry, ...rest } = one.value;
  return entry === undefined ? rest : { ...rest, place: entry.name, level: entry.level };
}
