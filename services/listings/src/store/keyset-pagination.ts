/**
 * Keyset pagination. A page consists of at most three index ranges, each read by one query, so that no query sorts in
 * memory or skips documents, and deep pages cost as much as the first.
 */

/** One contiguous range of an index. */
export interface KeysetRange {
  filter: Record<string, unknown>;
  sort: Record<string, 1 | -1>;
}

export interface KeysetOrder {
  field: string;
  direction: 1 | -1;
  /** For nullable fields: a value below every value of the field. */
  lowerBound?: number | Date;
}

/** End of the previous page: value of the sort field, and id. */
export interface KeysetPosition {
  value: number | Date | null;
  id: string;
}

/**
 * Returns the index ranges after a position, in order: the rest of the documents with the same value, those with later
 * values, and those without a value. Documents without a value are last in both directions. Ties are broken by id, in the
 * direction of the sort.
 * @param after undefined for the first page
 */
export function keysetRanges(
  { field, direction, lowerBound }: KeysetOrder,
  after: KeysetPosition | undefined,
): KeysetRange[] {
  const beyond = direction === 1 ? "$gt" : "$lt";
  const ids = { _id: direction };
  const order = { [field]: direction, _id: direction };
  const withoutValue: KeysetRange[] = lowerBound === undefined ? [] : [{ filter: { [field]: null }, sort: ids }];
  if (after === undefined) {
    return [{ filter: lowerBound === undefined ? {} : { [field]: { $gt: lowerBound } }, sort: order }, ...withoutValue];
  }
  const sameValue: KeysetRange = { filter: { [field]: after.value, _id: { [beyond]: after.id } }, sort: ids };
  if (after.value === null) return [sameValue];
  const later = { [beyond]: after.value, ...(lowerBound === undefined || direction === 1 ? {} : { $gt: lowerBound }) };
  return [sameValue, { filter: { [field]: later }, sort: order }, ...withoutValue];
}

/** Reads ranges in order until there are `limit` documents. */
export async function readKeysetRanges<T>(
  ranges: readonly KeysetRange[],
  limit: number,
  read: (range: KeysetRange, limit: number) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const range of ranges) {
    if (found.length >= limit) break;
    found.push(...(await read(range, limit - found.length)));
  }
  return found;
}

/** Combines two filters. They may constrain the same field. */
export function andFilters(a: Record<string, unknown>, b: Record<string, unknown>): Record<string, unknown> {
  return Object.keys(a).some((key) => key in b) ? { $and: [a, b] } : { ...a, ...b };
}
