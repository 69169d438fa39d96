/** A range with both ends included; a missing end is open. */
export interface Range {
  min?: number;
  max?: number;
}

export type AreaRange = Range & { unit: "sqft" | "sqm" };
export type PriceRange = Range & { currency?: string; period?: "month" | "week" | "year" };
export type Status = "active" | "pending" | "inactive" | "sold" | "rented";
export type ListingType = "sale" | "rent";

/** The filters of POST /properties/search that plain language can ask for. */
export interface Filters {
  status?: Status[];
  listingType?: ListingType;
  propertyTypes?: string[];
  excludePropertyTypes?: string[];
  propertyCategories?: string[];
  price?: PriceRange;
  bedrooms?: Range;
  bathrooms?: Range;
  area?: AreaRange;
  lotArea?: AreaRange;
  yearBuilt?: Range;
  floor?: Range;
  features?: string[];
  excludeFeatures?: string[];
  cities?: string[];
  communities?: string[];
  regions?: string[];
  postalCodes?: string[];
  excludeCities?: string[];
  excludeCommunities?: string[];
  excludeRegions?: string[];
  publishedAfter?: string;
  publishedBefore?: string;
  updatedAfter?: string;
}

export type PlaceLevel = "city" | "community" | "region" | "postalCode";
export type DistanceUnit = "km" | "m" | "mi";

export interface Geo {
  radius: { lat: number; lon: number; distance: number; unit: DistanceUnit };
}

/** A wish to be near a named place; where the place is, only the listings know. */
export interface NearPlace {
  place: {
    name: string;
    level: PlaceLevel;
    /** The city and the region that were named with it ("near Portland, Maine"). */
    city?: string;
    region?: string;
    /** The regions that have a place of this name, where several have and none was named. */
    among?: string[];
  };
  distance: number;
  unit: DistanceUnit;
}

export interface Sort {
  field:
    | "relevance"
    | "publishedAt"
    | "updatedAt"
    | "price"
    | "bedrooms"
    | "area"
    | "lotArea"
    | "yearBuilt"
    | "pricePerArea"
    | "distance";
  order: "asc" | "desc";
}

/** Part of the query and what it became. Offsets are UTF-16 code units; `text` is `query.slice(start, end)`. */
export interface Span {
  start: number;
  end: number;
  text: string;
  field: string;
}

export interface Correction {
  from: string;
  to: string;
}

/** Wishes that do not go together, or cannot be said in filters: what was kept and what was not. */
export interface Conflict {
  kind: "contradiction" | "ambiguity" | "inexpressible";
  field: string;
  kept: string | null;
  dropped: string | null;
  message: string;
}

/** What a client is told; made of the shapes of the search request, so that it can be edited and sent back. */
export interface Interpretation {
  filters: Filters;
  geo?: Geo;
  /** Quoted phrases only. */
  text?: string;
  sort?: Sort[];
  limit?: number;
  spans: Span[];
  corrections: Correction[];
  unresolved: string[];
  conflicts: Conflict[];
  summary: string;
}

/** What the interpreter knows: an interpretation whose `near` still has to become `geo`, and what may raise a listing in ranking. */
export interface InterpretedQuery extends Interpretation {
  near?: NearPlace;
  /** Unresolved words which may raise what mentions them; never wording about protected classes, never something that is not wanted. */
  mentions: string[];
}
