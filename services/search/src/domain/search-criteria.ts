import {
  defaultPageSize,
  type GeoFilter,
  type Interpretation,
  type SearchFilters,
  type SearchRequest,
} from "@plat/contracts";
import type { SortKey } from "./sorting.ts";

/** An interpreted query in plain language. */
export interface Interpreted {
  interpretation: Interpretation;
  /** Words that affect only the score. */
  boostTerms: string[];
}

/** The effective criteria of a search: explicit members of the request take precedence over interpreted ones. */
export interface SearchCriteria {
  filters: SearchFilters;
  geo: GeoFilter | undefined;
  text: string | undefined;
  sort: readonly SortKey[] | undefined;
  limit: number;
  boostTerms: string[];
}

/** Merges the request with the interpretation of its query, filter by filter. */
export function mergeCriteria(request: SearchRequest, interpreted: Interpreted | undefined): SearchCriteria {
  const parsed = interpreted?.interpretation;
  const limit = request.limit ?? parsed?.limit ?? defaultPageSize;
  return {
    filters: { ...parsed?.filters, ...request.filters },
    geo: request.geo ?? parsed?.geo,
    text: request.text ?? parsed?.text,
    sort: request.sort ?? parsed?.sort,
    limit: Math.min(100, Math.max(1, limit)),
    boostTerms: interpreted?.boostTerms ?? [],
  };
}
