import type { Mention } from "../model.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { markAlternatives, markBranches, newBuildOrAge, widenTypeOrBedrooms } from "./alternatives.ts";
import { areaOfLand, exclusiveFeatures, letHomes } from "./consistency.ts";
import { applyNegation } from "./negation.ts";
import { applyPreference } from "./preference.ts";

/** Changes mentions by the words around them. Pure: returns new mentions. */
export type ScopePass = (query: TaggedQuery, mentions: readonly Mention[]) => readonly Mention[];

/** In this order: a later pass sees what the earlier ones decided. */
export const SCOPE_PASSES: readonly ScopePass[] = [
  applyNegation,
  applyPreference,
  newBuildOrAge,
  markAlternatives,
  markBranches,
  widenTypeOrBedrooms,
  areaOfLand,
  letHomes,
  exclusiveFeatures,
];
