import type { Tables } from "../language.ts";

export const sorting: Tables = {
  sort: {
    "price:asc": [
      "cheapest", "least expensive", "lowest price", "lowest priced", "lowest prices", "lowest cost",
      "price low to high", "price ascending", "low to high", "most affordable", "price asc", "lowest rent",
      "cheap to expensive", "price from low to high", "price lowest first", "cheapest price", "best price",
      "best priced", "lowest to highest", "price (low to high)",
    ],
    "price:desc": [
      "most expensive", "priciest", "highest price", "highest priced", "highest prices", "price high to low",
      "price descending", "high to low", "price desc", "dearest", "costliest", "price highest first",
      "highest to lowest", "most costly",
    ],
    "publishedAt:desc": [
      "newest", "latest", "most recent", "recently listed", "newly listed", "most recently listed", "recent",
      "just listed", "recently added", "newest listings", "latest listings", "new listings", "most recent listings",
      "recent listings", "newly added", "most recently added", "freshest", "new to market", "new on the market",
    ],
    "publishedAt:asc": ["oldest listings", "longest on the market", "oldest listing", "longest listed"],
    "area:desc": [
      "biggest", "largest", "most spacious", "roomiest", "most space", "largest area", "biggest area",
      "most square feet", "most square footage", "most living space", "size descending",
    ],
    "area:asc": ["smallest", "tiniest", "smallest area", "most compact", "size ascending"],
    "lotArea:desc": [
      "biggest plot", "biggest plots", "largest plot", "largest plots", "biggest lot", "biggest lots", "largest lot",
      "largest lots", "biggest land", "largest land", "biggest garden", "largest garden", "largest plots of land",
      "biggest plots of land", "biggest plot of land", "largest plot of land", "biggest yard", "largest yard",
      "most land",
    ],
    "lotArea:asc": ["smallest plot", "smallest plots", "smallest lot", "smallest lots"],
    "bedrooms:desc": ["most bedrooms", "most beds", "most rooms", "highest number of bedrooms"],
    "bedrooms:asc": ["fewest bedrooms", "fewest beds", "least bedrooms"],
    "yearBuilt:desc": [
      "newest built", "newest construction", "most recently built", "most modern", "newest buildings",
      "newest building", "most recent construction", "recently built",
    ],
    "yearBuilt:asc": ["oldest", "oldest built", "oldest buildings", "oldest building"],
    "pricePerArea:asc": [
      "best price per square metre", "best price per square meter", "best price per sqm", "best price per sq m",
      "best price per m²", "best price per square foot", "best price per sqft", "best price per sq ft",
      "lowest price per square metre", "lowest price per square meter", "lowest price per sqm", "lowest price per m²",
      "lowest price per square foot", "lowest price per sqft", "lowest price per sq ft", "cheapest per sqm",
      "cheapest per square metre", "cheapest per square meter", "cheapest per m²", "cheapest per sqft",
      "cheapest per square foot", "cheapest per sq ft", "best value per sqm", "best value per square metre",
      "best value per square meter", "best value per m²", "best value per square foot", "best value per sqft",
      "best value per sq ft", "price per square metre", "price per square meter", "price per sqm", "price per m²",
      "price per square foot", "price per sqft", "price per sq ft", "best value for size",
    ],
    "pricePerArea:desc": [
      "highest price per square metre", "highest price per square meter", "highest price per sqm",
      "highest price per m²", "highest price per square foot", "highest price per sqft", "most expensive per sqm",
      "most expensive per square metre", "most expensive per square foot",
    ],
    "distance:asc": ["closest first", "nearest first", "closest", "by distance", "distance ascending"],
    "updatedAt:desc": ["recently updated", "last updated", "most recently updated", "latest updates"],
    "relevance:desc": ["most relevant", "best match", "best matches"],
  },
  sortBy: [
    "sort by", "sorted by", "order by", "ordered by", "sort", "ranked by", "rank by", "sort on", "sort them by",
    "sorting by", "arrange by", "arranged by", "sort results by", "order them by", "ordered", "sorted",
  ],
  sortField: {
    price: ["price", "cost", "rent"],
    publishedAt: [
      "date", "newness", "recency", "date listed", "listing date", "date added", "publication date", "most recent",
    ],
    area: ["size", "area", "floor area", "square footage", "living area", "square feet"],
    lotArea: ["lot size", "plot size", "land size", "lot area", "land area"],
    bedrooms: ["bedrooms", "beds", "number of bedrooms"],
    yearBuilt: ["year", "year built", "age", "construction year", "build year"],
    pricePerArea: [
      "price per square metre", "price per square meter", "price per sqm", "price per m²", "price per square foot",
      "price per sqft", "price per sq ft",
    ],
    distance: ["distance", "proximity", "closeness"],
    updatedAt: ["last update", "update", "updated", "last updated"],
    relevance: ["relevance", "relevancy", "best match"],
  },
  order: {
    asc: [
      "ascending", "asc", "low to high", "lowest first", "cheapest first", "lowest to highest", "from low to high",
      "up", "smallest first", "oldest first", "(low to high)", "nearest first", "closest first",
    ],
    desc: [
      "descending", "desc", "high to low", "highest first", "most expensive first", "highest to lowest",
      "from high to low", "down", "largest first", "biggest first", "newest first", "latest first",
    ],
  },
  limit: ["top", "first", "limit", "limit to", "limited to", "maximum of results", "up to results", "best"],
  result: ["results", "listings", "properties", "hits", "options", "matches", "ones", "entries", "offers", "places"],
};
