import { AppError } from "@plat/contracts";
import type { Logger } from "@plat/kit";
import { propertyEvents } from "../domain/change-events.ts";
import type { AgentStore, ListingVersion, PropertyStore } from "../domain/ports.ts";
import { patchProperty } from "../domain/property.ts";
import { type ListingWriter, versionOf } from "../writing/listing-writer.ts";

export interface AgentRemovalPorts {
  agents: AgentStore;
  properties: PropertyStore;
  writer: ListingWriter;
}

/** Number of listings, or of agents, processed per query. */
const batchSize = 200;
/** Number of listings changed concurrently; each is read whole. */
const maxConcurrency = 32;
/** A deleted agent is retained for this many milliseconds: longer than any request that may still assign it to a listing. */
const retentionMs = 60_000;

/**
 * Removes an agent from all listings of its organization. Each listing gets a new version and an event.
 * @throws AppError `unavailable`, WriteConflict
 */
export async function unassignAgent(
  { properties, writer }: Pick<AgentRemovalPorts, "properties" | "writer">,
  organizationId: string,
  agentId: string,
): Promise<void> {
  for (;;) {
    const ids = await properties.idsByAgent(organizationId, agentId, batchSize);
    const written: ListingVersion[] = [];
    const queue = ids.values();
    const unassign = async (id: string): Promise<void> => {
      const { listing, changed } = await writer.change({ id, organizationId, ifMatch: undefined }, (before, now) => {
        if (before.property.agentId !== agentId) return undefined;
        const property = patchProperty(before.property, { agentId: null }, now);
        if (property === undefined) return undefined;
        return { listing: { property, ads: before.ads }, events: propertyEvents(before.property, property) };
      });
      if (changed) written.push(versionOf(listing.property));
    };
    const work = async (): Promise<void> => {
      for (const id of queue) await unassign(id).catch(ignoreNotFound);
    };
    await Promise.all(Array.from({ length: maxConcurrency }, work));
    await writer.publish(organizationId, written, false);
    if (ids.length < batchSize) return;
  }
}

/** A listing that was deleted in the meantime has no agent. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== "not_found") throw error;
}

/**
 * Completes interrupted deletions of agents: removes every deleted agent from its listings, and purges the agent once no
 * request can assign it any more. Errors of one agent are logged and do not affect the others.
 * @throws AppError `unavailable` if the deleted agents cannot be read
 */
export async function unassignDeletedAgents(ports: AgentRemovalPorts, log: Logger): Promise<void> {
  for (const { id, organizationId, deletedAt } of await ports.agents.listDeleted(batchSize)) {
    try {
      await unassignAgent(ports, organizationId, id);
      if (Date.now() - Date.parse(deletedAt) > retentionMs) await ports.agents.purge(id);
    } catch (error) {
      log.warn({ err: error, agent: id }, "deleted agent not removed from its listings; next sweep will retry");
    }
  }
}
