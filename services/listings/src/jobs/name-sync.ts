import type { OrganizationRecord } from "../domain/organization.ts";
import type { OrganizationStore, VersionedName } from "../domain/ports.ts";

export interface NameSyncPorts {
  organizations: OrganizationStore;
  /** Sends a name to the keys service. @throws AppError if the call fails */
  syncName: (name: VersionedName) => Promise<void>;
}

/** Number of names sent per sweep. */
const maxNames = 200;

/**
 * Sends an organization's name to the keys service, which returns it at sign-in. Without a name this does nothing.
 * @throws AppError if the keys service or the store is unavailable
 */
export async function syncOrganizationName(
  { organizations, syncName }: NameSyncPorts,
  { id, name, version }: Pick<OrganizationRecord, "id" | "name" | "version">,
): Promise<void> {
  if (name === null) return;
  await syncName({ id, name, version });
  await organizations.markNameSynced(id, version);
}

/**
 * Creates a function that sends all pending names to the keys service. Its first call also queues names from earlier
 * releases, which did not synchronise them.
 * @returns a function that throws an AppError if the keys service or the store is unavailable
 */
export function nameSynchronizer(ports: NameSyncPorts): () => Promise<void> {
  const { organizations } = ports;
  let requeued = false;
  return async () => {
    if (!requeued) await organizations.requeueNames();
    requeued = true;
    for (const organization of await organizations.pendingNameSync(maxNames))
      await syncOrganizationName(ports, organization);
  };
}
