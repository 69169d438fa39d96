import type { FrameworkName } from "./frameworks/framework.ts";
import { largestCity, makeListings } from "./listings.ts";
import {
  byKey,
  filtersFor,
  fixed,
  get,
  isDescribable,
  overListings,
  post,
  type RequestBuilder,
  same,
  sentenceFor,
  unchanged,
} from "./requests.ts";

/** A kind of request to measure. */
export interface Workload {
  name: string;
  title: string;
  /** What it measures, and how the frameworks differ. */
  note: string;
  /** A fixed response without data, or listings. */
  dataset: "fixed" | "data";
  frameworks: readonly FrameworkName[];
  status: number;
  /** Connections, if not the number of the run. */
  connections?: number;
  /** Listings written per request. */
  rows?: number;
  /** Whether it changes data. The background work after a round is counted. */
  isWrite?: boolean;
  /** Whether Elasticsearch's request cache is off, as if the index changed between any two requests. */
  withoutElasticsearchCache?: boolean;
  /** The part of a response that must be equal for all frameworks. */
  comparable?: (response: never) => unknown;
  /** Plat's goals: multiples of other frameworks' throughput. */
  goals?: Partial<Record<FrameworkName, number>>;
  /** Requests per connection, sent round robin. */
  requests: RequestBuilder;
}

const batchRows = 200;
const batchConnections = 4;

interface Shown {
  title: string;
  price: number;
}
const shown = ({ title, price }: Shown): unknown => [title, price];
const everyShown = (response: readonly Shown[]): unknown => response.map(shown);
const found = (response: { data: Shown[]; total: { value: number } }): unknown => [
  response.total.value,
  response.data.map(shown),
];
const counted = (response: {
  totalProperties: number;
  byCity: Record<string, unknown>;
  availableCities: string[];
}): unknown => [response.totalProperties, response.byCity[largestCity], response.availableCities.length];

const newListings = (count: number): object[] =>
  [...makeListings(count, 99)].map((listing) => ({ ...listing, externalId: null }));

const writes: readonly Workload[] = [
  {
    name: "create",
    title: "POST /properties",
    note: "Plat responds when the listing, its event and its entry in the indexing queue are stored; the others index after the response, in the same process, and lose this work if it exits. CPU time includes the indexing.",
    dataset: "data",
    frameworks: ["plat", "nest", "moleculer", "express", "bare"],
    status: 201,
    isWrite: true,
    requests: byKey((_, connections) => {
      const bodies = newListings(connections * 4);
      return Array.from({ length: connections }, (__, at) =>
        bodies.slice(at * 4, at * 4 + 4).map((body) => post("/properties", body)),
      );
    }),
  },
  {
    name: "batch",
    title: `POST /properties/batch, ${batchRows} listings`,
    note: "Listings per second. The driver alone only calls insertMany with the same rows.",
    dataset: "data",
    frameworks: ["plat", "nest", "moleculer", "express", "bare", "driver"],
    status: 200,
    connections: batchConnections,
    rows: batchRows,
    isWrite: true,
    requests: byKey((_, connections) =>
      same(connections, post("/properties/batch", { mode: "create", items: newListings(batchRows) })),
    ),
  },
];

const aggregated: Omit<Workload, "name" | "title" | "note"> = {
  dataset: "data",
  frameworks: ["plat", "nest", "moleculer", "express", "elasticsearch"],
  status: 200,
  comparable: counted,
  requests: byKey((_, connections) => same(connections, get("/properties/aggregations")), "aggregations"),
};

/** In execution order: workloads that change data come last. */
export const workloads: readonly Workload[] = [
  {
    name: "fixed",
    title: "Fixed response of 2 KB over NATS, API key",
    note: "Credential, quota in three windows, usage and one RPC over NATS; Express and the bare server have no RPC.",
    dataset: "fixed",
    frameworks: ["plat", "nest", "moleculer", "express", "bare"],
    status: 200,
    goals: { nest: 3, moleculer: 1.7 },
    requests: fixed("key"),
  },
  {
    name: "fixed-session",
    title: "Fixed response of 2 KB over NATS, session token",
    note: "Plat verifies EdDSA and rejects an ended session immediately; the others verify HS256 and do not detect that a session ended.",
    dataset: "fixed",
    frameworks: ["plat", "nest", "moleculer", "express"],
    status: 200,
    requests: fixed("session"),
  },
  {
    name: "get",
    title: "GET /properties/:id",
    note: "A different listing in every request.",
    dataset: "data",
    frameworks: ["plat", "nest", "moleculer", "express", "bare"],
    status: 200,
    comparable: shown,
    goals: { nest: 4, express: 2.5 },
    requests: byKey((framework, connections) =>
      overListings(framework, connections, ({ id }) => get(`/properties/${id}`)),
    ),
  },
  {
    name: "similar",
    title: "GET /properties/:id/similar",
    note: "Five similar listings; the reference listing is read from the store.",
    dataset: "data",
    frameworks: ["plat", "nest", "moleculer", "express", "elasticsearch"],
    status: 200,
    comparable: everyShown,
    goals: { nest: 1.7, express: 1.1 },
    requests: byKey(
      (framework, connections) => overListings(framework, connections, ({ id }) => get(`/properties/${id}/similar`)),
      "similar",
    ),
  },
  {
    name: "aggregations",
    title: "GET /properties/aggregations",
    note: "Plat caches the response until the index changes, for at most one second, also compressed with gzip, which the load requests; the others query Elasticsearch each time, which caches its response too.",
    ...aggregated,
  },
  {
    name: "aggregations-uncached",
    title: "GET /properties/aggregations, cached by Plat only",
    note: "As above, with Elasticsearch's request cache off, as if the index changed between any two requests.",
    ...aggregated,
    goals: { nest: 60 },
    withoutElasticsearchCache: true,
  },
  {
    name: "aggregations-cached",
    title: "GET /properties/aggregations, both cached",
    note: "NestJS with its CacheInterceptor and a TTL of one second.",
    dataset: "data",
    frameworks: ["plat", "nest"],
    status: 200,
    comparable: counted,
    requests: byKey(({ name }, connections) =>
      same(connections, get(`/properties/aggregations${name === "nest" ? "-cached" : ""}`)),
    ),
  },
  {
    name: "aggregations-304",
    title: "GET /properties/aggregations with If-None-Match",
    note: "All respond with 304; the others compute the complete response first, with Elasticsearch's request cache off.",
    dataset: "data",
    frameworks: ["plat", "nest", "express"],
    status: 304,
    withoutElasticsearchCache: true,
    goals: { nest: 120 },
    requests: unchanged,
  },
  {
    name: "search",
    title: "POST /properties/search, structured",
    note: "Type, city, bedrooms and price; 20 listings and the exact total.",
    dataset: "data",
    frameworks: ["plat", "nest", "moleculer", "express", "elasticsearch"],
    status: 200,
    comparable: found,
    requests: byKey(
      (framework, connections) =>
        overListings(framework, connections, (listing) => post("/properties/search", { filters: filtersFor(listing) })),
      "search",
    ),
  },
  {
    name: "nl-search",
    title: "POST /properties/search in plain language",
    note: "“2 to 4 bed house in … under 600000”. The others do not support it: they run the equivalent structured search.",
    dataset: "data",
    frameworks: ["plat", "nest", "moleculer", "express"],
    status: 200,
    comparable: ({ total }: { total: { value: number } }) => total.value,
    requests: byKey((framework, connections) =>
      overListings(
        { ...framework, storedListings: framework.storedListings.filter(isDescribable) },
        connections,
        (listing) =>
          post(
            "/properties/search",
            framework.name === "plat" ? { query: sentenceFor(listing) } : { filters: filtersFor(listing) },
          ),
      ),
    ),
  },
  ...writes,
];

/** Measured one request at a time with empty caches. */
export const coldWorkload = "aggregations-cold";
