import { baselineQueries } from "./frameworks/baselines.ts";
import type { Framework, StoredListing } from "./frameworks/framework.ts";
import type { LoadRequest } from "./load/job.ts";

/** Builds the requests of a workload. @returns a list per connection, sent round robin */
export type RequestBuilder = (framework: Framework, connections: number) => Promise<LoadRequest[][]>;

type RequestParts = Pick<LoadRequest, "method" | "path" | "body"> & { headers?: Record<string, string> };

const idsPerConnection = 64;

/** Builds requests for different listings per connection, with the same distribution for all frameworks. */
export function overListings(
  framework: Framework,
  connections: number,
  build: (listing: StoredListing) => RequestParts,
): RequestParts[][] {
  const { storedListings } = framework;
  return Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: idsPerConnection }, (__, at) => {
      const chosen = storedListings[(connection * 7_919 + at * 104_729) % storedListings.length];
      if (chosen === undefined) throw new Error(`${framework.name} has no listings`);
      return build(chosen);
    }),
  );
}

/** As browsers and HTTP clients send. Not for Elasticsearch alone, which would compress; its clients do not request that. */
const accepted = { "accept-encoding": "gzip" };

/** Adds credentials (one API key per connection, or the session) and Accept-Encoding. */
function withCredentials(
  { keys, session, name }: Framework,
  parts: readonly RequestParts[][],
  by: "key" | "session",
): LoadRequest[][] {
  const withCredential = name !== "bare" && name !== "elasticsearch";
  return parts.map((list, at) => {
    const credential = by === "session" ? session : (keys[at % keys.length] ?? "");
    const authorization = withCredential ? { authorization: `Bearer ${credential}` } : {};
    const encoding = name === "elasticsearch" ? {} : accepted;
    return list.map((each) => ({ ...each, headers: { ...each.headers, ...encoding, ...authorization } }));
  });
}

export const same = (connections: number, parts: RequestParts): RequestParts[][] =>
  Array.from({ length: connections }, () => [parts]);
export const get = (path: string): RequestParts => ({ method: "GET", path });
export const post = (path: string, body: object): RequestParts => ({
  method: "POST",
  path,
  body: JSON.stringify(body),
});

const fixedPath = ({ name }: Framework): string => (name === "plat" ? "/properties/stats/counts" : "/fixed");
export const fixed = (by: "key" | "session"): RequestBuilder => {
  return (framework, connections) =>
    Promise.resolve(withCredentials(framework, same(connections, get(fixedPath(framework))), by));
};

/** Filters that match a given listing, because Plat computes suggestions for searches without results. */
export const filtersFor = ({ address, propertyType, bedrooms, price }: StoredListing): object => ({
  propertyTypes: [propertyType],
  ...(address.city === null ? {} : { cities: [address.city] }),
  ...(bedrooms === null ? {} : { bedrooms: { min: Math.max(0, bedrooms - 1), max: bedrooms + 1 } }),
  ...(price === null ? {} : { price: { max: Math.ceil(price * 1.2) } }),
});

/** Whether a listing has all fields of the sentence, and more than one bedroom. */
export const isDescribable = ({ address, bedrooms, price }: StoredListing): boolean =>
  address.city !== null && bedrooms !== null && bedrooms > 1 && price !== null;
export const sentenceFor = ({ address, propertyType, bedrooms, price }: StoredListing): string => {
  const rooms = `${(bedrooms ?? 0) - 1} to ${(bedrooms ?? 0) + 1} bed`;
  return `${rooms} ${propertyType.toLowerCase()} in ${address.city ?? ""} under ${Math.ceil((price ?? 0) * 1.2)}`;
};

/** Requests that query Elasticsearch directly. */
async function elasticsearchRequests(
  framework: Framework,
  connections: number,
  path: string,
): Promise<RequestParts[][]> {
  const queries = await baselineQueries();
  return overListings(framework, connections, (listing) => {
    if (path === "similar") return post("/_search", queries.similarQuery(listing, 5));
    if (path === "aggregations") return post("/_search", queries.aggregationsQuery("active"));
    return post("/_search", queries.searchQuery({ filters: filtersFor(listing) }, "none"));
  });
}

/** Requests with API keys. Elasticsearch alone gets its own queries. */
export const byKey =
  (build: (framework: Framework, connections: number) => RequestParts[][], elasticsearch = ""): RequestBuilder =>
  async (framework, connections) =>
    framework.name === "elasticsearch"
      ? withCredentials(framework, await elasticsearchRequests(framework, connections, elasticsearch), "key")
      : withCredentials(framework, build(framework, connections), "key");

/** Requests the ETag once, then sends conditional requests. */
export const unchanged: RequestBuilder = async (framework, connections) => {
  const [url = ""] = framework.urls;
  const path = "/properties/aggregations";
  const authorization = `Bearer ${framework.keys[0] ?? ""}`;
  const response = await fetch(url + path, { headers: { authorization, ...accepted } });
  await response.arrayBuffer();
  const etag = response.headers.get("etag");
  if (etag === null) throw new Error("the response has no ETag");
  return withCredentials(framework, same(connections, { ...get(path), headers: { "if-none-match": etag } }), "key");
};
