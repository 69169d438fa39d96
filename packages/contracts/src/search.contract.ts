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
    description: "Counts listings of every organization in the status asked for: numbers and names, no listing.",
    query: aggregationQuery,
    output: aggregations,
    etag: true,
    serialized: true,
  }),
  similar: endpoint({
    ...read,
    subject: "search.v1.similar",
    http: { method: "GET", path: "/properties/:id/similar", status: 200 },
    summary: "Listings like this one",
    description:
      "Of the same type and category: in the same city or community, with at most one bedroom more or less, at a price at most 25 % off (both ends included; where both name a currency, the same one). A rule whose value this listing lacks is left out. Newest `publishedAt` first, then by id, fewer than `limit` where they are very large; `matchedOn` says what holds.",
    params: z.object({ id: uuid }),
    query: similarQuery,
    output: similarResult,
    errors: ["not_found"],
  }),
  search: endpoint({
    ...read,
    subject: "search.v1.search",
    http: { method: "POST", path: "/properties/search", status: 200 },
    summary: "Search by plain language, filters, place and text",
    description:
      "Large searches of one organization (facets, a map, many words, long lists, polygons of many points) wait for each other; one whose turn has not come after two seconds is a 429.",
    body: searchRequest,
    output: searchResponse,
    errors: ["not_a_property_query"],
  }),
  suggest: endpoint({
    ...read,
    subject: "search.v1.suggest",
    http: { method: "GET", path: "/properties/suggest", status: 200 },
    summary: "Places and types that start like this, for type-ahead",
    query: suggestQuery,
    output: suggestResult,
  }),
};
