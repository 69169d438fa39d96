import type { adCreate, adPatch, agentCreate, agentPatch, organizationPatch } from "@plat/contracts";
import { type Ad, invalid, type Organization } from "@plat/contracts";
import type { z } from "zod";
import type { AgentRecord } from "./change-events.ts";
import { same } from "./property.ts";

interface Facts {
  id: string;
  organizationId: string;
  now: string;
}

export function newAgent(input: z.output<typeof agentCreate>, { id, organizationId, now }: Facts): AgentRecord {
  return {
    id,
    organizationId,
    name: input.name,
    email: input.email ?? null,
    phone: input.phone ?? null,
    photoUrl: input.photoUrl ?? null,
    licenseNumber: input.licenseNumber ?? null,
    languages: input.languages ?? [],
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** The agent after a merge patch, with the next version; undefined when nothing changes. */
export function patchAgent(
  before: AgentRecord,
  patch: z.output<typeof agentPatch>,
  now: string,
): AgentRecord | undefined {
  const after: AgentRecord = {
    ...before,
    ...(given(patch) as Partial<AgentRecord>),
    languages: patch.languages === undefined ? before.languages : (patch.languages ?? []),
  };
  return same(before, after) ? undefined : { ...after, updatedAt: now, version: before.version + 1 };
}

/** Most ads of one listing: they live in one document with it. */
export const adsMax = 100;

export function newAd(input: z.output<typeof adCreate>, facts: { id: string; propertyId: string; now: string }): Ad {
  const ad: Ad = {
    id: facts.id,
    propertyId: facts.propertyId,
    status: input.status ?? "active",
    headline: input.headline,
    body: input.body ?? null,
    imageUrl: input.imageUrl ?? null,
    targetUrl: input.targetUrl ?? null,
    platform: input.platform ?? null,
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
    createdAt: facts.now,
  };
  requirePeriod(ad);
  return ad;
}

/** The ad after a merge patch; undefined when nothing changes. */
export function patchAd(before: Ad, patch: z.output<typeof adPatch>): Ad | undefined {
  const after: Ad = { ...before, ...(given(patch) as Partial<Ad>) };
  requirePeriod(after);
  return same(before, after) ? undefined : after;
}

/** @throws AppError `validation_failed` when an ad would end before it starts. */
function requirePeriod({ startsAt, endsAt }: Ad): void {
  if (startsAt !== null && endsAt !== null && endsAt < startsAt)
    throw invalid([{ in: "body", pointer: "/endsAt", detail: "must not be before startsAt" }]);
}

const noBranding: Organization["branding"] = {
  displayName: null,
  logoUrl: null,
  primaryColor: null,
  website: null,
  phone: null,
};

/** What listings keeps of an organization. Its name is null until somebody tells it. */
export type OrganizationRecord = Omit<Organization, "name"> & { name: string | null };

export const newOrganization = (id: string, now: string): OrganizationRecord => ({
  id,
  name: null,
  branding: noBranding,
  defaultCurrency: null,
  createdAt: now,
  version: 1,
});

/** The organization after a merge patch, with the next version; undefined when nothing changes. */
export function patchOrganization(
  before: OrganizationRecord,
  patch: z.output<typeof organizationPatch>,
): OrganizationRecord | undefined {
  const after: OrganizationRecord = {
    ...before,
    name: patch.name ?? before.name,
    branding: patch.branding === null ? noBranding : { ...before.branding, ...given(patch.branding ?? {}) },
    defaultCurrency: patch.defaultCurrency === undefined ? before.defaultCurrency : patch.defaultCurrency,
  };
  return same(before, after) ? undefined : { ...after, version: before.version + 1 };
}

const given = (patch: object): object =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
