import { is, unresolved } from "../model.ts";
import type { Context, Rule } from "../read.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { preferred } from "./place-level.ts";
import { placeAt, surroundingsAt } from "./place-name.ts";

/** Maximum number of words between the words for living or leaving and the place: "selling my flat in York". */
const WORDS_MAX = 8;

/** "moving from London", "we live in Bath", "selling my flat in York": where the user lives now is no search criterion. */
export const move: Rule = {
  name: "move",
  read: (query, at, before) => {
    const start = query.tag(at, "leaving")?.end ?? originEnd(query, at, before);
    if (start === 0) return undefined;
    for (let i = start; i < start + WORDS_MAX; i++) {
      const found = placeAt(query, i, query.tagBefore(i, "in") !== undefined, before);
      if (found) {
        const { end } = surroundingsAt(query, found.end, preferred(found.place), before);
        return unresolved(at, end, { polarity: "unwanted", about: true });
      }
      if (query.token(i)?.kind === "symbol" || query.has(i, "conj", "op") || query.isWord(i, "route", "to"))
        return undefined;
    }
    return undefined;
  },
};

/** "relocating to Austin from Denver", "relocating with my wife from Mumbai to Leeds": the end of "from", 0 if it is no origin. */
function originEnd(query: TaggedQuery, at: number, before: Context): number {
  if (!query.isWord(at, "route", "from")) return 0;
  const origin = placeAt(query, at + 1, true, before);
  const onward =
    origin && query.isWord(origin.end, "route", "to") && placeAt(query, origin.end + 1, true, before) !== undefined;
  const afterPlace = is(before.last, "place") && before.last.to === at;
  if (!onward && !afterPlace) return 0;
  return query.tokens.some((_, i) => i < at && query.isWord(i, "moving")) ? at + 1 : 0;
}
