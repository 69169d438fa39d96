import { z } from "zod";
import { cursor, email, instant, name, page, pageLimit, phone, storedUrl, text, uuid, webUrl } from "./primitives.ts";

/** Fields that a client may write. */
const writableFields = {
  name: name(200),
  email: email.nullable(),
  phone: phone.nullable(),
  photoUrl: webUrl.nullable(),
  licenseNumber: text(100).nullable(),
  languages: z.array(name(50)).max(50),
};
export const agent = z.object({
  id: uuid,
  organizationId: uuid,
  ...writableFields,
  photoUrl: storedUrl.nullable(),
  activeListings: z.int(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
});
export type Agent = z.infer<typeof agent>;
export const agentCreate = z
  .object({ ...writableFields, languages: writableFields.languages.meta({ default: [] }) })
  .partial()
  .required({ name: true });
export const agentPatch = z.object({ ...writableFields, languages: writableFields.languages.nullable() }).partial();
export const agentPage = page(agent);
export const agentListQuery = z.object({ limit: pageLimit, cursor: cursor.optional() });
