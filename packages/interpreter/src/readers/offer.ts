import { type ListingType, mention, type Status, unknown } from "../model.ts";
import type { Rule } from "../read.ts";

/** The status of listings: "sold", "under offer". */
export const status: Rule = {
  name: "status",
  read(query, at) {
    const tag = query.tag(at, "status");
    if (!tag) return undefined;
    const { raw, norm } = query.tokens[at] ?? { raw: "", norm: "" };
    // "loue appartement": at the beginning and without its accent, the verb of somebody who lets a home.
    if (at === 0 && query.isWord(0, "lettingVerb") && raw.toLowerCase() === norm) return unknown(at, tag.end);
    const adverb = query.isWord(at, "statusAdverb") && tag.end > at + 1;
    return mention("status", at, tag.end, tag.value as Status, adverb ? { alsoUnresolved: [[at, at + 1]] } : {});
  },
};

/** "for sale", "to rent". */
export const listingType: Rule = {
  name: "listing-type",
  read(query, at, before) {
    const tag = query.tag(at, "listing");
    if (!tag) return undefined;
    // "leasehold with a lease of 100 years": of a home for sale.
    const sold = before.of("listingType").some(({ value }) => value === "sale");
    const leasehold = before.of("feature").some(({ value }) => value.name === "leasehold");
    if (tag.end === at + 1 && query.isWord(at, "lease") && (sold || leasehold)) return unknown(at, tag.end);
    return mention("listingType", at, tag.end, tag.value as ListingType);
  },
};

/** A category as the listings have it: "commercial". */
export const propertyCategory: Rule = {
  name: "property-category",
  read(query, at) {
    const tag = query.tag(at, "category");
    if (!tag) return undefined;
    const stored = query.vocabulary.categories.get(tag.value);
    if (stored === undefined) return unknown(at, tag.end, { about: true });
    return mention("propertyCategory", at, tag.end, { name: stored });
  },
};
