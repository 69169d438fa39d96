import { z } from "zod";
import { currency, instant, name, phone, storedUrl, uuid, webUrl } from "./primitives.ts";

export const brandingMembers = {
  displayName: name(200).nullable(),
  logoUrl: storedUrl.nullable(),
  primaryColor: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, { message: "must be a hexadecimal color, for example `#1A2B3C`" })
    .nullable(),
  website: storedUrl.nullable(),
  phone: phone.nullable(),
};
export const branding = z.object(brandingMembers);
const brandingPatch = branding.extend({ logoUrl: webUrl.nullable(), website: webUrl.nullable() }).partial();
export const organization = z.object({
  id: uuid,
  name: z.string(),
  branding,
  defaultCurrency: currency.nullable(),
  createdAt: instant,
  version: z.int(),
});
export type Organization = z.infer<typeof organization>;
export const organizationPatch = z.object({
  name: name(200).optional(),
  branding: brandingPatch.nullable().optional(),
  defaultCurrency: currency.nullable().optional(),
});
