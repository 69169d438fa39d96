import { z } from "zod";
import { aggregations } from "./aggregations.ts";
import { endpoint } from "./endpoint.ts";
import { uuid } from "./primitives.ts";
import {
  aggregationQuery,
  searchResponse,
  searchRequest,
  similarQuery,
  similarResult,
  suggestQuery,
  suggestResult,
} from "./search.ts";

const read = { auth: "any", scope: "read", quota: "listings", tag: "Search" } as const;

/** Endpoints of the search service. */
export const searchContract = {
  aggregate: endpoint({
    ...read,
    subject: "search.v1.aggregate",
    http: { method: "GET", path: "/properties/aggregations", status: 200 },
    summary: "Count listings by city, region, type and category",
    description:
      "Counts the listings of all organizations in the given status. The result contains only numbers and names.",
    query: aggregationQuery,
    output: aggregations,
    etag: true,
    serialized: true,
  }),
  similar: endpoint({
    ...read,
    subject: "search.v1.similar",
    http: { method: "GET", path: "/properties/:id/similar", status: 200 },
    summary: "List similar listings",
    description:
      "Returns listings of the same type and category that are in the same city or community, differ by at most one bedroom, and differ in price by at most 25 % (inclusive; in the same currency if both listings have one). A criterion is skipped if the reference listing lacks its value. The results are sorted by `publishedAt`, newest first, then by id. There can be fewer than `limit` results if listings are very large. `matchedOn` lists the criteria that a result meets.",
    params: z.object({ id: uuid }),
    query: similarQuery,
    output: similarResult,
    errors: ["not_found"],
  }),
  search: endpoint({
    ...read,
    subject: "search.v1.search",
    http: { method: "POST", path: "/properties/search", status: 200 },
    summary: "Search listings by natural language, filters, location and text",
    description:
      "Expensive searches (facets, map clusters, many words, long lists, polygons with many points) of one organization are limited in concurrency. A search that has waited for two seconds is rejected with status 429. A `query` is rejected with status 422 only if nothing in it is recognized; a known place is sufficient.",
    body: searchRequest,
    output: searchResponse,
    errors: ["not_a_property_query"],
  }),
  suggest: endpoint({
    ...read,
    subject: "search.v1.suggest",
    http: { method: "GET", path: "/properties/suggest", status: 200 },
    summary: "Suggest places and property types for type-ahead",
    query: suggestQuery,
    output: suggestResult,
  }),
};
