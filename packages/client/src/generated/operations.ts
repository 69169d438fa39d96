// Generated from packages/contracts by `npm run build-client`. Do not edit.

import { iterate } from "../pagination.ts";
import type { InterpretationOnly, Operation, Page, RequestOptions, Complete, CompleteSearchResult } from "../api-types.ts";
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
  /** Number of days to return, including today (UTC). */
  days?: number | undefined;
}

export interface CreatePropertyOptions extends RequestOptions {
  /** Respond only when search and aggregations show the change, after at most 5 seconds. */
  waitForIndex?: boolean | undefined;
}

export interface ListPropertiesOptions extends RequestOptions {
  /** Return only listings with this status. Default: any status. */
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  /** Return only listings of this agent. */
  agentId?: string | undefined;
  /** Return only listings updated at or after this time. */
  updatedAfter?: string | undefined;
  /** Field to sort by; a leading minus sorts in descending order. Listings without a value come last. */
  sort?: "createdAt" | "updatedAt" | "publishedAt" | "price" | "-createdAt" | "-updatedAt" | "-publishedAt" | "-price" | undefined;
  /** Fields to return, for example `price` or `address.city`. Default: all fields. */
  fields?: string[] | undefined;
  /** Maximum number of items per page. */
  limit?: number | undefined;
  /** `page.nextCursor` of the previous page. Valid only with the same query. */
  cursor?: string | undefined;
}

export interface GetPropertyOptions extends RequestOptions {
  /** Fields to return, for example `price` or `address.city`. Default: all fields. */
  fields?: string[] | undefined;
}

export interface UpdatePropertyOptions extends RequestOptions {
  /** Respond only when search and aggregations show the change, after at most 5 seconds. */
  waitForIndex?: boolean | undefined;
}

export interface DeletePropertyOptions extends RequestOptions {
  /** Respond only when search and aggregations show the change, after at most 5 seconds. */
  waitForIndex?: boolean | undefined;
}

export interface BatchPropertiesOptions extends RequestOptions {
  /** Respond only when search and aggregations show the change, after at most 5 seconds. */
  waitForIndex?: boolean | undefined;
}

export interface PropertyHistoryOptions extends RequestOptions {
  /** Maximum number of items per page. */
  limit?: number | undefined;
  /** `page.nextCursor` of the previous page. Valid only with the same query. */
  cursor?: string | undefined;
}

export interface CreateAdOptions extends RequestOptions {
  /** Respond only when search and aggregations show the change, after at most 5 seconds. */
  waitForIndex?: boolean | undefined;
}

export interface ListAdsOptions extends RequestOptions {
  /** Maximum number of items per page. */
  limit?: number | undefined;
  /** `page.nextCursor` of the previous page. Valid only with the same query. */
  cursor?: string | undefined;
}

export interface UpdateAdOptions extends RequestOptions {
  /** Respond only when search and aggregations show the change, after at most 5 seconds. */
  waitForIndex?: boolean | undefined;
}

export interface DeleteAdOptions extends RequestOptions {
  /** Respond only when search and aggregations show the change, after at most 5 seconds. */
  waitForIndex?: boolean | undefined;
}

export interface ListAgentsOptions extends RequestOptions {
  /** Maximum number of items per page. */
  limit?: number | undefined;
  /** `page.nextCursor` of the previous page. Valid only with the same query. */
  cursor?: string | undefined;
}

export interface ListEventsOptions extends RequestOptions {
  /** `nextAfter` of the previous page. */
  after?: number | undefined;
  /** Return only events of these types. */
  types?: ("property.created" | "property.updated" | "property.status_changed" | "property.price_changed" | "property.deleted" | "agent.created" | "agent.updated" | "agent.deleted" | "ad.created" | "ad.updated" | "ad.deleted")[] | undefined;
  /** Maximum number of items per page. */
  limit?: number | undefined;
  /** Seconds to wait for a new event before responding with an empty page (long polling). */
  wait?: number | undefined;
}

export interface AggregateOptions extends RequestOptions {
  /** Restrict the result to listings of the caller's organization. */
  filterByOrganization?: boolean | undefined;
  /** Status of the listings to count. */
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
}

export interface SimilarOptions extends RequestOptions {
  /** Maximum number of listings to return. */
  limit?: number | undefined;
  /** Restrict the result to listings of the caller's organization. */
  filterByOrganization?: boolean | undefined;
  /** Include the branding of each listing's organization. */
  includeBranding?: boolean | undefined;
  /** Include the number of active ads of each listing. */
  includeAdCount?: boolean | undefined;
  /** Include at most three active ads of each listing, newest first. */
  includeAdCreatives?: boolean | undefined;
  /** Status of the listings to return. Statuses other than `active` match only listings of the caller's organization. */
  status?: "active" | "pending" | "inactive" | "sold" | "rented" | undefined;
  /** `all`: location, bedrooms and price must match. `any`: at least one of them must match. */
  match?: "all" | "any" | undefined;
  /** Fields to return, for example `price` or `address.city`. Default: all fields. */
  fields?: string[] | undefined;
}

export interface SuggestOptions extends RequestOptions {
  /** Text that a name, or a word in it, must start with. Case and accents are ignored. */
  q: string;
  /** Maximum number of names to return. */
  limit?: number | undefined;
}

/** One method per endpoint. */
export abstract class Operations {
  protected abstract call<T>(
    operation: Operation,
    path: string,
    body: unknown,
    options: RequestOptions | undefined,
  ): Promise<T>;

  /** Get the owner, scopes and remaining quota of the credential. The request counts towards the key management quota, not towards the quota that it reports. GET /auth/whoami. */
  whoami(options?: RequestOptions): Promise<Whoami> {
    return this.call(operations.whoami, `/auth/whoami`, undefined, options);
  }

  /** Create an API key. The response is the only one that contains the full key. Store it securely. POST /api-keys. */
  createKey(body: ApiKeyCreate, options?: RequestOptions): Promise<ApiKeyCreated> {
    return this.call(operations.createKey, `/api-keys`, body, options);
  }

  /** List the organization's API keys, newest first. Returns every active key, and those of the newest 500 keys that are revoked or expired. GET /api-keys. */
  listKeys(options?: RequestOptions): Promise<ApiKey[]> {
    return this.call(operations.listKeys, `/api-keys`, undefined, options);
  }

  /** Revoke an API key. Once this request has succeeded, no gateway accepts the key. Repeating the request returns the same response. DELETE /api-keys/{id}. */
  revokeKey(id: string, options?: RequestOptions): Promise<{
    success: true;
  }> {
    return this.call(operations.revokeKey, `/api-keys/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Rotate an API key. Creates a key with the same name and scopes. Without a grace period, the old key is revoked immediately; otherwise it expires when the grace period ends. A key can be rotated only once. POST /api-keys/{id}/rotate. */
  rotateKey(id: string, body: ApiKeyRotate, options?: RequestOptions): Promise<ApiKeyCreated> {
    return this.call(operations.rotateKey, `/api-keys/${encodeURIComponent(id)}/rotate`, body, options);
  }

  /** Get the usage of an API key by day, endpoint and status class. GET /api-keys/{id}/usage. */
  keyUsage(id: string, options?: KeyUsageOptions): Promise<ApiKeyUsage> {
    return this.call(operations.keyUsage, `/api-keys/${encodeURIComponent(id)}/usage`, undefined, options);
  }

  /** Create an organization and its first user. POST /auth/sign-up. */
  signUp(body: SignUp, options?: RequestOptions): Promise<Session> {
    return this.call(operations.signUp, `/auth/sign-up`, body, options);
  }

  /** Sign in. POST /auth/sign-in. */
  signIn(body: SignIn, options?: RequestOptions): Promise<Session> {
    return this.call(operations.signIn, `/auth/sign-in`, body, options);
  }

  /** Sign out. Ends the session immediately. POST /auth/sign-out. */
  signOut(options?: RequestOptions): Promise<void> {
    return this.call(operations.signOut, `/auth/sign-out`, undefined, options);
  }

  /** Refresh a session. Returns a new token for a session that has not ended. POST /auth/refresh. */
  refresh(options?: RequestOptions): Promise<Session> {
    return this.call(operations.refresh, `/auth/refresh`, undefined, options);
  }

  /** Change the password. Ends all other sessions of the user. POST /auth/password. */
  changePassword(body: PasswordChange, options?: RequestOptions): Promise<void> {
    return this.call(operations.changePassword, `/auth/password`, body, options);
  }

  /** Get the public keys that verify session tokens (JWK Set, RFC 7517). Responses may be cached for one minute: keys are published two minutes before they sign tokens. GET /.well-known/jwks.json. */
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

  /** List the organization's listings in any status. GET /properties. */
  listProperties(options?: ListPropertiesOptions & { fields?: undefined }): Promise<Page<Property>>;
  listProperties(options?: ListPropertiesOptions): Promise<Page<PropertyFields>>;
  listProperties(options?: ListPropertiesOptions): Promise<Page<Property> | Page<PropertyFields>> {
    return this.call(operations.listProperties, `/properties`, undefined, options);
  }

  /** Iterates over the items of all pages of `listProperties`. */
  listPropertiesAll(options?: Omit<ListPropertiesOptions, "fields">): AsyncGenerator<Property, void, undefined> {
    return iterate((cursor) => this.listProperties(cursor === undefined ? { ...options } : { ...options, cursor }));
  }

  /** Get a listing. Active listings of every organization are visible. Listings with another status are visible only to their own organization. GET /properties/{id}. */
  getProperty(id: string, options?: GetPropertyOptions & { fields?: undefined }): Promise<Property>;
  getProperty(id: string, options?: GetPropertyOptions): Promise<PropertyFields>;
  getProperty(id: string, options?: GetPropertyOptions): Promise<Property | PropertyFields> {
    return this.call(operations.getProperty, `/properties/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Update a listing. The body is a JSON merge patch (RFC 7396): `null` clears a field, omitted fields do not change, and lists are replaced as a whole. PATCH /properties/{id}. */
  updateProperty(id: string, body: PropertyPatch, options?: UpdatePropertyOptions): Promise<Property> {
    return this.call(operations.updateProperty, `/properties/${encodeURIComponent(id)}`, body, options);
  }

  /** Delete a listing. DELETE /properties/{id}. */
  deleteProperty(id: string, options?: DeletePropertyOptions): Promise<void> {
    return this.call(operations.deleteProperty, `/properties/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Create or upsert up to 1000 listings. The response contains the outcome of each item; an invalid item does not affect the others. Upserts match listings by `externalId`; at most ten items may have the same `externalId`. POST /properties/batch. */
  batchProperties(body: PropertyBatch, options?: BatchPropertiesOptions): Promise<PropertyBatchResult> {
    return this.call(operations.batchProperties, `/properties/batch`, body, options);
  }

  /** List the price and status changes of a listing, newest first. GET /properties/{id}/history. */
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

  /** Iterates over the items of all pages of `propertyHistory`. */
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

  /** Count the organization's listings by status. The counts are read directly from the database and are never stale. GET /properties/stats/counts. */
  propertyCounts(options?: RequestOptions): Promise<PropertyCounts> {
    return this.call(operations.propertyCounts, `/properties/stats/counts`, undefined, options);
  }

  /** Create an ad for a listing. POST /properties/{id}/ads. */
  createAd(id: string, body: AdCreate, options?: CreateAdOptions): Promise<Ad> {
    return this.call(operations.createAd, `/properties/${encodeURIComponent(id)}/ads`, body, options);
  }

  /** List the ads of a listing, newest first. GET /properties/{id}/ads. */
  listAds(id: string, options?: ListAdsOptions): Promise<Page<Ad>> {
    return this.call(operations.listAds, `/properties/${encodeURIComponent(id)}/ads`, undefined, options);
  }

  /** Iterates over the items of all pages of `listAds`. */
  listAdsAll(id: string, options?: ListAdsOptions): AsyncGenerator<Ad, void, undefined> {
    return iterate((cursor) => this.listAds(id, cursor === undefined ? { ...options } : { ...options, cursor }));
  }

  /** Get an ad. GET /properties/{id}/ads/{adId}. */
  getAd(id: string, adId: string, options?: RequestOptions): Promise<Ad> {
    return this.call(operations.getAd, `/properties/${encodeURIComponent(id)}/ads/${encodeURIComponent(adId)}`, undefined, options);
  }

  /** Update an ad. The body is a JSON merge patch (RFC 7396): `null` clears a field, omitted fields do not change, and lists are replaced as a whole. PATCH /properties/{id}/ads/{adId}. */
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

  /** Iterates over the items of all pages of `listAgents`. */
  listAgentsAll(options?: ListAgentsOptions): AsyncGenerator<Agent, void, undefined> {
    return iterate((cursor) => this.listAgents(cursor === undefined ? { ...options } : { ...options, cursor }));
  }

  /** Get an agent. GET /agents/{id}. */
  getAgent(id: string, options?: RequestOptions): Promise<Agent> {
    return this.call(operations.getAgent, `/agents/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Update an agent. The body is a JSON merge patch (RFC 7396): `null` clears a field, omitted fields do not change, and lists are replaced as a whole. PATCH /agents/{id}. */
  updateAgent(id: string, body: AgentPatch, options?: RequestOptions): Promise<Agent> {
    return this.call(operations.updateAgent, `/agents/${encodeURIComponent(id)}`, body, options);
  }

  /** Delete an agent. The agent's listings remain, without an agent. DELETE /agents/{id}. */
  deleteAgent(id: string, options?: RequestOptions): Promise<void> {
    return this.call(operations.deleteAgent, `/agents/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Get the caller's organization. GET /organization. */
  getOrganization(options?: RequestOptions): Promise<Organization> {
    return this.call(operations.getOrganization, `/organization`, undefined, options);
  }

  /** Update the name, branding or default currency of the organization. The body is a JSON merge patch (RFC 7396): `null` clears a field, omitted fields do not change, and lists are replaced as a whole. PATCH /organization. */
  updateOrganization(body: OrganizationPatch, options?: RequestOptions): Promise<Organization> {
    return this.call(operations.updateOrganization, `/organization`, body, options);
  }

  /** List the organization's change events in order. To continue, pass `page.nextAfter` as `after`. With `Accept: text/event-stream`, the response is an open stream of server-sent events. GET /events. */
  listEvents(options?: ListEventsOptions): Promise<{
    data: ChangeEvent[];
    page: {
      limit: number;
      /** Sequence to pass as `after` in the next request, even if there are no new events. If `after` is beyond the end of the feed, this is the end of the feed. */
      nextAfter: number;
    };
  }> {
    return this.call(operations.listEvents, `/events`, undefined, options);
  }

  /** Count listings by city, region, type and category. Counts the listings of all organizations in the given status. The result contains only numbers and names. GET /properties/aggregations. */
  aggregate(options?: AggregateOptions): Promise<Aggregations> {
    return this.call(operations.aggregate, `/properties/aggregations`, undefined, options);
  }

  /** List similar listings. Returns listings of the same type and category that are in the same city or community, differ by at most one bedroom, and differ in price by at most 25 % (inclusive; in the same currency if both listings have one). A criterion is skipped if the reference listing lacks its value. The results are sorted by `publishedAt`, newest first, then by id. There can be fewer than `limit` results if listings are very large. `matchedOn` lists the criteria that a result meets. GET /properties/{id}/similar. */
  similar(id: string, options?: SimilarOptions & { fields?: undefined }): Promise<Complete<SimilarHit>[]>;
  similar(id: string, options?: SimilarOptions): Promise<SimilarHit[]>;
  similar(id: string, options?: SimilarOptions): Promise<Complete<SimilarHit>[] | SimilarHit[]> {
    return this.call(operations.similar, `/properties/${encodeURIComponent(id)}/similar`, undefined, options);
  }

  /** Search listings by natural language, filters, location and text. Expensive searches (facets, map clusters, many words, long lists, polygons with many points) of one organization are limited in concurrency. A search that has waited for two seconds is rejected with status 429. A `query` is rejected with status 422 only if nothing in it is recognized; a known place is sufficient. POST /properties/search. */
  search(body: SearchRequest & { interpretOnly: true }, options?: RequestOptions): Promise<InterpretationOnly>;
  search(body: SearchRequest & { fields?: undefined; interpretOnly?: false | undefined }, options?: RequestOptions): Promise<CompleteSearchResult>;
  search(body: SearchRequest, options?: RequestOptions): Promise<SearchResult | InterpretationOnly>;
  search(body: SearchRequest, options?: RequestOptions): Promise<InterpretationOnly | CompleteSearchResult | SearchResult> {
    return this.call(operations.search, `/properties/search`, body, options);
  }

  /** Suggest places and property types for type-ahead. GET /properties/suggest. */
  suggest(options: SuggestOptions): Promise<Suggestions> {
    return this.call(operations.suggest, `/properties/suggest`, undefined, options);
  }
}
