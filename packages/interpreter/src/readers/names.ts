import { memoizeByToken } from "../text/memoize.ts";
import { heldFeature } from "../lexicon/vocabulary.ts";
import type { Tag, TaggedQuery } from "../text/tagged-query.ts";

/** A property type at a token: a stored name or a word of the tables; the longer one, and in a tie the stored name. */
export const typeAt = memoizeByToken((query, i): Tag | undefined => {
  const known = query.tag(i, "type");
  const stored = query.name(query.vocabulary.types, i);
  return stored && (!known || stored.end >= known.end) ? stored : known;
});

/** A feature at a token, by its name in filters: the longest of a word of the tables, a stored name and a view. */
export const featureAt = memoizeByToken((query, i): Tag | undefined => {
  const known = query.tag(i, "feature");
  const stored = query.name(query.vocabulary.features, i);
  const view = viewAt(query, i);
  let best = known && { end: known.end, value: heldFeature(query.vocabulary, known.value) };
  if (stored && stored.end > (best?.end ?? 0)) best = stored;
  if (view && view.end > (best?.end ?? 0)) best = view;
  return best;
});

/** "burj khalifa view": a view of something that views are sold of. */
export function viewAt(query: TaggedQuery, i: number): Tag | undefined {
  for (const seen of query.tags(i, "viewOf")) {
    const view = query.tag(seen.end, "viewWord");
    if (view) return { end: view.end, value: viewName(query, i, seen.end) };
  }
  return undefined;
}

/** The feature's name of a view: "mountains" → `mountain_view`. */
export function viewName(query: TaggedQuery, from: number, to: number): string {
  const words = query.tokens.slice(from, to).map((token) => token.norm);
  const seen = query.tag(to - 1, "viewSubject");
  if (seen?.end === to) words[words.length - 1] = seen.value;
  return heldFeature(query.vocabulary, `${words.join("_")}_view`);
}
