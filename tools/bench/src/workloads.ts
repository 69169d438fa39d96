import type { Contestant, ContestantName, Held } from "./frameworks/framework.ts";
import { peerQueries } from "./frameworks/baselines.ts";
import { largestCity, makeListings } from "./listings.ts";
import type { LoadRequest } from "./load/job.ts";

/** A kind of request that contestants are measured by. */
export interface Path {
  name: string;
  title: string;
  /** What it shows, and in what the contestants differ. */
  note: string;
  /** With a fixed answer in place of the data, or with listings. */
  ground: "fixed" | "data";
  contestants: readonly ContestantName[];
  status: number;
  /** Connections, where it is not the run's own number. */
  connections?: number;
  /** Listings that one request writes. */
  rows?: number;
  /** Changes data: what a round leaves behind is counted to it. */
  isWrite?: boolean;
  /** Elasticsearch keeps no answers ready meanwhile, as if the index changed between any two requests. */
  withoutEngineCache?: boolean;
  /** What of an answer all contestants must agree on. */
  essence?: (answer: never) => unknown;
  /** How many times a contestant's throughput Plat wants to have. */
  aims?: Partial<Record<ContestantName, number>>;
  /** By connection, what it sends in turn. */
  requests: (contestant: Contestant, connections: number) => Promise<LoadRequest[][]>;
}

type Made = Pick<LoadRequest, "method" | "path" | "body"> & { headers?: Record<string, string> };

const idsAConnection = 64;
export const batchRows = 200;
export const batchConnections = 4;

/** The same mix for every contestant: connection by connection other listings. */
function overHeld(contestant: Contestant, connections: number, make: (held: Held) => Made): Made[][] {
  const { held } = contestant;
  return Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: idsAConnection }, (__, at) => {
      const chosen = held[(connection * 7_919 + at * 104_729) % held.length];
      if (chosen === undefined) throw new Error(`${contestant.name} holds no listings`);
      return make(chosen);
    }),
  );
}

/** What browsers and HTTP clients send. Elasticsearch alone is asked as its clients ask it: it would compress at once. */
const accepted = { "accept-encoding": "gzip" };

/** Adds credentials, an API key by connection or the session, and what the client takes. */
function signed({ keys, session, name }: Contestant, made: readonly Made[][], by: "key" | "session"): LoadRequest[][] {
  const withCredential = name !== "bare" && name !== "engine";
  return made.map((list, at) => {
    const credential = by === "session" ? session : (keys[at % keys.length] ?? "");
    const authorization = withCredential ? { authorization: `Bearer ${credential}` } : {};
    const encoding = name === "engine" ? {} : accepted;
    return list.map((each) => ({ ...each, headers: { ...each.headers, ...encoding, ...authorization } }));
  });
}

const same = (connections: number, made: Made): Made[][] => Array.from({ length: connections }, () => [made]);
const get = (path: string): Made => ({ method: "GET", path });
const post = (path: string, body: object): Made => ({ method: "POST", path, body: JSON.stringify(body) });

const fixedPath = ({ name }: Contestant): string => (name === "plat" ? "/properties/stats/counts" : "/fixed");
const fixed = (by: "key" | "session"): Path["requests"] => {
  return (contestant, connections) =>
    Promise.resolve(signed(contestant, same(connections, get(fixedPath(contestant))), by));
};

/** Around a listing, so that one is always found: where nothing is, Plat also looks for what to suggest. */
const filtersFor = ({ address, propertyType, bedrooms, price }: Held): object => ({
  propertyTypes: [propertyType],
  ...(address.city === null ? {} : { cities: [address.city] }),
  ...(bedrooms === null ? {} : { bedrooms: { min: Math.max(0, bedrooms - 1), max: bedrooms + 1 } }),
  ...(price === null ? {} : { price: { max: Math.ceil(price * 1.2) } }),
});

/** Has all that the sentence tells, and more than one bedroom. */
const isSayable = ({ address, bedrooms, price }: Held): boolean =>
  address.city !== null && bedrooms !== null && bedrooms > 1 && price !== null;
const said = ({ address, propertyType, bedrooms, price }: Held): string => {
  const rooms = `${(bedrooms ?? 0) - 1} to ${(bedrooms ?? 0) + 1} bed`;
  return `${rooms} ${propertyType.toLowerCase()} in ${address.city ?? ""} under ${Math.ceil((price ?? 0) * 1.2)}`;
};

/** What Elasticsearch is asked directly, where a path lets it compete alone. */
async function engineRequests(contestant: Contestant, connections: number, path: string): Promise<Made[][]> {
  const queries = await peerQueries();
  return overHeld(contestant, connections, (held) => {
    if (path === "similar") return post("/_search", queries.similarQuery(held, 5));
    if (path === "aggregations") return post("/_search", queries.aggregationsQuery("active"));
    return post("/_search", queries.searchQuery({ filters: filtersFor(held) }, "none"));
  });
}

/** Requests by API key; Elasticsearch alone gets its own. */
const byKey =
  (make: (contestant: Contestant, connections: number) => Made[][], engine = ""): Path["requests"] =>
  async (contestant, connections) =>
    contestant.name === "engine"
      ? signed(contestant, await engineRequests(contestant, connections, engine), "key")
      : signed(contestant, make(contestant, connections), "key");

/** Asks once for the ETag, then only whether it still holds. */
const unchanged: Path["requests"] = async (contestant, connections) => {
  const [url = ""] = contestant.urls;
  const path = "/properties/aggregations";
  const authorization = `Bearer ${contestant.keys[0] ?? ""}`;
  const response = await fetch(url + path, { headers: { authorization, ...accepted } });
  await response.arrayBuffer();
  const etag = response.headers.get("etag");
  if (etag === null) throw new Error("the answer has no ETag");
  return signed(contestant, same(connections, { ...get(path), headers: { "if-none-match": etag } }), "key");
};

interface Shown {
  title: string;
  price: number;
}
const shown = ({ title, price }: Shown): unknown => [title, price];
const everyShown = (answer: readonly Shown[]): unknown => answer.map(shown);
const found = (answer: { data: Shown[]; total: { value: number } }): unknown => [
  answer.total.value,
  answer.data.map(shown),
];
const counted = (answer: {
  totalProperties: number;
  byCity: Record<string, unknown>;
  availableCities: string[];
}): unknown => [answer.totalProperties, answer.byCity[largestCity], answer.availableCities.length];

const newListings = (count: number): object[] =>
  [...makeListings(count, 99)].map((listing) => ({ ...listing, externalId: null }));

const writes: readonly Path[] = [
  {
    name: "create",
    title: "POST /properties",
    note: "Plat answers when the listing, its event and its place in the queue for the index are stored; the others index after the answer, in the same process, and lose that with it. The CPU includes the indexing that follows.",
    ground: "data",
    contestants: ["plat", "nest", "moleculer", "express", "bare"],
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
    note: "Listings a second. The driver alone calls insertMany with the same rows and does nothing else.",
    ground: "data",
    contestants: ["plat", "nest", "moleculer", "express", "bare", "driver"],
    status: 200,
    connections: batchConnections,
    rows: batchRows,
    isWrite: true,
    requests: byKey((_, connections) =>
      same(connections, post("/properties/batch", { mode: "create", items: newListings(batchRows) })),
    ),
  },
];

const aggregated: Omit<Path, "name" | "title" | "note"> = {
  ground: "data",
  contestants: ["plat", "nest", "moleculer", "express", "engine"],
  status: 200,
  essence: counted,
  requests: byKey((_, connections) => same(connections, get("/properties/aggregations")), "aggregations"),
};

/** In the order in which they are run: what changes data comes last. */
export const paths: readonly Path[] = [
  {
    name: "fixed",
    title: "Fixed answer of 2 KB over the bus, API key",
    note: "Credential, quota in three windows, usage and the hop over NATS; Express and the bare server have no hop.",
    ground: "fixed",
    contestants: ["plat", "nest", "moleculer", "express", "bare"],
    status: 200,
    aims: { nest: 3, moleculer: 1.7 },
    requests: fixed("key"),
  },
  {
    name: "fixed-session",
    title: "Fixed answer of 2 KB over the bus, session token",
    note: "Plat verifies EdDSA and sees an ended session at once; the others verify HS256 and see no ending.",
    ground: "fixed",
    contestants: ["plat", "nest", "moleculer", "express"],
    status: 200,
    requests: fixed("session"),
  },
  {
    name: "get",
    title: "GET /properties/:id",
    note: "Another listing with every request.",
    ground: "data",
    contestants: ["plat", "nest", "moleculer", "express", "bare"],
    status: 200,
    essence: shown,
    aims: { nest: 4, express: 2.5 },
    requests: byKey((contestant, connections) =>
      overHeld(contestant, connections, ({ id }) => get(`/properties/${id}`)),
    ),
  },
  {
    name: "similar",
    title: "GET /properties/:id/similar",
    note: "Five similar listings; the reference comes from the store.",
    ground: "data",
    contestants: ["plat", "nest", "moleculer", "express", "engine"],
    status: 200,
    essence: everyShown,
    aims: { nest: 1.7, express: 1.1 },
    requests: byKey(
      (contestant, connections) => overHeld(contestant, connections, ({ id }) => get(`/properties/${id}/similar`)),
      "similar",
    ),
  },
  {
    name: "aggregations",
    title: "GET /properties/aggregations",
    note: "Plat keeps the answer until the index changes, for a second at most, and compressed for who takes gzip, as the load does; the others ask Elasticsearch each time, which keeps it too.",
    ...aggregated,
  },
  {
    name: "aggregations-uncached",
    title: "GET /properties/aggregations, cached by Plat alone",
    note: "As above, with Elasticsearch's own cache switched off, as if the index changed between any two requests.",
    ...aggregated,
    aims: { nest: 60 },
    withoutEngineCache: true,
  },
  {
    name: "aggregations-cached",
    title: "GET /properties/aggregations, both cached",
    note: "NestJS with its CacheInterceptor for a second.",
    ground: "data",
    contestants: ["plat", "nest"],
    status: 200,
    essence: counted,
    requests: byKey(({ name }, connections) =>
      same(connections, get(`/properties/aggregations${name === "nest" ? "-cached" : ""}`)),
    ),
  },
  {
    name: "aggregations-304",
    title: "GET /properties/aggregations with If-None-Match",
    note: "304 from all; the others make the whole answer first, with Elasticsearch's own cache switched off.",
    ground: "data",
    contestants: ["plat", "nest", "express"],
    status: 304,
    withoutEngineCache: true,
    aims: { nest: 120 },
    requests: unchanged,
  },
  {
    name: "search",
    title: "POST /properties/search, structured",
    note: "Type, city, bedrooms and price; 20 listings and the exact total.",
    ground: "data",
    contestants: ["plat", "nest", "moleculer", "express", "engine"],
    status: 200,
    essence: found,
    requests: byKey(
      (contestant, connections) =>
        overHeld(contestant, connections, (held) => post("/properties/search", { filters: filtersFor(held) })),
      "search",
    ),
  },
  {
    name: "nl-search",
    title: "POST /properties/search in plain language",
    note: "“2 to 4 bed house in … under 600000”. None of the others has it: they run the structured search of the same meaning.",
    ground: "data",
    contestants: ["plat", "nest", "moleculer", "express"],
    status: 200,
    essence: ({ total }: { total: { value: number } }) => total.value,
    requests: byKey((contestant, connections) =>
      overHeld({ ...contestant, held: contestant.held.filter(isSayable) }, connections, (held) =>
        post("/properties/search", contestant.name === "plat" ? { query: said(held) } : { filters: filtersFor(held) }),
      ),
    ),
  },
  ...writes,
];

/** Measured one request at a time, after everything cached has been dropped. */
export const coldPath = "aggregations-cold";
