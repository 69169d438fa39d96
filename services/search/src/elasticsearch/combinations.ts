import type { Audience, Listings } from "./listing-index.ts";

/** Values of some fields, in the order in which they were asked for, and how many listings have all of them. */
export interface Combination {
  values: (string | null)[];
  count: number;
}

interface Page {
  rows: { after_key?: Record<string, unknown>; buckets: { key: Record<string, string | null>; doc_count: number }[] };
}
const pageMax = 5_000;

/**
 * All that there are among the listings of an audience, page by page: slower than terms, but exact for any number.
 * @param options `lacking`: listings that lack a value count too, with null, but for those that lack the first one
 */
export async function* combinations(
  listings: Listings,
  audience: Audience,
  fields: readonly [string, ...string[]],
  { lacking = false } = {},
): AsyncGenerator<Combination[]> {
  const sources = fields.map((field, at) => ({ [field]: { terms: { field, missing_bucket: lacking && at > 0 } } }));
  let after: Record<string, unknown> | undefined;
  do {
    const composite = { sources, size: pageMax, ...(after === undefined ? {} : { after }) };
    const { aggregations } = await listings.search<Page>({ audience, size: 0, aggs: { rows: { composite } } });
    const { buckets, after_key: last } = aggregations.rows;
    yield buckets.map(({ key, doc_count: count }) => ({ values: fields.map((field) => key[field] ?? null), count }));
    after = last;
  } while (after !== undefined);
}
