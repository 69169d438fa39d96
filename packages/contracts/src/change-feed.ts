import { z } from "zod";
import { instant, pageLimit, uuid } from "./primitives.ts";

export const changeTypes = [
  "property.created",
  "property.updated",
  "property.status_changed",
  "property.price_changed",
  "property.deleted",
  "agent.created",
  "agent.updated",
  "agent.deleted",
  "ad.created",
  "ad.updated",
  "ad.deleted",
] as const;
export const changeEvent = z.object({
  id: z.string(),
  sequence: z.int(),
  type: z.enum(changeTypes),
  at: instant,
  subject: z.object({ kind: z.enum(["property", "agent", "ad"]), id: uuid }),
  /** The changed fields with their previous and new values. */
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
});
export type ChangeEvent = z.infer<typeof changeEvent>;
export const eventQuery = z.object({
  after: z.int().min(0).default(0).describe("`nextAfter` of the previous page."),
  types: z.array(z.enum(changeTypes)).max(changeTypes.length).optional().describe("Return only events of these types."),
  limit: pageLimit,
  wait: z
    .int()
    .min(0)
    .max(20)
    .default(0)
    .describe("Seconds to wait for a new event before responding with an empty page (long polling)."),
});
export const eventPage = z.object({
  data: z.array(changeEvent),
  page: z.object({
    limit: z.int(),
    nextAfter: z
      .int()
      .describe(
        "Sequence to pass as `after` in the next request, even if there are no new events. If `after` is beyond the end of the feed, this is the end of the feed.",
      ),
  }),
});
