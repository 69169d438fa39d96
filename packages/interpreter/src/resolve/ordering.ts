import { is, type Conflict, type Mention, type Sort } from "../model.ts";
import type { Reducer } from "./reducer.ts";

/** Maximum number of results of a search. */
const resultsMax = 100;

/** The sort order: what is said to come first, then the rest in the order of the query. Opposite orders of a field are a contradiction. */
export const reduceSort: Reducer = (query, mentions) => {
  const wanted = mentions.filter((one): one is Mention<"sort"> => is(one, "sort") && one.polarity === "wanted");
  const ordered = [...wanted.filter(({ value }) => value.explicit), ...wanted.filter(({ value }) => !value.explicit)];
  const types = mentions.filter((one): one is Mention<"propertyType"> => is(one, "propertyType"));
  const onlyLand =
    types.length > 0 && types.every(({ value, polarity }) => polarity !== "wanted" || value.name === "land");
  const located = mentions.some((one) => is(one, "near") && one.polarity === "wanted");
  const sort: Sort[] = [];
  const conflicts: Conflict[] = [];
  for (const { value, from, to } of ordered) {
    const field = value.field === "area" && onlyLand ? "lotArea" : value.field;
    const held = sort.find((one) => one.field === field);
    if (held && held.order !== value.order)
      conflicts.push({
        field: "sort",
        detail: `"${query.slice(from, to)}" contradicts what came first, which is used`,
      });
    else if (field === "distance" && !located)
      conflicts.push({ field: "sort", detail: "no known place to measure the distance from" });
    else if (!held) sort.push({ field, order: value.order });
  }
  return { ...(sort.length > 0 ? { sort } : {}), conflicts };
};

/** The number of results: the first limit of the query. */
export const reduceLimit: Reducer = (_, mentions) => {
  const values = mentions.flatMap((one) => (is(one, "limit") && one.polarity === "wanted" ? one.value : []));
  const [first] = values;
  if (first === undefined) return {};
  const conflicts: Conflict[] = [];
  if (first > resultsMax)
    conflicts.push({ field: "limit", detail: `a search returns at most ${resultsMax} results, not ${first}` });
  if (values.some((value) => value !== first)) conflicts.push({ field: "limit", detail: "two limits; kept the first" });
  return { limit: Math.min(first, resultsMax), conflicts };
};
