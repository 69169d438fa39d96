// Made from packages/contracts by `npm run build-client`; changes here are lost.

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
  /** Number of listings by place, in all and by property type */
  byCity: Record<string, {
    total: number;
    byType: Record<string, number>;
  }>;
  /** Number of listings by place, in all and by property type */
  byRegion: Record<string, {
    total: number;
    byType: Record<string, number>;
  }>;
  /** Number of listings by name */
  byPropertyType: Record<string, number>;
  /** Number of listings by name */
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
  /** Every request that authenticated with the key, refused ones too */
  usageCount: number;
  expiresAt: string | null;
  revokedAt: string | null;
}

export interface ApiKeyCreate {
  name: string;
  /** Days, fractions allowed; without it the key does not expire */
  expiresInDays?: number | null | undefined;
  scopes?: ("read" | "write")[] | undefined;
}

export interface ApiKeyCreated {
  id: string;
  name: string;
  /** The whole key; shown this once */
  key: string;
  status: "active";
  scopes: ("read" | "write")[];
  /** Prefix and last four characters, to tell keys apart */
  hint: string;
  createdAt: string;
  expiresAt: string | null;
}

export interface ApiKeyRotate {
  /** Hours that both keys work, fractions allowed; 0 revokes the old one at once */
  graceHours?: number | undefined;
}

export interface ApiKeyUsage {
  keyId: string;
  total: number;
  data: {
    /** Day in UTC */
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
  /** Where in the body (RFC 6901) */
  pointer?: string | undefined;
  /** Name of the query or path parameter or header */
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
    /** Others than active only of the caller's own organization */
    status?: ("active" | "pending" | "inactive" | "sold" | "rented")[] | undefined;
    /** Both when left out */
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
    features?: string[] | undefined;
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
  text?: string | undefined;
  sort?: {
    field: "relevance" | "publishedAt" | "updatedAt" | "price" | "bedrooms" | "area" | "lotArea" | "yearBuilt" | "pricePerArea" | "distance";
    /** Left out: desc for relevance, publishedAt and updatedAt, asc for the others */
    order?: "asc" | "desc" | undefined;
  }[] | undefined;
  limit?: number | undefined;
  spans: {
    start: number;
    end: number;
    text: string;
    field: string;
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

/** Problem details (RFC 9457) */
export interface Problem {
  /** about:blank, or an address that names the kind of problem */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Path of the request, without its query */
  instance: string;
  /** Stable and machine readable */
  code: "validation_failed" | "ambiguous_credentials" | "missing_credentials" | "invalid_api_key" | "invalid_session" | "invalid_sign_in" | "revoked_api_key" | "expired_api_key" | "expired_session" | "api_key_not_allowed" | "insufficient_scope" | "sign_up_disabled" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "key_limit_reached" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "not_a_property_query" | "quota_exceeded" | "headers_too_large" | "internal" | "unavailable" | "timeout";
  requestId: string;
  /** With 400: each thing that is not as specified */
  errors?: FieldError[] | undefined;
  /** With 429: the windows that are used up */
  "violated-policies"?: string[] | undefined;
}

export interface Property {
  id: string;
  organizationId: string;
  agentId: string | null;
  /** Id in the system it comes from; unique within the organization */
  externalId: string | null;
  title: string;
  description: string;
  /** Stored and reported exactly as given */
  propertyType: string;
  /** Stored and reported exactly as given */
  propertyCategory: string;
  listingType: "sale" | "rent";
  status: "active" | "pending" | "inactive" | "sold" | "rented";
  price: number | null;
  currency: string | null;
  /** What a rent is paid for */
  pricePeriod: "month" | "week" | "year" | null;
  bedrooms: number | null;
  bathrooms: number | null;
  area: number | null;
  lotArea: number | null;
  /** Of area and lotArea */
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
  /** `upsert` goes by externalId */
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
  /** Id in the system it comes from; unique within the organization */
  externalId?: string | null | undefined;
  title: string;
  description?: string | undefined;
  /** Stored and reported exactly as given */
  propertyType: string;
  /** Stored and reported exactly as given */
  propertyCategory: string;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  /** Left out: the organization's `defaultCurrency` */
  currency?: string | null | undefined;
  /** What a rent is paid for */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Of area and lotArea */
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
  /** Left out: the moment in which the listing first becomes active; may lie in the past */
  publishedAt?: string | null | undefined;
}

export interface PropertyFields {
  id?: string | undefined;
  organizationId?: string | undefined;
  agentId?: string | null | undefined;
  /** Id in the system it comes from; unique within the organization */
  externalId?: string | null | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Stored and reported exactly as given */
  propertyType?: string | undefined;
  /** Stored and reported exactly as given */
  propertyCategory?: string | undefined;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
  /** What a rent is paid for */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Of area and lotArea */
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
  /** Id in the system it comes from; unique within the organization */
  externalId?: string | null | undefined;
  title?: string | undefined;
  description?: string | null | undefined;
  /** Stored and reported exactly as given */
  propertyType?: string | undefined;
  /** Stored and reported exactly as given */
  propertyCategory?: string | undefined;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
  /** What a rent is paid for */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Of area and lotArea */
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
  /** Others than active only of the caller's own organization */
  status?: ("active" | "pending" | "inactive" | "sold" | "rented")[] | undefined;
  /** Both when left out */
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
  features?: string[] | undefined;
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
  /** Id in the system it comes from; unique within the organization */
  externalId?: string | null | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Stored and reported exactly as given */
  propertyType?: string | undefined;
  /** Stored and reported exactly as given */
  propertyCategory?: string | undefined;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
  /** What a rent is paid for */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Of area and lotArea */
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
  /** Metres */
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
  /** Plain language; `interpretation` says how it was understood */
  query?: string | undefined;
  filters?: SearchFilters | undefined;
  geo?: GeoFilter | undefined;
  /** All its words, in title, description, features or address */
  text?: string | undefined;
  /** Left out: relevance where there are words, then the newest `publishedAt`; ties by id */
  sort?: {
    field: "relevance" | "publishedAt" | "updatedAt" | "price" | "bedrooms" | "area" | "lotArea" | "yearBuilt" | "pricePerArea" | "distance";
    /** Left out: desc for relevance, publishedAt and updatedAt, asc for the others */
    order?: "asc" | "desc" | undefined;
  }[] | undefined;
  /** Most items on a page; one that is named wins over one in `query` */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same query */
  cursor?: string | undefined;
  /** Members to answer with, like `price` or `address.city`; all of them when left out */
  fields?: string[] | undefined;
  /** Values with counts; each leaves its own filter out, so that one sees what else there is */
  facets?: ("propertyType" | "propertyCategory" | "city" | "community" | "region" | "status" | "bedrooms" | "features" | "price")[] | undefined;
  /** Counts of listings by map tile; of more than 5,000 tiles those with most listings */
  map?: {
    /** Tile zoom */
    precision: number;
  } | undefined;
  /** Only the caller's own organization */
  filterByOrganization?: boolean | undefined;
  /** Name, logo and contact of each listing's organization */
  includeBranding?: boolean | undefined;
  /** How many ads of each listing are active */
  includeAdCount?: boolean | undefined;
  /** At most three active ads, newest first */
  includeAdCreatives?: boolean | undefined;
  /** Answer with the interpretation alone */
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
  suggestions?: {
    filter: string;
    count: number;
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
  /** Every change that was answered up to this moment, by the clock of the listings service, is in the answer */
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
  /** Id in the system it comes from; unique within the organization */
  externalId?: string | null | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Stored and reported exactly as given */
  propertyType?: string | undefined;
  /** Stored and reported exactly as given */
  propertyCategory?: string | undefined;
  listingType?: "sale" | "rent" | undefined;
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
  /** What a rent is paid for */
  pricePeriod?: "month" | "week" | "year" | null | undefined;
  bedrooms?: number | null | undefined;
  bathrooms?: number | null | undefined;
  area?: number | null | undefined;
  lotArea?: number | null | undefined;
  /** Of area and lotArea */
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
    /** Active listings */
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
    /** Seconds */
    window: number;
    /** Seconds until more is allowed */
    reset: number;
  }[];
}
