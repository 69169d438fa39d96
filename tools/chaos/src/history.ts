/** What a listing can be: its value, or null when it is not there. */
export type State = string | null;

/** One listing as its only writer knows it. */
export interface Tracked {
  /** The Idempotency-Key of its creation; stands in the listing too. */
  key: string;
  /** Undefined while no creation was acknowledged. */
  id: string | undefined;
  /** All that it may be: one state when everything was answered, more after answers that never came. */
  possible: Set<State>;
}

/** A listing as it was found in the store or in the index. */
export interface Found {
  id: string;
  key: string;
  value: string;
  version: number;
}

export interface Judgement {
  /** Acknowledged, and not there. */
  lost: string[];
  /** There with a value that was replaced by an acknowledged one. */
  overwritten: string[];
  /** Deleted, and there again. */
  resurrected: string[];
  /** More than one listing of one Idempotency-Key. */
  doubled: string[];
  /** Nobody wrote it. */
  foreign: string[];
  /** Listings whose last outcome is unknown, by what was found. */
  unknown: { happened: number; not: number };
}

/** Compares what is there with all that can be. */
export function judge(tracked: Iterable<Tracked>, found: readonly Found[]): Judgement {
  const result: Judgement = {
    lost: [],
    overwritten: [],
    resurrected: [],
    doubled: [],
    foreign: [],
    unknown: { happened: 0, not: 0 },
  };
  const byKey = Map.groupBy(found, ({ key }) => key);
  for (const { key, id, possible } of tracked) {
    const there = byKey.get(key) ?? [];
    byKey.delete(key);
    const others = there.filter((each) => id !== undefined && each.id !== id);
    if (there.length > 1 || others.length > 0)
      result.doubled.push(`${key}: ${there.map((each) => each.id).join(" and ")}, acknowledged ${id ?? "none"}`);
    const [one] = there;
    const state = one?.value ?? null;
    if (possible.has(state)) {
      if (possible.size > 1) result.unknown[state === newest(possible) ? "happened" : "not"]++;
      continue;
    }
    const told = `${key} (${id ?? "no id"}): found ${state ?? "nothing"}, possible ${[...possible].join(" or ")}`;
    if (state === null) result.lost.push(told);
    else if (possible.size === 1 && possible.has(null)) result.resurrected.push(told);
    else result.overwritten.push(told);
  }
  for (const [key, there] of byKey) result.foreign.push(`${key}: ${there.map(({ id }) => id).join(", ")}`);
  return result;
}

/** What was tried last is added last. */
const newest = (possible: ReadonlySet<State>): State | undefined => [...possible].at(-1);

/** Listings that store and index show differently. */
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
  if (index.length !== right.size) result.push(`search gave ${index.length - right.size} listings twice`);
  if (store.length !== left.size) result.push(`the store gave ${store.length - left.size} listings twice`);
  return result;
}
