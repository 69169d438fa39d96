import { notFound, type Organization } from "@plat/contracts";
import { requireVersion } from "@plat/kit";
import { setTimeout } from "node:timers/promises";
import { type Context, type ListingsHandlers, organizationOf } from "./context.ts";
import { newOrganization, type OrganizationRecord, patchOrganization } from "../domain/agent.ts";
import { same } from "../domain/property.ts";
import { Contended } from "../writing/listing-writer.ts";

type Handled = "getOrganization" | "updateOrganization";

/** Tries of one change against other writers. */
const triesMax = 60;
/** Milliseconds between two tries, times a random number below one. */
const pauseMs = 25;
/** Shown while nobody can tell the name; never kept. */
const unnamed = "Organization";

export function organizationHandlers(context: Context): Pick<ListingsHandlers, Handled> {
  const { organizations, signUpName, brandingChanged, now } = context;

  /** What is kept of an organization begins with its first use; its name is that of the sign-up until it is changed. */
  const ensure = async (id: string): Promise<OrganizationRecord> => {
    if ((await organizations.get(id)) === undefined) await organizations.insert(newOrganization(id, now()));
    let organization = await organizations.get(id);
    if (organization === undefined) throw notFound("organization");
    if (organization.name === null) {
      const name = await signUpName(id);
      if (name !== undefined) {
        await organizations.learnName(id, name);
        organization = (await organizations.get(id)) ?? organization;
      }
    }
    return organization;
  };
  const present = (organization: OrganizationRecord): Organization => ({
    ...organization,
    name: organization.name ?? unnamed,
  });

  return {
    async getOrganization({ caller }) {
      const organization = await ensure(organizationOf(caller));
      return { version: organization.version, body: present(organization) };
    },

    async updateOrganization({ caller, body, ifMatch }) {
      const id = organizationOf(caller);
      for (let tries = 0; tries < triesMax; tries++) {
        const before = await ensure(id);
        requireVersion(ifMatch, before.version);
        const after = patchOrganization(before, body);
        if (after === undefined) return { version: before.version, body: present(before) };
        if (await organizations.update(before, after)) {
          if (!same(before.branding, after.branding)) brandingChanged(id);
          // What fails here is left to the sweeper.
          if (before.name !== after.name) await tell(context, after).catch(() => undefined);
          return { version: after.version, body: present(after) };
        }
        await setTimeout(Math.random() * pauseMs);
      }
      throw new Contended("organization");
    },
  };
}

/** Most names of one sweep. */
const namesMax = 200;

async function tell(
  { organizations, tellName }: Context,
  { id, name, version }: Pick<OrganizationRecord, "id" | "name" | "version">,
): Promise<void> {
  if (name === null) return;
  await tellName({ id, name, version });
  await organizations.told(id, version);
}

/**
 * What tells the keys service the names that it has not heard, at first also those that an earlier release kept to itself.
 * It throws an AppError when that service is away.
 */
export function nameTeller(context: Context): () => Promise<void> {
  const { organizations } = context;
  let caughtUp = false;
  return async () => {
    if (!caughtUp) await organizations.doubtNames();
    caughtUp = true;
    for (const organization of await organizations.untold(namesMax)) await tell(context, organization);
  };
}
