import { plainFeature } from "../lexicon/feature-names.ts";
import { is, type Mention } from "../model.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { heldFeature } from "../lexicon/vocabulary.ts";
import { asPhrase } from "./mentions.ts";

/** The area in a search for land is the lot area. */
export function areaOfLand(_: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  const types = mentions.filter((one) => is(one, "propertyType") && one.polarity === "wanted");
  const land =
    types.length > 0 && types.every((one) => is(one, "propertyType") && /^(?:land|farm)$/.test(one.value.name));
  if (!land || mentions.some((one) => is(one, "lotArea"))) return mentions;
  return mentions.map((one) => (is(one, "area") ? { ...one, dimension: "lotArea" as const } : one));
}

/** A home for sale that is let has a tenant; a home to rent that is let has found its tenant. */
export function letHomes(query: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  const sale = mentions.some((one) => is(one, "listingType") && one.value === "sale");
  if (!sale && !query.tokens.some((_, i) => query.has(i, "investment"))) return mentions;
  const name = heldFeature(query.vocabulary, "tenanted");
  return mentions.map((one) =>
    is(one, "status") && one.value === "rented" ? { ...one, dimension: "feature" as const, value: { name } } : one,
  );
}

const EXCLUSIVE: readonly (readonly string[])[] = [
  ["furnished", "unfurnished", "part_furnished"],
  ["freehold", "leasehold"],
];

/** "furnished and unfurnished flats": no home is both, so neither is required. */
export function exclusiveFeatures(query: TaggedQuery, mentions: readonly Mention[]): readonly Mention[] {
  for (const names of EXCLUSIVE) {
    const held = mentions.filter(
      (one) => is(one, "feature") && one.polarity === "wanted" && names.includes(plainFeature(one.value.name)),
    );
    const different = new Set(held.map((one) => (is(one, "feature") ? one.value.name : "")));
    if (different.size < 2) continue;
    const texts = held.map((one) => query.slice(one.from, one.to)).join(" / ");
    const detail = `no listing is both; neither is filtered by: ${texts}`;
    return mentions.map((one) => {
      if (!held.includes(one)) return one;
      return {
        ...asPhrase([one], { about: true }),
        ...(one === held[0] ? { conflict: { field: "features", detail } } : {}),
      };
    });
  }
  return mentions;
}
