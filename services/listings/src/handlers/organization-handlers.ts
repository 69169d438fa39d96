import { notFound, type Organization } from "@plat/contracts";
import { assertIfMatch } from "@plat/kit";
import { jsonEquals } from "../domain/json-equals.ts";
import { newOrganization, type OrganizationRecord, patchOrganization } from "../domain/organization.ts";
import { syncOrganizationName } from "../jobs/name-sync.ts";
import { retryOnConflict } from "../writing/write-conflict.ts";
import { type Dependencies, type ListingsHandlers, organizationOf } from "./dependencies.ts";

type Handled = "getOrganization" | "updateOrganization";

/** Attempts of one write before it fails because of concurrent writers. */
const maxAttempts = 60;
/** Returned while the name of the sign-up is not available. Never stored. */
const placeholderName = "Organization";

/** Handlers of organizations. */
export function organizationHandlers(dependencies: Dependencies): Pick<ListingsHandlers, Handled> {
  const { organizations, fetchSignUpName, notifyBrandingChanged, now } = dependencies;

  /**
   * Returns an organization's record. Creates it on first use, and sets its name to that of the sign-up if it has none.
   */
  const getOrCreate = async (id: string): Promise<OrganizationRecord> => {
    if ((await organizations.get(id)) === undefined) await organizations.insert(newOrganization(id, now()));
    let organization = await organizations.get(id);
    if (organization === undefined) throw notFound("organization");
    if (organization.name === null) {
      const name = await fetchSignUpName(id);
      if (name !== undefined) {
        await organizations.backfillName(id, name);
        organization = (await organizations.get(id)) ?? organization;
      }
    }
    return organization;
  };
  const toResponse = (organization: OrganizationRecord): Organization => ({
    ...organization,
    name: organization.name ?? placeholderName,
  });

  return {
    async getOrganization({ caller }) {
      const organization = await getOrCreate(organizationOf(caller));
      return { version: organization.version, body: toResponse(organization) };
    },

    async updateOrganization({ caller, body, ifMatch }) {
      const id = organizationOf(caller);
      const organization = await retryOnConflict("organization", maxAttempts, async () => {
        const before = await getOrCreate(id);
        assertIfMatch(ifMatch, before.version);
        const after = patchOrganization(before, body);
        if (after === undefined) return before;
        if (!(await organizations.update(before, after))) return undefined;
        if (!jsonEquals(before.branding, after.branding)) notifyBrandingChanged(id);
        // The sweeper repeats a failed synchronisation.
        if (before.name !== after.name) await syncOrganizationName(dependencies, after).catch(() => undefined);
        return after;
      });
      return { version: organization.version, body: toResponse(organization) };
    },
  };
}
