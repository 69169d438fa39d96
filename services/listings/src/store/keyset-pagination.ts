/** One stretch of a list in an index: at most three queries make a page, and none sorts or skips anything. */
export interface Stretch {
  filter: Record<string, unknown>;
  sort: Record<string, 1 | -1>;
}

export interface Order {
  field: string;
  direction: 1 | -1;
  /** Smaller than any value that the field can have; for fields that can be null. */
  below?: number | Date;
}

/** Where the last page ended: value of the ordered field, and the id. */
export interface Place {
  value: number | Date | null;
  id: string;
}

/**
 * The stretches that follow a place, in order: the rest of equal values, then the values beyond, then what has no
 * value. Without a value comes last in both directions. Ids break ties in the direction of the sort.
 */
export function stretches({ field, direction, below }: Order, after: Place | undefined): Stretch[] {
  const beyond = direction === 1 ? "$gt" : "$lt";
  const ids = { _id: direction };
  const order = { [field]: direction, _id: direction };
  const valueless: Stretch[] = below === undefined ? [] : [{ filter: { [field]: null }, sort: ids }];
  if (after === undefined) {
    return [{ filter: below === undefined ? {} : { [field]: { $gt: below } }, sort: order }, ...valueless];
  }
  const rest: Stretch = { filter: { [field]: after.value, _id: { [beyond]: after.id } }, sort: ids };
  if (after.value === null) return [rest];
  const range = { [beyond]: after.value, ...(below === undefined || direction === 1 ? {} : { $gt: below }) };
  return [rest, { filter: { [field]: range }, sort: order }, ...valueless];
}

/** Reads stretches one after another until there are `limit` documents. */
export async function readStretches<T>(
  list: readonly Stretch[],
  limit: number,
  read: (stretch: Stretch, limit: number) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const stretch of list) {
    if (found.length >= limit) break;
    found.push(...(await read(stretch, limit - found.length)));
  }
  return found;
}

/** Both conditions; they may speak of the same field. */
export function both(a: Record<string, unknown>, b: Record<string, unknown>): Record<string, unknown> {
  return Object.keys(a).some((key) => key in b) ? { $and: [a, b] } : { ...a, ...b };
}
