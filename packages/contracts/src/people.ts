import { z } from "zod";
import {
  currency,
  cursor,
  email,
  instant,
  name,
  page,
  pageLimit,
  phone,
  storedUrl,
  text,
  timestamp,
  uuid,
  webUrl,
} from "./primitives.ts";

/** Agents. */
const agentSettable = {
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
  ...agentSettable,
  photoUrl: storedUrl.nullable(),
  activeListings: z.int(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
});
export type Agent = z.infer<typeof agent>;
export const agentCreate = z
  .object({ ...agentSettable, languages: agentSettable.languages.meta({ default: [] }) })
  .partial()
  .required({ name: true });
export const agentPatch = z.object({ ...agentSettable, languages: agentSettable.languages.nullable() }).partial();
export const agentPage = page(agent);
export const agentListQuery = z.object({ limit: pageLimit, cursor: cursor.optional() });

/** Organizations. */
export const brandingMembers = {
  displayName: name(200).nullable(),
  logoUrl: storedUrl.nullable(),
  primaryColor: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, { message: "must be a colour like #1A2B3C" })
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

/** Ads of a property. An ad counts as active when its status says so and the present lies in `startsAt..endsAt`. */
const adSettable = {
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
  ...adSettable,
  imageUrl: storedUrl.nullable(),
  targetUrl: storedUrl.nullable(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  createdAt: instant,
});
export type Ad = z.infer<typeof ad>;
export const adCreate = z
  .object({ ...adSettable, status: adSettable.status.meta({ default: "active" }) })
  .partial()
  .required({ headline: true });
export const adPatch = z.object(adSettable).partial();
export const adPage = page(ad);

/** The change feed. */
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
  /** Before and after of each changed member. */
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
});
export type ChangeEvent = z.infer<typeof changeEvent>;
export const eventQuery = z.object({
  after: z.int().min(0).default(0).describe("`nextAfter` of the page before"),
  types: z.array(z.enum(changeTypes)).max(changeTypes.length).optional().describe("Only events of these types"),
  limit: pageLimit,
  wait: z.int().min(0).max(20).default(0).describe("Seconds to wait for something new before an empty answer"),
});
export const eventPage = z.object({
  data: z.array(changeEvent),
  page: z.object({
    limit: z.int(),
    nextAfter: z.int().describe("Always a place to go on from; the end of the feed where `after` lies beyond it"),
  }),
});
