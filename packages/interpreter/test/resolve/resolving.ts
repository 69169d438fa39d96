import type { Mention } from "../../src/model.ts";
import { mentionsOf } from "../../src/interpret.ts";
import type { TaggedQuery } from "../../src/text/tagged-query.ts";
import { frozen } from "../frozen.ts";
import { tagged } from "../readers/reading.ts";

/** A query and its mentions after all scope passes, frozen. */
export function mentioned(text: string): [query: TaggedQuery, mentions: readonly Mention[]] {
  const query = tagged(text);
  return [query, frozen(mentionsOf(query))];
}
