import type { Agent, agentCreate, agentPatch } from "@plat/contracts";
import type { z } from "zod";
import { definedMembers, jsonEquals } from "./json-equals.ts";

/** An agent as stored. The number of its active listings is computed on each read. */
export type AgentRecord = Omit<Agent, "activeListings">;

/**
 * Creates version 1 of an agent.
 * @param context id, owner and creation time (ISO 8601 UTC with milliseconds)
 */
export function newAgent(
  input: z.output<typeof agentCreate>,
  { id, organizationId, now }: { id: string; organizationId: string; now: string },
): AgentRecord {
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

/**
 * Applies a JSON merge patch (RFC 7396) and increments the version.
 * @param now ISO 8601 UTC with milliseconds
 * @returns undefined if the patch changes nothing
 */
export function patchAgent(
  before: AgentRecord,
  patch: z.output<typeof agentPatch>,
  now: string,
): AgentRecord | undefined {
  const after: AgentRecord = {
    ...before,
    ...(definedMembers(patch) as Partial<AgentRecord>),
    languages: patch.languages === undefined ? before.languages : (patch.languages ?? []),
  };
  return jsonEquals(before, after) ? undefined : { ...after, updatedAt: now, version: before.version + 1 };
}
