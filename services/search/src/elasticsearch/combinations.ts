import type { Audience, ListingIndex } from "../domain/query.ts";

/** A combination of field values, in the order of the requested fields, and the number of listings that have it. */
export interface Combination {
  values: (string | null)[];
  count: number;
}

interface Page {
  rows: { after_key?: Record<string, unknown>; buckets: { key: Record<string, string | null>; doc_count: number }[] };
}
const pageMax = 5_000;

/**
 * Reads all combinations of field values page by page with a composite aggregation: slower than `terms`, but exact for
 * any number of values.
 * @param options `includeMissing`: also return combinations in which any field but the first has no value (null)
 */
export async function* readCombinations(
  listings: ListingIndex,
  audience: Audience,
  fields: readonly [string, ...string[]],
  { includeMissing = false } = {},
): AsyncGenerator<Combination[]> {
  const sources = fields.map((field, at) => ({
    [field]: { terms: { field, missing_bucket: includeMissing && at > 0 } },
  }));
  let after: Record<string, unknown> | undefined;
  do {
    const composite = { sources, size: pageMax, ...(after === undefined ? {} : { after }) };
    const { aggregations } = await listings.search<Page>({ audience, size: 0, aggs: { rows: { composite } } });
    const { buckets, after_key: last } = aggregations.rows;
    yield buckets.map(({ key, doc_count: count }) => ({ values: fields.map((field) => key[field] ?? null), count }));
    after = last;
  } while (after !== undefined);
}
