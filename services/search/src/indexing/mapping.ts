import { documentSchema } from "./document.ts";

export interface IndexShape {
  shards: number;
  /** A number, or a range such as `0-1` (`auto_expand_replicas`). */
  replicas: string;
}

const keyword = { type: "keyword" } as const;
const number = { type: "double" } as const;
const date = { type: "date" } as const;
const words = { type: "text", analyzer: "words", store: true } as const;
/** Stored for responses, not indexed. */
const storedOnly = { type: "object", enabled: false } as const;

/**
 * Settings and mapping of an index of listings. It uses only features of Elasticsearch's published server modules.
 * Automatic refreshes are off: the indexer refreshes, so that it knows which versions searches include.
 */
export const indexDefinition = ({ shards, replicas }: IndexShape): object => ({
  settings: {
    number_of_shards: shards,
    ...(replicas.includes("-") ? { auto_expand_replicas: replicas } : { number_of_replicas: Number(replicas) }),
    refresh_interval: "-1",
    // Acknowledged writes are on disk.
    "translog.durability": "request",
    // Highlight individual words: matching whole clauses costs several times as much per hit and field.
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
      property: storedOnly,
      ads: storedOnly,
    },
  },
});

/** Settings and mapping of the index with the records of listings that could not be indexed. */
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

/** Settings and mapping of the index with the leases of periodic jobs. */
export const leaseDefinition: object = {
  settings: { number_of_shards: 1, auto_expand_replicas: "0-1" },
  mappings: { dynamic: false, properties: { holder: keyword, at: date } },
};
