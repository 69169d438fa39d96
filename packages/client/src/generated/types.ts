// Generated from packages/contracts by `npm run build-client`. Do not edit.

export interface Ad {
  id: string;
  propertyId: string;
  status: "active" | "paused" | "ended";
  headline: string;
  body: string | null;
  imageUrl: string | null;
  targetUrl: string | null;
  platform: string | null;
  startsAt: string | null;
  endsAt: string | null;
  createdAt: string;
}

export interface AdCreate {
  status?: "active" | "paused" | "ended" | undefined;
  headline: string;
  body?: string | null | undefined;
  imageUrl?: string | null | undefined;
  targetUrl?: string | null | undefined;
  platform?: string | null | undefined;
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
}

export interface AdPatch {
  status?: "active" | "paused" | "ended" | undefined;
  headline?: string | undefined;
  body?: string | null | undefined;
  imageUrl?: string | null | undefined;
  targetUrl?: string | null | undefined;
  platform?: string | null | undefined;
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
}

export interface Address {
  street: string | null;
  unit: string | null;
  city: string | null;
  community: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

export interface Agent {
  id: string;
  organizationId: string;
  name: string;
  email: string | null;
  phone: string | null;
  photoUrl: string | null;
  licenseNumber: string | null;
  languages: string[];
  activeListings: number;
  createdAt: string;
  updatedAt: string;
  version: number;
}

export interface AgentCreate {
  name: string;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  photoUrl?: string | null | undefined;
  licenseNumber?: string | null | undefined;
  languages?: string[] | undefined;
}

export interface AgentPatch {
  name?: string | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  photoUrl?: string | null | undefined;
  licenseNumber?: string | null | undefined;
  languages?: string[] | null | undefined;
}

export interface Aggregations {
  /** Number of listings per place: the total and per property type. */
  byCity: Record<string, {
    total: number;
    byType: Record<string, number>;
  }>;
  /** Number of listings per place: the total and per property type. */
  byRegion: Record<string, {
    total: number;
    byType: Record<string, number>;
  }>;
  /** Number of listings per name. */
  byPropertyType: Record<string, number>;
  /** Number of listings per name. */
  byPropertyCategory: Record<string, number>;
  availableCities: string[];
  availableRegions: string[];
  availablePropertyTypes: string[];
  availablePropertyCategories: string[];
  totalProperties: number;
  truncated?: {
    cities?: true | undefined;
    regions?: true | undefined;
  } | undefined;
}

export interface ApiKey {
  id: string;
  name: string;
  status: "active" | "revoked" | "expired";
  hint: string;
  scopes: ("read" | "write")[];
  createdAt: string;
  createdBy: string | null;
  lastUsedAt: string | null;
  /** Number of requests that authenticated with the key, including rejected ones. */
  usageCount: number;
  expiresAt: string | null;
  revokedAt: string | null;
}

export interface ApiKeyCreate {
  name: string;
  /** Lifetime in days; fractions are allowed. Without it, the key does not expire. */
  expiresInDays?: number | null | undefined;
  scopes?: ("read" | "write")[] | undefined;
}

export interface ApiKeyCreated {
  id: string;
  name: string;
  /** The full API key. This response is the only one that contains it. */
  key: string;
  status: "active";
  scopes: ("read" | "write")[];
  /** Prefix and last four characters, to identify the key. */
  hint: string;
  createdAt: string;
  expiresAt: string | null;
}

export interface ApiKeyRotate {
  /** Hours during which both keys are valid; fractions are allowed. `0` revokes the old key immediately. */
  graceHours?: number | undefined;
}

export interface ApiKeyUsage {
  keyId: string;
  total: number;
  data: {
    /** Day in UTC. */
    date: string;
    total: number;
    endpoints: {
      endpoint: string;
      statusClass: string;
      count: number;
    }[];
  }[];
}

export interface Branding {
  displayName: string | null;
  logoUrl: string | null;
  primaryColor: string | null;
  website: string | null;
  phone: string | null;
}

export interface ChangeEvent {
  id: string;
  sequence: number;
  type: "property.created" | "property.updated" | "property.status_changed" | "property.price_changed" | "property.deleted" | "agent.created" | "agent.updated" | "agent.deleted" | "ad.created" | "ad.updated" | "ad.deleted";
  at: string;
  subject: {
    kind: "property" | "agent" | "ad";
    id: string;
  };
  changes: {
    field: string;
    from: unknown;
    to: unknown;
  }[];
}

export interface FieldError {
  in: "body" | "query" | "path" | "header";
  /** JSON Pointer to the invalid value in the body (RFC 6901). */
  pointer?: string | undefined;
  /** Name of the query parameter, path parameter or header. */
  name?: string | undefined;
  detail: string;
}

export type GeoFilter = {
  radius: {
    lat: number;
    lon: number;
    distance: number;
    unit?: "km" | "m" | "mi" | undefined;
  };
} | {
  bbox: [number, number, number, number];
} | {
  polygon: {
    type: "Polygon";
    coordinates: [number, number, ...number[]][][];
    bbox?: number[] | undefined;
  };
};

export interface Interpretation {
  filters: {
    /** Statuses to include. Listings with a status other than `active` are returned only from the caller's own organization. */
    status?: ("active" | "pending" | "inactive" | "sold" | "rented")[] | undefined;
    /** Default: both. */
    listingType?: "sale" | "rent" | undefined;
    propertyTypes?: string[] | undefined;
    excludePropertyTypes?: string[] | undefined;
    propertyCategories?: string[] | undefined;
    price?: {
      min?: number | undefined;
      max?: number | undefined;
      currency?: string | undefined;
      period?: "month" | "week" | "year" | undefined;
    } | undefined;
    bedrooms?: {
      min?: number | undefined;
      max?: number | undefined;
    } | undefined;
    bathrooms?: {
      min?: number | undefined;
      max?: number | undefined;
    } | undefined;
    area?: {
      min?: number | undefined;
      max?: number | undefined;
      unit: "sqft" | "sqm";
    } | undefined;
    lotArea?: {
      min?: number | undefined;
      max?: number | undefined;
      unit: "sqft" | "sqm";
    } | undefined;
    yearBuilt?: {
      min?: number | undefined;
      max?: number | undefined;
    } | undefined;
    floor?: {
      min?: number | undefined;
      max?: number | undefined;
    } | undefined;
    /** All of them are required. */
    features?: string[] | undefined;
    /** Groups of alternatives: at least one feature of each group is required. */
    anyFeatures?: string[][] | undefined;
    excludeFeatures?: string[] | undefined;
    cities?: string[] | undefined;
    communities?: string[] | undefined;
    regions?: string[] | undefined;
    postalCodes?: string[] | undefined;
    excludeCities?: string[] | undefined;
    excludeCommunities?: string[] | undefined;
    excludeRegions?: string[] | undefined;
    agentId?: string | undefined;
    publishedAfter?: string | undefined;
    publishedBefore?: string | undefined;
    updatedAfter?: string | undefined;
  };
  geo?: {
    radius: {
      lat: number;
      lon: number;
      distance: number;
      unit: "km" | "m" | "mi";
    };
  } | {
    bbox: [number, number, number, number];
  } | {
    polygon: {
      type: "Polygon";
      coordinates: [number, number, ...number[]][][];
      bbox?: number[] | undefined;
    };
  } | undefined;
  /** The place that `geo.radius` was derived from: the community of that name, otherwise the part of the place with the most active listings. */
  centre?: {
    name: string;
    kind: "city" | "community" | "region" | "postalCode";
    lat: number;
    lon: number;
  } | undefined;
  text?: string | undefined;
  sort?: {
    field: "relevance" | "publishedAt" | "updatedAt" | "price" | "bedrooms" | "area" | "lotArea" | "yearBuilt" | "pricePerArea" | "distance";
    /** Default: `desc` for `relevance`, `publishedAt` and `updatedAt`, otherwise `asc`. */
    order?: "asc" | "desc" | undefined;
  }[] | undefined;
  limit?: number | undefined;
  spans: {
    start: number;
    end: number;
    text: string;
    field: string;
    /** Name of the rule that read the words. */
    rule: string;
  }[];
  corrections: {
    from: string;
    to: string;
  }[];
  unresolved: string[];
  conflicts: {
    field: string;
    detail: string;
  }[];
  summary: string;
  /** `question`: the query asks for a number, such as an average price, which facets or `GET /properties/aggregations` can answer. */
  intent?: "search" | "question" | undefined;
}

export interface Medium {
  url: string;
  kind: "image" | "video" | "floorplan";
  caption: string | null;
}

export interface Organization {
  id: string;
  name: string;
  branding: Branding;
  defaultCurrency: string | null;
  createdAt: string;
  version: number;
}

export interface OrganizationName {
  id: string;
  name: string;
}

export interface OrganizationPatch {
  name?: string | undefined;
  branding?: {
    displayName?: string | null | undefined;
    logoUrl?: string | null | undefined;
    primaryColor?: string | null | undefined;
    website?: string | null | undefined;
    phone?: string | null | undefined;
  } | null | undefined;
  defaultCurrency?: string | null | undefined;
}

export interface PasswordChange {
  current: string;
  next: string;
}

export interface PreviousInterpretation {
  filters: SearchFilters;
  geo?: GeoFilter | undefined;
  /** The place that `geo.radius` was derived from: the community of that name, otherwise the part of the place with the most active listings. */
  centre?: {
    name: string;
    kind: "city" | "community" | "region" | "postalCode";
    lat: number;
    lon: number;
  } | undefined;
  text?: string | undefined;
  sort?: {
    field: "relevance" | "publishedAt" | "updatedAt" | "price" | "bedrooms" | "area" | "lotArea" | "yearBuilt" | "pricePerArea" | "distance";
    /** Default: `desc` for `relevance`, `publishedAt` and `updatedAt`, otherwise `asc`. */
    order?: "asc" | "desc" | undefined;
  }[] | undefined;
  limit?: number | undefined;
  spans: {
    start: number;
    end: number;
    text: string;
    field: string;
    rule?: string | undefined;
  }[];
  corrections: {
    from: string;
    to: string;
  }[];
  unresolved: string[];
  conflicts: {
    field: string;
    detail: string;
  }[];
  summary: string;
  /** `question`: the query asks for a number, such as an average price, which facets or `GET /properties/aggregations` can answer. */
  intent?: "search" | "question" | undefined;
}

/** Problem details of an error (RFC 9457). */
export interface Problem {
  /** `about:blank`, or a URI that identifies the type of problem. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Path of the request, without the query string. */
  instance: string;
  /** Machine-readable error code. Codes are stable. */
  code: "validation_failed" | "ambiguous_credentials" | "missing_credentials" | "invalid_api_key" | "invalid_session" | "invalid_sign_in" | "revoked_api_key" | "expired_api_key" | "expired_session" | "api_key_not_allowed" | "insufficient_scope" | "sign_up_disabled" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "key_limit_reached" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "not_a_property_query" | "quota_exceeded" | "headers_too_large" | "internal" | "unavailable" | "timeout";
  requestId: string;
  /** With status 400: the invalid parts of the request. */
  errors?: FieldError[] | undefined;
  /** With status 429: the exceeded limits, either rate limit windows or `concurrent-searches`. */
  "violated-policies"?: string[] | undefined;
}

export interface Property {
  id: string;
  organizationId: string;
  agentId: string | null;
  /** Id of the listing in an external system. Unique within the organization. */
  externalId: string | null;
  title: string;
  description: string;
  /** Stored and returned exactly as given. */
  propertyType: string;
  /** Stored and returned exactly as given. */
  propertyCategory: string;
  listingType: "sale" | "rent";
  status: "active" | "pending" | "inactive" | "sold" | "rented";
  price: number | null;
  currency: string | null;
  /** Period that a rent covers. */
  pricePeriod: "month" | "week" | "year" | null;
  bedrooms: number | null;
  bathrooms: number | null;
  area: number | null;
  lotArea: number | null;
  /** Unit of `area` and `lotArea`. */
  areaUnit: "sqft" | "sqm";
  yearBuilt: number | null;
  floor: number | null;
  features: string[];
  address: Address;
  location: {
    lat: number;
    lon: number;
  } | null;
  media: Medium[];
  publishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  statusChangedAt: string;
  priceChangedAt: string;
  version: number;
}

export interface PropertyBatch {
  /** `create` creates every item. `upsert` updates the listing with the same `externalId`, or creates it. */
  mode: "create" | "upsert";
  items: unknown[];
}

export interface PropertyBatchResult {
  data: {
    index: number;
    status: number;
    id: string | null;
    code?: string | undefined;
    detail?: string | undefined;
    errors?: FieldError[] | undefined;
  }[];
}

export interface PropertyCounts {
  active: number;
  pending: number;
  inactive: number;
  sold: number;
  rented: number;
  total: number;
}

export interface PropertyCreate {
  agentId?: string | null | undefined;
  /** Id of the listing in an external system. Unique within the organization. */
  externalId?: string | null | undefined;
  title: string;
  description?: string | undefined;
  /** Stored and returned exactly as given. */
  propertyType: string;
  /** Stored and returned exactly as given. */
  propertyCategory: string;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  /** Default: the organization's `defaultCurrency`. */
  currency?: string | null | undefined;
  /** Period that a rent covers. */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Unit of `area` and `lotArea`. */
  areaUnit?: "sqft" | "sqm" | undefined;
  yearBuilt?: number | null | undefined;
  floor?: number | null | undefined;
  features?: string[] | undefined;
  address?: {
    street?: string | null | undefined;
    unit?: string | null | undefined;
    city?: string | null | undefined;
    community?: string | null | undefined;
    region?: string | null | undefined;
    postalCode?: string | null | undefined;
    country?: string | null | undefined;
  } | undefined;
  location?: {
    lat: number;
    lon: number;
  } | null | undefined;
  media?: {
    url: string;
    kind?: "image" | "video" | "floorplan" | undefined;
    caption?: string | null | undefined;
  }[] | undefined;
  /** Default: the time at which the listing first becomes active. May be in the past. */
  publishedAt?: string | null | undefined;
}

export interface PropertyFields {
  id?: string | undefined;
  organizationId?: string | undefined;
  agentId?: string | null | undefined;
  /** Id of the listing in an external system. Unique within the organization. */
  externalId?: string | null | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Stored and returned exactly as given. */
  propertyType?: string | undefined;
  /** Stored and returned exactly as given. */
  propertyCategory?: string | undefined;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
  /** Period that a rent covers. */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Unit of `area` and `lotArea`. */
  areaUnit?: "sqft" | "sqm" | undefined;
  yearBuilt?: number | null | undefined;
  floor?: number | null | undefined;
  features?: string[] | undefined;
  address?: {
    street?: string | null | undefined;
    unit?: string | null | undefined;
    city?: string | null | undefined;
    community?: string | null | undefined;
    region?: string | null | undefined;
    postalCode?: string | null | undefined;
    country?: string | null | undefined;
  } | undefined;
  location?: {
    lat?: number | undefined;
    lon?: number | undefined;
  } | null | undefined;
  media?: Medium[] | undefined;
  publishedAt?: string | null | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  statusChangedAt?: string | undefined;
  priceChangedAt?: string | undefined;
  version?: number | undefined;
}

export interface PropertyPatch {
  agentId?: string | null | undefined;
  /** Id of the listing in an external system. Unique within the organization. */
  externalId?: string | null | undefined;
  title?: string | undefined;
  description?: string | null | undefined;
  /** Stored and returned exactly as given. */
  propertyType?: string | undefined;
  /** Stored and returned exactly as given. */
  propertyCategory?: string | undefined;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
  /** Period that a rent covers. */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Unit of `area` and `lotArea`. */
  areaUnit?: "sqft" | "sqm" | undefined;
  yearBuilt?: number | null | undefined;
  floor?: number | null | undefined;
  features?: string[] | null | undefined;
  address?: {
    street?: string | null | undefined;
    unit?: string | null | undefined;
    city?: string | null | undefined;
    community?: string | null | undefined;
    region?: string | null | undefined;
    postalCode?: string | null | undefined;
    country?: string | null | undefined;
  } | null | undefined;
  location?: {
    lat?: number | undefined;
    lon?: number | undefined;
  } | null | undefined;
  media?: {
    url: string;
    kind?: "image" | "video" | "floorplan" | undefined;
    caption?: string | null | undefined;
  }[] | null | undefined;
  publishedAt?: string | null | undefined;
}

export interface SearchFilters {
  /** Statuses to include. Listings with a status other than `active` are returned only from the caller's own organization. */
  status?: ("active" | "pending" | "inactive" | "sold" | "rented")[] | undefined;
  /** Default: both. */
  listingType?: "sale" | "rent" | undefined;
  propertyTypes?: string[] | undefined;
  excludePropertyTypes?: string[] | undefined;
  propertyCategories?: string[] | undefined;
  price?: {
    min?: number | undefined;
    max?: number | undefined;
    currency?: string | undefined;
    period?: "month" | "week" | "year" | undefined;
  } | undefined;
  bedrooms?: {
    min?: number | undefined;
    max?: number | undefined;
  } | undefined;
  bathrooms?: {
    min?: number | undefined;
    max?: number | undefined;
  } | undefined;
  area?: {
    min?: number | undefined;
    max?: number | undefined;
    unit?: "sqft" | "sqm" | undefined;
  } | undefined;
  lotArea?: {
    min?: number | undefined;
    max?: number | undefined;
    unit?: "sqft" | "sqm" | undefined;
  } | undefined;
  yearBuilt?: {
    min?: number | undefined;
    max?: number | undefined;
  } | undefined;
  floor?: {
    min?: number | undefined;
    max?: number | undefined;
  } | undefined;
  /** All of them are required. */
  features?: string[] | undefined;
  /** Groups of alternatives: at least one feature of each group is required. */
  anyFeatures?: string[][] | undefined;
  excludeFeatures?: string[] | undefined;
  cities?: string[] | undefined;
  communities?: string[] | undefined;
  regions?: string[] | undefined;
  postalCodes?: string[] | undefined;
  excludeCities?: string[] | undefined;
  excludeCommunities?: string[] | undefined;
  excludeRegions?: string[] | undefined;
  agentId?: string | undefined;
  publishedAfter?: string | undefined;
  publishedBefore?: string | undefined;
  updatedAfter?: string | undefined;
}

export interface SearchHit {
  id?: string | undefined;
  organizationId?: string | undefined;
  agentId?: string | null | undefined;
  /** Id of the listing in an external system. Unique within the organization. */
  externalId?: string | null | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Stored and returned exactly as given. */
  propertyType?: string | undefined;
  /** Stored and returned exactly as given. */
  propertyCategory?: string | undefined;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
  /** Period that a rent covers. */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Unit of `area` and `lotArea`. */
  areaUnit?: "sqft" | "sqm" | undefined;
  yearBuilt?: number | null | undefined;
  floor?: number | null | undefined;
  features?: string[] | undefined;
  address?: {
    street?: string | null | undefined;
    unit?: string | null | undefined;
    city?: string | null | undefined;
    community?: string | null | undefined;
    region?: string | null | undefined;
    postalCode?: string | null | undefined;
    country?: string | null | undefined;
  } | undefined;
  location?: {
    lat?: number | undefined;
    lon?: number | undefined;
  } | null | undefined;
  media?: Medium[] | undefined;
  publishedAt?: string | null | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  statusChangedAt?: string | undefined;
  priceChangedAt?: string | undefined;
  version?: number | undefined;
  branding?: {
    organizationId: string;
    displayName: string | null;
    logoUrl: string | null;
    primaryColor: string | null;
    website: string | null;
    phone: string | null;
  } | undefined;
  activeAdCount?: number | undefined;
  adCreatives?: Ad[] | undefined;
  /** Distance from the centre of the search in metres. */
  distance?: number | undefined;
  score?: number | undefined;
  highlights?: {
    title?: string[] | undefined;
    description?: string[] | undefined;
    features?: string[] | undefined;
    address?: string[] | undefined;
  } | undefined;
}

export interface SearchRequest {
  /** Query in natural language. The response contains its `interpretation`. */
  query?: string | undefined;
  /** Interpretation of the query that `query` continues, for example "cheaper" or "only houses". Requires `query`. */
  previous?: PreviousInterpretation | undefined;
  filters?: SearchFilters | undefined;
  geo?: GeoFilter | undefined;
  /** Full-text search: every word must occur in the title, description, features or address. */
  text?: string | undefined;
  /** Default: `relevance` if there are words to match, then `publishedAt` in descending order. Ties are sorted by id. */
  sort?: {
    field: "relevance" | "publishedAt" | "updatedAt" | "price" | "bedrooms" | "area" | "lotArea" | "yearBuilt" | "pricePerArea" | "distance";
    /** Default: `desc` for `relevance`, `publishedAt` and `updatedAt`, otherwise `asc`. */
    order?: "asc" | "desc" | undefined;
  }[] | undefined;
  /** Maximum number of items per page. Overrides a number stated in `query`. */
  limit?: number | undefined;
  /** `page.nextCursor` of the previous page. Valid only with the same query. */
  cursor?: string | undefined;
  /** Fields to return, for example `price` or `address.city`. Default: all fields. */
  fields?: string[] | undefined;
  /** Facets to count. Each facet ignores the filter on its own field, so that alternative values are counted as well. */
  facets?: ("propertyType" | "propertyCategory" | "city" | "community" | "region" | "status" | "bedrooms" | "features" | "price")[] | undefined;
  /** Return cluster counts per map tile. If there are more than 5,000 tiles, those with the most listings are returned. */
  map?: {
    /** Zoom level of the map tiles. */
    precision: number;
  } | undefined;
  /** Restrict the result to listings of the caller's organization. */
  filterByOrganization?: boolean | undefined;
  /** Include the branding of each listing's organization. */
  includeBranding?: boolean | undefined;
  /** Include the number of active ads of each listing. */
  includeAdCount?: boolean | undefined;
  /** Include at most three active ads of each listing, newest first. */
  includeAdCreatives?: boolean | undefined;
  /** Return only the interpretation, without searching. */
  interpretOnly?: boolean | undefined;
}

export interface SearchResult {
  data: SearchHit[];
  page: {
    limit: number;
    nextCursor: string | null;
  };
  total: {
    value: number;
    relation: "eq" | "gte";
  };
  facets?: {
    propertyType?: {
      value: string | number;
      count: number;
    }[] | undefined;
    propertyCategory?: {
      value: string | number;
      count: number;
    }[] | undefined;
    city?: {
      value: string | number;
      count: number;
    }[] | undefined;
    community?: {
      value: string | number;
      count: number;
    }[] | undefined;
    region?: {
      value: string | number;
      count: number;
    }[] | undefined;
    status?: {
      value: string | number;
      count: number;
    }[] | undefined;
    bedrooms?: {
      value: string | number;
      count: number;
    }[] | undefined;
    features?: {
      value: string | number;
      count: number;
    }[] | undefined;
    price?: {
      from: number | null;
      to: number | null;
      count: number;
    }[] | undefined;
  } | undefined;
  clusters?: {
    type: "FeatureCollection";
    features: {
      type: "Feature";
      geometry: {
        type: "Point";
        coordinates: [number, number];
      };
      properties: {
        count: number;
        bbox: [number, number, number, number];
      };
    }[];
  } | undefined;
  interpretation?: Interpretation | undefined;
  /** Changes of a single filter that find listings, if there are no hits. */
  suggestions?: {
    /** The filter, the end of a range (`price.max`) or the group of features (`anyFeatures.0`) to drop. */
    filter: string;
    /** Number of listings that match without it, or with `to`. */
    count: number;
    /** Value to move the end of the range to, instead. */
    to?: number | string | undefined;
  }[] | undefined;
  excludedForMissing?: {
    price?: number | undefined;
    bedrooms?: number | undefined;
    bathrooms?: number | undefined;
    area?: number | undefined;
    lotArea?: number | undefined;
    yearBuilt?: number | undefined;
    floor?: number | undefined;
    publishedAfter?: number | undefined;
    publishedBefore?: number | undefined;
    location?: number | undefined;
  } | undefined;
  /** The result reflects every change that was acknowledged before this time, by the clock of the listings service. */
  indexedThrough: string;
}

export interface Session {
  token: string;
  expiresAt: string;
  user: User;
  organization: OrganizationName;
}

export interface SignIn {
  email: string;
  password: string;
}

export interface SignUp {
  organizationName: string;
  email: string;
  password: string;
}

export interface SimilarHit {
  id?: string | undefined;
  organizationId?: string | undefined;
  agentId?: string | null | undefined;
  /** Id of the listing in an external system. Unique within the organization. */
  externalId?: string | null | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Stored and returned exactly as given. */
  propertyType?: string | undefined;
  /** Stored and returned exactly as given. */
  propertyCategory?: string | undefined;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
  /** Period that a rent covers. */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Unit of `area` and `lotArea`. */
  areaUnit?: "sqft" | "sqm" | undefined;
  yearBuilt?: number | null | undefined;
  floor?: number | null | undefined;
  features?: string[] | undefined;
  address?: {
    street?: string | null | undefined;
    unit?: string | null | undefined;
    city?: string | null | undefined;
    community?: string | null | undefined;
    region?: string | null | undefined;
    postalCode?: string | null | undefined;
    country?: string | null | undefined;
  } | undefined;
  location?: {
    lat?: number | undefined;
    lon?: number | undefined;
  } | null | undefined;
  media?: Medium[] | undefined;
  publishedAt?: string | null | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  statusChangedAt?: string | undefined;
  priceChangedAt?: string | undefined;
  version?: number | undefined;
  branding?: {
    organizationId: string;
    displayName: string | null;
    logoUrl: string | null;
    primaryColor: string | null;
    website: string | null;
    phone: string | null;
  } | undefined;
  activeAdCount?: number | undefined;
  adCreatives?: Ad[] | undefined;
  matchedOn: ("city" | "community" | "bedrooms" | "price")[];
}

export interface Suggestions {
  data: {
    kind: "city" | "community" | "region" | "postalCode" | "propertyType";
    value: string;
    /** Number of active listings. */
    count: number;
  }[];
}

export interface User {
  id: string;
  email: string | null;
}

export interface Whoami {
  kind: "api_key" | "session";
  organization: OrganizationName;
  user?: User | undefined;
  key?: {
    id: string;
    name: string;
    hint: string;
  } | undefined;
  scopes: ("read" | "write")[];
  quota: {
    policy: string;
    limit: number;
    remaining: number;
    /** Length of the window in seconds. */
    window: number;
    /** Seconds until more requests are allowed. */
    reset: number;
  }[];
}
