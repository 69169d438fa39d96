/** The state of a listing: its value, or null if it does not exist. */
export type State = string | null;

/** One listing as recorded by its only writer. */
export interface Tracked {
  /** The Idempotency-Key of its creation, which is also stored in the listing. */
  key: string;
  /** Undefined until a creation is acknowledged. */
  id: string | undefined;
  /** All states it may be in: one if every write was acknowledged or rejected, more after missing responses. */
  possible: Set<State>;
}

/** A listing as read from the store or from the index. */
export interface Found {
  id: string;
  key: string;
  value: string;
  version: number;
}

export interface Comparison {
  /** Acknowledged but missing. */
  lost: string[];
  /** Present with a value that an acknowledged write replaced. */
  overwritten: string[];
  /** Deleted but present again. */
  resurrected: string[];
  /** More than one listing of one Idempotency-Key. */
  duplicated: string[];
  /** Written by no client. */
  foreign: string[];
  /** Listings whose last write has an unknown outcome, by whether the write took effect. */
  unknown: { happened: number; not: number };
}

/** Compares the listings found with all states that the recorded history allows. */
export function compareWithHistory(tracked: Iterable<Tracked>, found: readonly Found[]): Comparison {
  const result: Comparison = {
    lost: [],
    overwritten: [],
    resurrected: [],
    duplicated: [],
    foreign: [],
    unknown: { happened: 0, not: 0 },
  };
  const byKey = Map.groupBy(found, ({ key }) => key);
  for (const { key, id, possible } of tracked) {
    const there = byKey.get(key) ?? [];
    byKey.delete(key);
    const others = there.filter((each) => id !== undefined && each.id !== id);
    if (there.length > 1 || others.length > 0)
      result.duplicated.push(`${key}: ${there.map((each) => each.id).join(" and ")}, acknowledged ${id ?? "none"}`);
    const [one] = there;
    const state = one?.value ?? null;
    if (possible.has(state)) {
      if (possible.size > 1) result.unknown[state === newest(possible) ? "happened" : "not"]++;
      continue;
    }
    const message = `${key} (${id ?? "no id"}): found ${state ?? "nothing"}, possible ${[...possible].join(" or ")}`;
    if (state === null) result.lost.push(message);
    else if (possible.size === 1 && possible.has(null)) result.resurrected.push(message);
    else result.overwritten.push(message);
  }
  for (const [key, there] of byKey) result.foreign.push(`${key}: ${there.map(({ id }) => id).join(", ")}`);
  return result;
}

/** The state of the last attempted write is added last. */
const newest = (possible: ReadonlySet<State>): State | undefined => [...possible].at(-1);

/** Differences between the listings of the store and those of the index, one line each. */
export function differences(store: readonly Found[], index: readonly Found[]): string[] {
  const left = new Map(store.map((each) => [each.id, each]));
  const right = new Map(index.map((each) => [each.id, each]));
  const result: string[] = [];
  for (const [id, one] of left) {
    const other = right.get(id);
    if (other === undefined) result.push(`${id}: not found by search`);
    else if (one.value !== other.value || one.version !== other.version)
      result.push(`${id}: version ${one.version} in the store, ${other.version} in search`);
  }
  for (const id of right.keys()) if (!left.has(id)) result.push(`${id}: found by search, not in the store`);
  if (index.length !== right.size) result.push(`search returned ${index.length - right.size} listings twice`);
  if (store.length !== left.size) result.push(`the store returned ${store.length - left.size} listings twice`);
  return result;
}
