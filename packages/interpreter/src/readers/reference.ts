import { unresolved } from "../model.ts";
import type { Rule } from "../read.ts";

/** "rif. 10543", "ref: AB-123": the reference number of a listing, which is no price. */
export const reference: Rule = {
  name: "reference",
  read(query, at) {
    const label = query.endOf(at, "reference");
    if (label === 0) return undefined;
    let number = label;
    while (/^[.:#]$/.test(query.norm(number))) number++;
    let end = number + 1;
    while (query.token(end)?.glued && !/^[,.;!?]$/.test(query.norm(end))) end++;
    if (!/\d/.test(query.slice(number, end))) return undefined;
    return unresolved(at, end, { about: true });
  },
};
