import { z } from "zod";
import { instant, name, page, storedUrl, text, timestamp, uuid, webUrl } from "./primitives.ts";

/** Fields that a client may write. An ad counts as active if its status is `active` and the current time is within `startsAt..endsAt`. */
const writableFields = {
  status: z.enum(["active", "paused", "ended"]),
  headline: name(200),
  body: text(2000).nullable(),
  imageUrl: webUrl.nullable(),
  targetUrl: webUrl.nullable(),
  platform: text(100).nullable(),
  startsAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
};
export const ad = z.object({
  id: uuid,
  propertyId: uuid,
  ...writableFields,
  imageUrl: storedUrl.nullable(),
  targetUrl: storedUrl.nullable(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  createdAt: instant,
});
export type Ad = z.infer<typeof ad>;
export const adCreate = z
  .object({ ...writableFields, status: writableFields.status.meta({ default: "active" }) })
  .partial()
  .required({ headline: true });
export const adPatch = z.object(writableFields).partial();
export const adPage = page(ad);
