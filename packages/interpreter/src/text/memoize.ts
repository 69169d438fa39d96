import type { TaggedQuery } from "./tagged-query.ts";

/** Memoizes a pure function of a token: several rules ask for the same amount or name at a token. */
export function memoizeByToken<T>(read: (query: TaggedQuery, i: number) => T): (query: TaggedQuery, i: number) => T {
  const memo = new WeakMap<TaggedQuery, { value: T }[]>();
  return (query, i) => {
    let values = memo.get(query);
    if (values === undefined) memo.set(query, (values = []));
    return (values[i] ??= { value: read(query, i) }).value;
  };
}
