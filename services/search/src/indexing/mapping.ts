import { documentSchema } from "./document.ts";

export interface IndexShape {
  shards: number;
  /** A number, or a span like `0-1`. */
  replicas: string;
}

const keyword = { type: "keyword" } as const;
const number = { type: "double" } as const;
const date = { type: "date" } as const;
const words = { type: "text", analyzer: "words", store: true } as const;
/** Kept for answers, never looked into. */
const kept = { type: "object", enabled: false } as const;

/**
 * Settings and mapping of an index of listings; nothing in it needs more than the published server modules. Searches
 * see what the indexer refreshed, so that it knows what they see.
 */
export const indexDefinition = ({ shards, replicas }: IndexShape): object => ({
  settings: {
    number_of_shards: shards,
    ...(replicas.includes("-") ? { auto_expand_replicas: replicas } : { number_of_replicas: Number(replicas) }),
    refresh_interval: "-1",
    // What was acknowledged is on disk.
    "translog.durability": "request",
    // Words are marked one by one; to look at whole clauses costs several times as much, a hit and field each.
    "highlight.weight_matches_mode.enabled": false,
    analysis: {
      analyzer: {
        words: { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding", "porter_stem"] },
      },
    },
  },
  mappings: {
    dynamic: "strict",
    _meta: { schema: documentSchema },
    _source: { includes: ["id", "version", "deleted", "changedAt", "property", "ads"] },
    properties: {
      id: keyword,
      version: { type: "long" },
      deleted: { type: "boolean" },
      changedAt: date,
      organizationId: keyword,
      agentId: keyword,
      status: keyword,
      listingType: keyword,
      propertyType: keyword,
      typeGroup: keyword,
      propertyCategory: keyword,
      categoryFolded: keyword,
      city: keyword,
      cityFolded: keyword,
      community: keyword,
      communityFolded: keyword,
      region: keyword,
      regionFolded: keyword,
      postalCode: keyword,
      postalCodeFolded: keyword,
      price: number,
      yearlyPrice: number,
      currency: keyword,
      bedrooms: number,
      bathrooms: number,
      area: number,
      lotArea: number,
      pricePerArea: number,
      yearBuilt: { type: "integer" },
      floor: { type: "integer" },
      features: keyword,
      featureKeys: keyword,
      location: { type: "geo_point" },
      publishedAt: date,
      updatedAt: date,
      text: { properties: { title: words, description: words, features: words, address: words } },
      property: kept,
      ads: kept,
    },
  },
});

/** Where failures to index are recorded. */
export const failuresDefinition: object = {
  settings: { number_of_shards: 1, auto_expand_replicas: "0-1" },
  mappings: {
    dynamic: "strict",
    properties: {
      id: keyword,
      version: { type: "long" },
      reason: { type: "text", index: false },
      attempts: { type: "integer" },
      at: date,
    },
  },
};

/** Where the instances of this service write down who is at what. */
export const leaseDefinition: object = {
  settings: { number_of_shards: 1, auto_expand_replicas: "0-1" },
  mappings: { dynamic: false, properties: { holder: keyword, at: date } },
};
