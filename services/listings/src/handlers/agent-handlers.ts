import { type Agent, listingsContract, notFound } from "@plat/contracts";
import { assertIfMatch } from "@plat/kit";
import { setTimeout } from "node:timers/promises";
import { type AgentRecord, newAgent, patchAgent } from "../domain/agent.ts";
import { agentEvents } from "../domain/change-events.ts";
import { laterOf } from "../domain/property.ts";
import { unassignAgent } from "../jobs/agent-removal.ts";
import { retryOnConflict } from "../writing/write-conflict.ts";
import {
  type Dependencies,
  createdThenDeleted,
  type ListingsHandlers,
  organizationOf,
  withIdempotency,
} from "./dependencies.ts";
import { invalidCursor, isTimestamp, pageCursor } from "./pagination.ts";

type Handled = "createAgent" | "listAgents" | "getAgent" | "updateAgent" | "deleteAgent";

/** Attempts of one write before it fails because of concurrent writers. */
const maxAttempts = 60;
/** How long a deletion waits until the agent's listings are updated, in milliseconds. The rest continues in the background. */
const unassignTimeoutMs = 2_000;

/** Handlers of agents. Only the own organization may access them. */
export function agentHandlers(dependencies: Dependencies): Pick<ListingsHandlers, Handled> {
  const { agents, relay, now } = dependencies;

  const getOwnAgent = async (id: string, organizationId: string): Promise<AgentRecord> => {
    const agent = await agents.get(id);
    if (agent?.organizationId !== organizationId) throw notFound("agent");
    return agent;
  };
  const toResponse = async (agent: AgentRecord): Promise<Agent> => ({
    ...agent,
    activeListings: await agents.countActiveListings(agent),
  });

  return {
    createAgent: (call) =>
      withIdempotency(dependencies, listingsContract.createAgent, call, async (id) => {
        const organizationId = organizationOf(call.caller);
        const created = newAgent(call.body, { id, organizationId, now: now() });
        const events = agentEvents(null, created, { version: 1, at: created.createdAt });
        const inserted = await agents.insert(created, events);
        // If the id is taken, an earlier attempt of the same request created the agent without recording its outcome.
        const agent = inserted ? created : await agents.get(id);
        if (agent === undefined) throw createdThenDeleted("agent");
        relay.wake(organizationId);
        return {
          status: 201,
          version: agent.version,
          headers: { location: `/agents/${id}` },
          body: await toResponse(agent),
        };
      }),

    async listAgents({ caller, query: { limit, cursor: encodedCursor } }) {
      const organizationId = organizationOf(caller);
      const cursor = pageCursor<AgentRecord>(encodedCursor, { list: "agents", organizationId });
      const [createdAt, id] = cursor.position ?? [];
      if (cursor.position !== undefined && (!isTimestamp(createdAt) || typeof id !== "string")) throw invalidCursor();
      const after = cursor.position && { createdAt: String(createdAt), id: String(id) };
      const rows = await agents.list(organizationId, { limit: limit + 1, after });
      const { data, page, headers } = cursor.page(rows, limit, (row) => [row.createdAt, row.id]);
      return { headers, body: { data: await Promise.all(data.map(toResponse)), page } };
    },

    async getAgent({ caller, params }) {
      const agent = await getOwnAgent(params.id, organizationOf(caller));
      return { version: agent.version, body: await toResponse(agent) };
    },

    async updateAgent({ caller, params, body, ifMatch }) {
      const organizationId = organizationOf(caller);
      const agent = await retryOnConflict("agent", maxAttempts, async () => {
        const before = await getOwnAgent(params.id, organizationId);
        assertIfMatch(ifMatch, before.version);
        const after = patchAgent(before, body, laterOf(now(), before.updatedAt));
        if (after === undefined) return before;
        const events = agentEvents(before, after, { version: after.version, at: after.updatedAt });
        return (await agents.update(before, after, events)) ? after : undefined;
      });
      relay.wake(organizationId);
      return { version: agent.version, body: await toResponse(agent) };
    },

    async deleteAgent({ caller, params, ifMatch, log }) {
      const organizationId = organizationOf(caller);
      await retryOnConflict("agent", maxAttempts, async () => {
        const before = await getOwnAgent(params.id, organizationId);
        assertIfMatch(ifMatch, before.version);
        const at = laterOf(now(), before.updatedAt);
        const events = agentEvents(before, null, { version: before.version + 1, at });
        return (await agents.remove(before, events)) ? before : undefined;
      });
      relay.wake(organizationId);
      const unassigned = unassignAgent(dependencies, organizationId, params.id).catch((error: unknown) =>
        log.warn({ err: error, agent: params.id }, "deleted agent not removed from its listings; sweeper will retry"),
      );
      await Promise.race([unassigned, setTimeout(unassignTimeoutMs, undefined, { ref: false })]);
      return { body: undefined };
    },
  };
}
