// Made from packages/contracts by `npm run build-client`; changes here are lost.

import { iterate } from "../pagination.ts";
import type { InterpretationAlone, Operation, Page, RequestOptions, Whole, WholeSearchResult } from "../api-types.ts";
import type {
  Ad,
  AdCreate,
  AdPatch,
  Agent,
  AgentCreate,
  AgentPatch,
  Aggregations,
  ApiKey,
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyRotate,
  ApiKeyUsage,
  ChangeEvent,
  Organization,
  OrganizationPatch,
  PasswordChange,
  Property,
  PropertyBatch,
  PropertyBatchResult,
  PropertyCounts,
  PropertyCreate,
  PropertyFields,
  PropertyPatch,
  SearchRequest,
  SearchResult,
  Session,
  SignIn,
  SignUp,
  SimilarHit,
  Suggestions,
  Whoami,
} from "./types.ts";

export const operations = {
  whoami: { name: "whoami", method: "GET", retry: "safe", query: [] },
  createKey: { name: "createKey", method: "POST", retry: "key", query: [] },
  listKeys: { name: "listKeys", method: "GET", retry: "safe", query: [] },
  revokeKey: { name: "revokeKey", method: "DELETE", retry: "safe", query: [] },
  rotateKey: { name: "rotateKey", method: "POST", retry: "key", query: [] },
  keyUsage: { name: "keyUsage", method: "GET", retry: "safe", query: ["days"] },
  signUp: { name: "signUp", method: "POST", retry: "never", query: [] },
  signIn: { name: "signIn", method: "POST", retry: "never", query: [] },
  signOut: { name: "signOut", method: "POST", retry: "safe", query: [] },
  refresh: { name: "refresh", method: "POST", retry: "safe", query: [] },
  changePassword: { name: "changePassword", method: "POST", retry: "never", query: [] },
  publicKeys: { name: "publicKeys", method: "GET", retry: "safe", query: [] },
  createProperty: { name: "createProperty", method: "POST", retry: "key", query: ["waitForIndex"] },
  listProperties: { name: "listProperties", method: "GET", retry: "safe", query: ["status","agentId","updatedAfter","sort","fields","limit","cursor"] },
  getProperty: { name: "getProperty", method: "GET", retry: "safe", query: ["fields"] },
  updateProperty: { name: "updateProperty", method: "PATCH", retry: "match", query: ["waitForIndex"] },
  deleteProperty: { name: "deleteProperty", method: "DELETE", retry: "safe", query: ["waitForIndex"] },
  batchProperties: { name: "batchProperties", method: "POST", retry: "key", query: ["waitForIndex"] },
  propertyHistory: { name: "propertyHistory", method: "GET", retry: "safe", query: ["limit","cursor"] },
  propertyCounts: { name: "propertyCounts", method: "GET", retry: "safe", query: [] },
  createAd: { name: "createAd", method: "POST", retry: "key", query: ["waitForIndex"] },
  listAds: { name: "listAds", method: "GET", retry: "safe", query: ["limit","cursor"] },
  getAd: { name: "getAd", method: "GET", retry: "safe", query: [] },
  updateAd: { name: "updateAd", method: "PATCH", retry: "match", query: ["waitForIndex"] },
  deleteAd: { name: "deleteAd", method: "DELETE", retry: "safe", query: ["waitForIndex"] },
  createAgent: { name: "createAgent", method: "POST", retry: "key", query: [] },
  listAgents: { name: "listAgents", method: "GET", retry: "safe", query: ["limit","cursor"] },
  getAgent: { name: "getAgent", method: "GET", retry: "safe", query: [] },
  updateAgent: { name: "updateAgent", method: "PATCH", retry: "match", query: [] },
  deleteAgent: { name: "deleteAgent", method: "DELETE", retry: "safe", query: [] },
  getOrganization: { name: "getOrganization", method: "GET", retry: "safe", query: [] },
  updateOrganization: { name: "updateOrganization", method: "PATCH", retry: "match", query: [] },
  listEvents: { name: "listEvents", method: "GET", retry: "safe", query: ["after","types","limit","wait"] },
  aggregate: { name: "aggregate", method: "GET", retry: "safe", query: ["filterByOrganization","status"] },
  similar: { name: "similar", method: "GET", retry: "safe", query: ["limit","filterByOrganization","includeBranding","includeAdCount","includeAdCreatives","status","match","fields"] },
  search: { name: "search", method: "POST", retry: "safe", query: [] },
  suggest: { name: "suggest", method: "GET", retry: "safe", query: ["q","limit"] },
} as const satisfies Record<string, Operation>;

export interface KeyUsageOptions extends RequestOptions {
  /** How many days back, today included (UTC) */
  days?: number | undefined;
}

export interface CreatePropertyOptions extends RequestOptions {
  /** Answer when search shows the change, at most 5 seconds later */
  waitForIndex?: boolean | undefined;
}

export interface ListPropertiesOptions extends RequestOptions {
  /** Any status when left out */
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  /** Only listings of this agent */
  agentId?: string | undefined;
  /** Only listings changed at this moment or later */
  updatedAfter?: string | undefined;
  /** A minus sorts from large to small, and from new to old; listings without a value come last */
  sort?: "createdAt" | "updatedAt" | "publishedAt" | "price" | "-createdAt" | "-updatedAt" | "-publishedAt" | "-price" | undefined;
  /** Members to answer with, like `price` or `address.city`; all of them when left out */
  fields?: string[] | undefined;
  /** Most items on a page */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same query */
  cursor?: string | undefined;
}

export interface GetPropertyOptions extends RequestOptions {
  /** Members to answer with, like `price` or `address.city`; all of them when left out */
  fields?: string[] | undefined;
}

export interface UpdatePropertyOptions extends RequestOptions {
  /** Answer when search shows the change, at most 5 seconds later */
  waitForIndex?: boolean | undefined;
}

export interface DeletePropertyOptions extends RequestOptions {
  /** Answer when search shows the change, at most 5 seconds later */
  waitForIndex?: boolean | undefined;
}

export interface BatchPropertiesOptions extends RequestOptions {
  /** Answer when search shows the change, at most 5 seconds later */
  waitForIndex?: boolean | undefined;
}

export interface PropertyHistoryOptions extends RequestOptions {
  /** Most items on a page */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same query */
  cursor?: string | undefined;
}

export interface CreateAdOptions extends RequestOptions {
  /** Answer when search shows the change, at most 5 seconds later */
  waitForIndex?: boolean | undefined;
}

export interface ListAdsOptions extends RequestOptions {
  /** Most items on a page */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same query */
  cursor?: string | undefined;
}

export interface UpdateAdOptions extends RequestOptions {
  /** Answer when search shows the change, at most 5 seconds later */
  waitForIndex?: boolean | undefined;
}

export interface DeleteAdOptions extends RequestOptions {
  /** Answer when search shows the change, at most 5 seconds later */
  waitForIndex?: boolean | undefined;
}

export interface ListAgentsOptions extends RequestOptions {
  /** Most items on a page */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same query */
  cursor?: string | undefined;
}

export interface ListEventsOptions extends RequestOptions {
  /** `nextAfter` of the page before */
  after?: number | undefined;
  /** Only events of these types */
  types?: ("property.created" | "property.updated" | "property.status_changed" | "property.price_changed" | "property.deleted" | "agent.created" | "agent.updated" | "agent.deleted" | "ad.created" | "ad.updated" | "ad.deleted")[] | undefined;
  /** Most items on a page */
  limit?: number | undefined;
  /** Seconds to wait for something new before an empty answer */
  wait?: number | undefined;
}

export interface AggregateOptions extends RequestOptions {
  /** Only the caller's own organization */
  filterByOrganization?: boolean | undefined;
  /** The one status that is counted */
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
}

export interface SimilarOptions extends RequestOptions {
  /** Most listings in the answer */
  limit?: number | undefined;
  /** Only the caller's own organization */
  filterByOrganization?: boolean | undefined;
  /** Name, logo and contact of each listing's organization */
  includeBranding?: boolean | undefined;
  /** How many ads of each listing are active */
  includeAdCount?: boolean | undefined;
  /** At most three active ads, newest first */
  includeAdCreatives?: boolean | undefined;
  /** Another than active: only within the own organization */
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  /** `all`: the same city or community, and bedrooms at most 1 apart, and a price at most 25 % off; `any`: one of them is enough */
  match?: "all" | "any" | undefined;
  /** Members to answer with, like `price` or `address.city`; all of them when left out */
  fields?: string[] | undefined;
}

export interface SuggestOptions extends RequestOptions {
  /** What a name begins with, without regard to case and accents */
  q: string;
  /** Most names in the answer */
  limit?: number | undefined;
}

/** One method an endpoint. */
export abstract class Operations {
  protected abstract call<T>(
    operation: Operation,
    path: string,
    body: unknown,
    options: RequestOptions | undefined,
  ): Promise<T>;

  /** Who the credential belongs to, what it may do and what is left of its quota. Counted with key management, not against the quota that it shows. GET /auth/whoami. */
  whoami(options?: RequestOptions): Promise<Whoami> {
    return this.call(operations.whoami, `/auth/whoami`, undefined, options);
  }

  /** Create an API key. The answer is the only place where the key is ever shown. POST /api-keys. */
  createKey(body: ApiKeyCreate, options?: RequestOptions): Promise<ApiKeyCreated> {
    return this.call(operations.createKey, `/api-keys`, body, options);
  }

  /** List the organization's API keys, newest first. All that work, and among the newest 500 those that were revoked or have expired. GET /api-keys. */
  listKeys(options?: RequestOptions): Promise<ApiKey[]> {
    return this.call(operations.listKeys, `/api-keys`, undefined, options);
  }

  /** Revoke an API key. Once this answers, no gateway accepts the key any more. DELETE /api-keys/{id}. */
  revokeKey(id: string, options?: RequestOptions): Promise<{
    success: true;
  }> {
    return this.call(operations.revokeKey, `/api-keys/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Replace an API key by a new one. Without a grace the old key is revoked at once; with one it expires when the grace ends. A key is replaced once. POST /api-keys/{id}/rotate. */
  rotateKey(id: string, body: ApiKeyRotate, options?: RequestOptions): Promise<ApiKeyCreated> {
    return this.call(operations.rotateKey, `/api-keys/${encodeURIComponent(id)}/rotate`, body, options);
  }

  /** Requests made with a key, by day, endpoint and status class. GET /api-keys/{id}/usage. */
  keyUsage(id: string, options?: KeyUsageOptions): Promise<ApiKeyUsage> {
    return this.call(operations.keyUsage, `/api-keys/${encodeURIComponent(id)}/usage`, undefined, options);
  }

  /** Make an organization and its first user. POST /auth/sign-up. */
  signUp(body: SignUp, options?: RequestOptions): Promise<Session> {
    return this.call(operations.signUp, `/auth/sign-up`, body, options);
  }

  /** Start a session. POST /auth/sign-in. */
  signIn(body: SignIn, options?: RequestOptions): Promise<Session> {
    return this.call(operations.signIn, `/auth/sign-in`, body, options);
  }

  /** End this session at once. POST /auth/sign-out. */
  signOut(options?: RequestOptions): Promise<void> {
    return this.call(operations.signOut, `/auth/sign-out`, undefined, options);
  }

  /** Get a new token for a session that has not ended. POST /auth/refresh. */
  refresh(options?: RequestOptions): Promise<Session> {
    return this.call(operations.refresh, `/auth/refresh`, undefined, options);
  }

  /** Change the password and end the user's other sessions. POST /auth/password. */
  changePassword(body: PasswordChange, options?: RequestOptions): Promise<void> {
    return this.call(operations.changePassword, `/auth/password`, body, options);
  }

  /** Public keys that session tokens are signed with (RFC 7517). A copy may be used for a minute: keys are here two minutes before they sign. GET /.well-known/jwks.json. */
  publicKeys(options?: RequestOptions): Promise<{
    keys: {
      kty: string;
      kid: string;
    }[];
  }> {
    return this.call(operations.publicKeys, `/.well-known/jwks.json`, undefined, options);
  }

  /** Create a listing. POST /properties. */
  createProperty(body: PropertyCreate, options?: CreatePropertyOptions): Promise<Property> {
    return this.call(operations.createProperty, `/properties`, body, options);
  }

  /** List the organization's own listings, in any status. GET /properties. */
  listProperties(options?: ListPropertiesOptions & { fields?: undefined }): Promise<Page<Property>>;
  listProperties(options?: ListPropertiesOptions): Promise<Page<PropertyFields>>;
  listProperties(options?: ListPropertiesOptions): Promise<Page<Property> | Page<PropertyFields>> {
    return this.call(operations.listProperties, `/properties`, undefined, options);
  }

  /** Every item of `listProperties`, page after page. */
  listPropertiesAll(options?: Omit<ListPropertiesOptions, "fields">): AsyncGenerator<Property, void, undefined> {
    return iterate((cursor) => this.listProperties(cursor === undefined ? { ...options } : { ...options, cursor }));
  }

  /** Get a listing. Active listings of every organization are visible; other statuses only to their own. GET /properties/{id}. */
  getProperty(id: string, options?: GetPropertyOptions & { fields?: undefined }): Promise<Property>;
  getProperty(id: string, options?: GetPropertyOptions): Promise<PropertyFields>;
  getProperty(id: string, options?: GetPropertyOptions): Promise<Property | PropertyFields> {
    return this.call(operations.getProperty, `/properties/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Change a listing (JSON merge patch, RFC 7396). PATCH /properties/{id}. */
  updateProperty(id: string, body: PropertyPatch, options?: UpdatePropertyOptions): Promise<Property> {
    return this.call(operations.updateProperty, `/properties/${encodeURIComponent(id)}`, body, options);
  }

  /** Delete a listing. DELETE /properties/{id}. */
  deleteProperty(id: string, options?: DeletePropertyOptions): Promise<void> {
    return this.call(operations.deleteProperty, `/properties/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Create or upsert up to 1000 listings. Each item is answered by itself; a bad one harms no other. Upserts go by externalId; at most ten items may name the same one. POST /properties/batch. */
  batchProperties(body: PropertyBatch, options?: BatchPropertiesOptions): Promise<PropertyBatchResult> {
    return this.call(operations.batchProperties, `/properties/batch`, body, options);
  }

  /** Price and status changes of a listing, newest first. GET /properties/{id}/history. */
  propertyHistory(id: string, options?: PropertyHistoryOptions): Promise<Page<{
    at: string;
    version: number;
    field: "price" | "status";
    from: number | string | null;
    to: number | string | null;
    currency: string | null;
  }>> {
    return this.call(operations.propertyHistory, `/properties/${encodeURIComponent(id)}/history`, undefined, options);
  }

  /** Every item of `propertyHistory`, page after page. */
  propertyHistoryAll(id: string, options?: PropertyHistoryOptions): AsyncGenerator<{
    at: string;
    version: number;
    field: "price" | "status";
    from: number | string | null;
    to: number | string | null;
    currency: string | null;
  }, void, undefined> {
    return iterate((cursor) => this.propertyHistory(id, cursor === undefined ? { ...options } : { ...options, cursor }));
  }

  /** The organization's listings by status, straight from the store. GET /properties/stats/counts. */
  propertyCounts(options?: RequestOptions): Promise<PropertyCounts> {
    return this.call(operations.propertyCounts, `/properties/stats/counts`, undefined, options);
  }

  /** Create an ad of a listing. POST /properties/{id}/ads. */
  createAd(id: string, body: AdCreate, options?: CreateAdOptions): Promise<Ad> {
    return this.call(operations.createAd, `/properties/${encodeURIComponent(id)}/ads`, body, options);
  }

  /** List the ads of a listing, newest first. GET /properties/{id}/ads. */
  listAds(id: string, options?: ListAdsOptions): Promise<Page<Ad>> {
    return this.call(operations.listAds, `/properties/${encodeURIComponent(id)}/ads`, undefined, options);
  }

  /** Every item of `listAds`, page after page. */
  listAdsAll(id: string, options?: ListAdsOptions): AsyncGenerator<Ad, void, undefined> {
    return iterate((cursor) => this.listAds(id, cursor === undefined ? { ...options } : { ...options, cursor }));
  }

  /** Get an ad. GET /properties/{id}/ads/{adId}. */
  getAd(id: string, adId: string, options?: RequestOptions): Promise<Ad> {
    return this.call(operations.getAd, `/properties/${encodeURIComponent(id)}/ads/${encodeURIComponent(adId)}`, undefined, options);
  }

  /** Change an ad (JSON merge patch, RFC 7396). PATCH /properties/{id}/ads/{adId}. */
  updateAd(id: string, adId: string, body: AdPatch, options?: UpdateAdOptions): Promise<Ad> {
    return this.call(operations.updateAd, `/properties/${encodeURIComponent(id)}/ads/${encodeURIComponent(adId)}`, body, options);
  }

  /** Delete an ad. DELETE /properties/{id}/ads/{adId}. */
  deleteAd(id: string, adId: string, options?: DeleteAdOptions): Promise<void> {
    return this.call(operations.deleteAd, `/properties/${encodeURIComponent(id)}/ads/${encodeURIComponent(adId)}`, undefined, options);
  }

  /** Create an agent. POST /agents. */
  createAgent(body: AgentCreate, options?: RequestOptions): Promise<Agent> {
    return this.call(operations.createAgent, `/agents`, body, options);
  }

  /** List the organization's agents, newest first. GET /agents. */
  listAgents(options?: ListAgentsOptions): Promise<Page<Agent>> {
    return this.call(operations.listAgents, `/agents`, undefined, options);
  }

  /** Every item of `listAgents`, page after page. */
  listAgentsAll(options?: ListAgentsOptions): AsyncGenerator<Agent, void, undefined> {
    return iterate((cursor) => this.listAgents(cursor === undefined ? { ...options } : { ...options, cursor }));
  }

  /** Get an agent. GET /agents/{id}. */
  getAgent(id: string, options?: RequestOptions): Promise<Agent> {
    return this.call(operations.getAgent, `/agents/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Change an agent (JSON merge patch, RFC 7396). PATCH /agents/{id}. */
  updateAgent(id: string, body: AgentPatch, options?: RequestOptions): Promise<Agent> {
    return this.call(operations.updateAgent, `/agents/${encodeURIComponent(id)}`, body, options);
  }

  /** Delete an agent; its listings are left without one. DELETE /agents/{id}. */
  deleteAgent(id: string, options?: RequestOptions): Promise<void> {
    return this.call(operations.deleteAgent, `/agents/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Get the caller's organization. GET /organization. */
  getOrganization(options?: RequestOptions): Promise<Organization> {
    return this.call(operations.getOrganization, `/organization`, undefined, options);
  }

  /** Change name, branding or default currency (JSON merge patch, RFC 7396). PATCH /organization. */
  updateOrganization(body: OrganizationPatch, options?: RequestOptions): Promise<Organization> {
    return this.call(operations.updateOrganization, `/organization`, body, options);
  }

  /** The organization's ordered change feed. Go on from `page.nextAfter`. With `Accept: text/event-stream` the feed stays open. GET /events. */
  listEvents(options?: ListEventsOptions): Promise<{
    data: ChangeEvent[];
    page: {
      limit: number;
      /** Always a place to go on from; the end of the feed where `after` lies beyond it */
      nextAfter: number;
    };
  }> {
    return this.call(operations.listEvents, `/events`, undefined, options);
  }

  /** Count listings by city, region, type and category. Counts listings of every organization in the status asked for: numbers and names, no listing. GET /properties/aggregations. */
  aggregate(options?: AggregateOptions): Promise<Aggregations> {
    return this.call(operations.aggregate, `/properties/aggregations`, undefined, options);
  }

  /** Listings like this one. Of the same type and category: in the same city or community, with at most one bedroom more or less, at a price at most 25 % off (both ends included; where both name a currency, the same one). A rule whose value this listing lacks is left out. Newest `publishedAt` first, then by id, fewer than `limit` where they are very large; `matchedOn` says what holds. GET /properties/{id}/similar. */
  similar(id: string, options?: SimilarOptions & { fields?: undefined }): Promise<Whole<SimilarHit>[]>;
  similar(id: string, options?: SimilarOptions): Promise<SimilarHit[]>;
  similar(id: string, options?: SimilarOptions): Promise<Whole<SimilarHit>[] | SimilarHit[]> {
    return this.call(operations.similar, `/properties/${encodeURIComponent(id)}/similar`, undefined, options);
  }

  /** Search by plain language, filters, place and text. Large searches of one organization (facets, a map, many words, long lists, polygons of many points) wait for each other; one whose turn has not come after two seconds is a 429. POST /properties/search. */
  search(body: SearchRequest & { interpretOnly: true }, options?: RequestOptions): Promise<InterpretationAlone>;
  search(body: SearchRequest & { fields?: undefined; interpretOnly?: false | undefined }, options?: RequestOptions): Promise<WholeSearchResult>;
  search(body: SearchRequest, options?: RequestOptions): Promise<SearchResult | InterpretationAlone>;
  search(body: SearchRequest, options?: RequestOptions): Promise<InterpretationAlone | WholeSearchResult | SearchResult> {
    return this.call(operations.search, `/properties/search`, body, options);
  }

  /** Places and types that start like this, for type-ahead. GET /properties/suggest. */
  suggest(options: SuggestOptions): Promise<Suggestions> {
    return this.call(operations.suggest, `/properties/suggest`, undefined, options);
  }
}
