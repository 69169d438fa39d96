import type { Organization, organizationPatch } from "@plat/contracts";
import type { z } from "zod";
import { definedMembers, jsonEquals } from "./json-equals.ts";

/** An organization as stored. Its name is null until the keys service has returned the name of the sign-up. */
export type OrganizationRecord = Omit<Organization, "name"> & { name: string | null };

const emptyBranding: Organization["branding"] = {
  displayName: null,
  logoUrl: null,
  primaryColor: null,
  website: null,
  phone: null,
};

/**
 * Creates version 1 of an organization's record.
 * @param now ISO 8601 UTC with milliseconds
 */
export const newOrganization = (id: string, now: string): OrganizationRecord => ({
  id,
  name: null,
  branding: emptyBranding,
  defaultCurrency: null,
  createdAt: now,
  version: 1,
});

/**
 * Applies a JSON merge patch (RFC 7396) and increments the version.
 * @returns undefined if the patch changes nothing
 */
export function patchOrganization(
  before: OrganizationRecord,
  patch: z.output<typeof organizationPatch>,
): OrganizationRecord | undefined {
  const after: OrganizationRecord = {
    ...before,
    name: patch.name ?? before.name,
    branding: patch.branding === null ? emptyBranding : { ...before.branding, ...definedMembers(patch.branding ?? {}) },
    defaultCurrency: patch.defaultCurrency === undefined ? before.defaultCurrency : patch.defaultCurrency,
  };
  return jsonEquals(before, after) ? undefined : { ...after, version: before.version + 1 };
}
