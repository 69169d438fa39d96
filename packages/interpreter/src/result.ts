/** A range with inclusive ends; a missing end is open. */
export interface Range {
  min?: number;
  max?: number;
}

export type AreaRange = Range & { unit: "sqft" | "sqm" };
export type PriceRange = Range & { currency?: string; period?: "month" | "week" | "year" };
export type Status = "active" | "pending" | "inactive" | "sold" | "rented";
export type ListingType = "sale" | "rent";

/** The filters of POST /properties/search that plain language can express. */
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

/** A place that results must be near. The caller determines its coordinates from the listings. */
export interface NearPlace {
  place: {
    name: string;
    level: PlaceLevel;
    /** City and region of the place, if the query contains them ("near Portland, Maine"). */
    city?: string;
    region?: string;
    /** Regions with a place of this name, if there are several and the query contains none. */
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

/** Part of the query and its meaning. Offsets are UTF-16 code units; `text` is `query.slice(start, end)`. */
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

/** Requirements that contradict each other or that filters cannot express: what is used and what is not. */
export interface Conflict {
  kind: "contradiction" | "ambiguity" | "inexpressible";
  field: string;
  kept: string | null;
  dropped: string | null;
  message: string;
}

/** The result for clients. It has the structure of a search request, so that clients can edit it and send it back. */
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

/** An interpretation whose `near` the caller must convert to `geo`, with terms that may raise a listing in the ranking. */
export interface InterpretedQuery extends Interpretation {
  near?: NearPlace;
  /** Unresolved words that raise listings containing them. Never contains wording about protected classes or unwanted things. */
  mentions: string[];
}
