import { isContent, type Dimension, type Mention } from "./model.ts";
import type { TaggedQuery } from "./text/tagged-query.ts";

/** What was read before a token. */
export interface Context {
  readonly mentions: readonly Mention[];
  /** The last mention that becomes a filter, a sort order or a limit. */
  readonly last: Mention | undefined;
  /** The mention that contains a token. */
  at(token: number): Mention | undefined;
  /** Mentions of a dimension, in order. */
  of<D extends Dimension>(dimension: D): readonly Mention<D>[];
}

/** Whether the value beginning at a token is joined by "or" (or "/") to a last value of one of the dimensions. */
export function joinedByOr(query: TaggedQuery, at: number, { last }: Context, ...dimensions: Dimension[]): boolean {
  if (last === undefined || !dimensions.includes(last.dimension)) return false;
  for (let i = last.to; i < at; i++) if (query.tag(i, "conj")?.value === "or") return true;
  return false;
}

/** A named rule. `read` is pure: it returns what begins at token `at`, or undefined. The mentions are adjacent and begin at `at`. */
export interface Rule {
  readonly name: string;
  readonly read: (query: TaggedQuery, at: number, before: Context) => Mention | readonly Mention[] | undefined;
}

/** Rules with the same priority; the longest match wins, and in a tie the first rule. */
export type Tier = readonly Rule[];

class Read implements Context {
  readonly mentions: Mention[] = [];
  readonly #byToken: Mention[] = [];
  #last: Mention | undefined;

  get last(): Mention | undefined {
    return this.#last;
  }

  at(token: number): Mention | undefined {
    return this.#byToken[token];
  }

  of<D extends Dimension>(dimension: D): readonly Mention<D>[] {
    return this.mentions.filter((one): one is Mention<D> => one.dimension === dimension);
  }

  add(one: Mention): void {
    this.mentions.push(one);
    for (let i = one.from; i < one.to; i++) this.#byToken[i] = one;
    if (isContent(one)) this.#last = one;
  }
}

/**
 * Reads a query from left to right. At each token, the tiers are tried in order; the first tier with a match consumes the
 * tokens of its longest match.
 */
export function read(query: TaggedQuery, tiers: readonly Tier[]): readonly Mention[] {
  const before = new Read();
  let at = 0;
  while (at < query.length) {
    const found = bestMatch(query, at, before, tiers);
    for (const one of found) before.add(one);
    at = Math.max(found.at(-1)?.to ?? 0, at + 1);
  }
  return before.mentions;
}

function bestMatch(query: TaggedQuery, at: number, before: Context, tiers: readonly Tier[]): readonly Mention[] {
  for (const tier of tiers) {
    let best: readonly Mention[] = [];
    for (const { name, read: rule } of tier) {
      const found = rule(query, at, before);
      if (found === undefined) continue;
      const list = "dimension" in found ? [found] : found;
      if ((list.at(-1)?.to ?? 0) > (best.at(-1)?.to ?? at)) best = list.map((one) => ({ ...one, rule: name }));
    }
    if (best.length > 0) return best;
  }
  return [];
}
