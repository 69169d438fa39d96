import type { searchContract } from "@plat/contracts";
import type { Handlers } from "@plat/kit";
import { typeAhead } from "../domain/type-ahead.ts";
import type { QueryNames } from "./interpret-query.ts";

/** Handles GET /properties/suggest: type-ahead for names of places and property types. */
export const suggestNames =
  ({ names }: { names: Pick<QueryNames, "shared"> }): Handlers<typeof searchContract>["suggest"] =>
  async ({ query }) => {
    const { entries } = await names.shared();
    return {
      body: {
        data: typeAhead(entries, query.q, query.limit).map(({ kind, value, count }) => ({ kind, value, count })),
      },
    };
  };
