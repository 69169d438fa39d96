import type { Interpretation } from "@plat/contracts";
import type { Conflict, Filters, Mention, NearPlace } from "../model.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";

/** What the mentions of one or more dimensions contribute to the result. */
export interface Contribution {
  readonly filters?: Filters;
  readonly geo?: Interpretation["geo"];
  readonly near?: NearPlace;
  readonly sort?: Interpretation["sort"];
  readonly limit?: number;
  readonly text?: string;
  readonly conflicts?: readonly Conflict[];
  /** Mentions that could not be used. Their words are reported as unresolved. */
  readonly rejected?: readonly Mention[];
  /** Sentences for the summary about how something was read. */
  readonly notes?: readonly string[];
}

/** Combines the mentions of its dimensions, in the order of the query. Pure. */
export type Reducer = (query: TaggedQuery, mentions: readonly Mention[]) => Contribution;
