import { is, type Filters, type Mention } from "../model.ts";
import { SALE_DATE_NOTE } from "../readers/date.ts";
import type { Reducer } from "./reducer.ts";

type DateMention = Mention<"date">;

/**
 * When listings were published and changed. The strictest limit of several applies. "sold in the last 6 months": the date of a
 * sale is not stored, but what was sold since then has changed since then.
 */
export const reduceDates: Reducer = (_query, mentions) => {
  const dates = mentions.filter((one): one is DateMention => is(one, "date"));
  const past = mentions.some((one) => is(one, "status") && ["sold", "rented", "pending"].includes(one.value));
  const ofSale = past && !dates.some(({ value }) => value.publishedAfter !== undefined && value.ofListing);
  const moved = dates.map(({ value }) => (ofSale ? asChange(value) : value));
  const filters: Filters = {
    ...latest("publishedAfter", moved),
    ...earliest("publishedBefore", moved),
    ...latest("updatedAfter", moved),
  };
  const noted = ofSale && dates.some(({ value }) => value.publishedAfter !== undefined);
  return { filters, notes: noted ? [SALE_DATE_NOTE] : [] };
};

type Value = DateMention["value"];

function asChange({ publishedAfter, ...value }: Value): Value {
  return publishedAfter === undefined ? value : { ...value, field: "updatedAfter", updatedAfter: publishedAfter };
}

const moments = (field: Exclude<keyof Filters & keyof Value, "field">, values: readonly Value[]): string[] =>
  values.flatMap((value) => value[field] ?? []).toSorted();

function latest(field: "publishedAfter" | "updatedAfter", values: readonly Value[]): Filters {
  const moment = moments(field, values).at(-1);
  return moment === undefined ? {} : { [field]: moment };
}

function earliest(field: "publishedBefore", values: readonly Value[]): Filters {
  const moment = moments(field, values)[0];
  return moment === undefined ? {} : { [field]: moment };
}
