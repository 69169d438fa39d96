import { mention, type Mention } from "../model.ts";
import { joinedByOr, type Rule } from "../read.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { preferred } from "./place-level.ts";
import { correctionOf, isUpper, negationBefore, placeAt, stateAt } from "./place-name.ts";

/** "Leeds", "Richmond VA", "in VA": a place, with the state after it. */
export const place: Rule = {
  name: "place",
  read: (query, at, before) => {
    const found = placeAt(query, at, false, before);
    if (!found) return query.tagBefore(at, "in") && isUpper(query, at) ? stateMention(query, at) : undefined;
    const value = { place: found.place, entry: preferred(found.place) };
    // "not in Richmond VA" excludes the city and says nothing about the state.
    const end = negationBefore(at, before) ? (stateAt(query, found.end)?.end ?? found.end) : found.end;
    const named = mention("place", at, end, value, {
      ...(joinedByOr(query, at, before, "place") ? { alternative: true } : {}),
      ...correctionOf(query, at, found),
    });
    return [named, ...stateMention(query, end, true)];
  },
};

function stateMention(query: TaggedQuery, i: number, containsPrevious = false): readonly Mention[] {
  const state = stateAt(query, i);
  if (!state) return [];
  const { end, ...value } = state;
  const comma = end - 1 > i ? [mention("separator", i, end - 1, query.slice(i, end - 1))] : [];
  return [...comma, mention("place", end - 1, end, { ...value, containsPrevious })];
}
