import { isContent, type Mention } from "../../src/model.ts";
import { read } from "../../src/read.ts";
import { TIERS } from "../../src/readers/index.ts";
import { SCOPE_PASSES, type ScopePass } from "../../src/scope/index.ts";
import type { TaggedQuery } from "../../src/text/tagged-query.ts";
import { frozen } from "../frozen.ts";
import { tagged } from "../readers/reading.ts";

/** A query with what its rules read and what the passes before a pass made of it, frozen; and the result of the pass. */
export function scope(pass: ScopePass, text: string): { query: TaggedQuery; mentions: readonly Mention[] } {
  const query = tagged(text);
  const earlier = SCOPE_PASSES.slice(0, SCOPE_PASSES.indexOf(pass));
  const before = earlier.reduce((mentions, each) => each(query, mentions), read(query, TIERS));
  return { query, mentions: pass(query, frozen(before)) };
}

/** The words, the dimension and the polarity of each mention that is a filter or reported. */
export function polarities(pass: ScopePass, text: string): [words: string, dimension: string, polarity: string][] {
  const { query, mentions } = scope(pass, text);
  return mentions
    .filter((one) => isContent(one) || one.dimension === "unresolved")
    .map(({ from, to, dimension, polarity }) => [query.slice(from, to), dimension, polarity]);
}

/** The words and the range of each measure. */
export function ranges(pass: ScopePass, text: string): [words: string, range: unknown][] {
  const { query, mentions } = scope(pass, text);
  return mentions.flatMap(({ from, to, value }) =>
    typeof value === "object" && value !== null && "range" in value ? [[query.slice(from, to), value.range]] : [],
  );
}

/** The words and the field of each conflict. */
export function conflicts(pass: ScopePass, text: string): [words: string, field: string][] {
  const { query, mentions } = scope(pass, text);
  return mentions.flatMap(({ from, to, conflict }) => (conflict ? [[query.slice(from, to), conflict.field]] : []));
}
