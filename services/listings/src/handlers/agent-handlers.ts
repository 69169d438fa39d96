import { type Agent, AppError, listingsContract, notFound } from "@plat/contracts";
import { type Logger, requireVersion } from "@plat/kit";
import { setTimeout } from "node:timers/promises";
import { type AgentRecord, agentEvent, propertyEvents } from "../domain/change-events.ts";
import {
  badCursor,
  type Context,
  cursorOf,
  type ListingsHandlers,
  madeAndGone,
  once,
  organizationOf,
} from "./context.ts";
import { newAgent, patchAgent } from "../domain/agent.ts";
import type { VersionOf } from "../domain/ports.ts";
import { isInstant } from "./property-handlers.ts";
import { notBefore, patchProperty } from "../domain/property.ts";
import { Contended, versionOf } from "../writing/listing-writer.ts";

type Handled = "createAgent" | "listAgents" | "getAgent" | "updateAgent" | "deleteAgent";

/** Tries of one change against other writers. */
const triesMax = 60;
/** Milliseconds between two tries, times a random number below one. */
const pauseMs = 25;
/** Milliseconds that a deletion waits for the agent's listings; what is left then goes on by itself. */
const releaseWaitMs = 2_000;
/** Listings released in one go, and of these at once: each is read whole. */
const releaseMax = 200;
const releasedAtOnce = 32;
/** Milliseconds that a deleted agent is watched: longer than any request that may still set it on a listing. */
const watchedMs = 60_000;

export function agentHandlers(context: Context): Pick<ListingsHandlers, Handled> {
  const { agents, relay, now } = context;

  const own = async (id: string, organizationId: string): Promise<AgentRecord> => {
    const agent = await agents.get(id);
    if (agent?.organizationId !== organizationId) throw notFound("agent");
    return agent;
  };
  const present = async (agent: AgentRecord): Promise<Agent> => ({
    ...agent,
    activeListings: await agents.activeListings(agent),
  });
  /** Tries again when somebody else wrote in between. */
  const write = async <T>(attempt: () => Promise<T | undefined>): Promise<T> => {
    for (let tries = 0; tries < triesMax; tries++) {
      const done = await attempt();
      if (done !== undefined) return done;
      await setTimeout(Math.random() * pauseMs);
    }
    throw new Contended("agent");
  };

  return {
    createAgent: (call) =>
      once(context, listingsContract.createAgent, call, async (id) => {
        const organizationId = organizationOf(call.caller);
        const fresh = newAgent(call.body, { id, organizationId, now: now() });
        const inserted = await agents.insert(fresh, agentEvent(null, fresh, { version: 1, at: fresh.createdAt }));
        // An earlier attempt of the same request has made it, and died before it could tell.
        const agent = inserted ? fresh : await agents.get(id);
        if (agent === undefined) throw madeAndGone("agent");
        relay.wake(organizationId);
        return {
          status: 201,
          version: agent.version,
          headers: { location: `/agents/${id}` },
          body: await present(agent),
        };
      }),

    async listAgents({ caller, query: { limit, cursor: text } }) {
      const organizationId = organizationOf(caller);
      const cursor = cursorOf<AgentRecord>(text, { list: "agents", organizationId });
      const [createdAt, id] = cursor.place ?? [];
      if (cursor.place !== undefined && (!isInstant(createdAt) || typeof id !== "string")) throw badCursor();
      const after = cursor.place && { createdAt: String(createdAt), id: String(id) };
      const rows = await agents.list(organizationId, { limit: limit + 1, after });
      const { data, page, headers } = cursor.page(rows, limit, (row) => [row.createdAt, row.id]);
      return { headers, body: { data: await Promise.all(data.map(present)), page } };
    },

    async getAgent({ caller, params }) {
      const agent = await own(params.id, organizationOf(caller));
      return { version: agent.version, body: await present(agent) };
    },

    async updateAgent({ caller, params, body, ifMatch }) {
      const organizationId = organizationOf(caller);
      const agent = await write(async () => {
        const before = await own(params.id, organizationId);
        requireVersion(ifMatch, before.version);
        const after = patchAgent(before, body, notBefore(now(), before.updatedAt));
        if (after === undefined) return before;
        const events = agentEvent(before, after, { version: after.version, at: after.updatedAt });
        return (await agents.update(before, after, events)) ? after : undefined;
      });
      relay.wake(organizationId);
      return { version: agent.version, body: await present(agent) };
    },

    async deleteAgent({ caller, params, ifMatch, log }) {
      const organizationId = organizationOf(caller);
      await write(async () => {
        const before = await own(params.id, organizationId);
        requireVersion(ifMatch, before.version);
        const at = notBefore(now(), before.updatedAt);
        const events = agentEvent(before, null, { version: before.version + 1, at });
        return (await agents.remove(before, events)) ? before : undefined;
      });
      relay.wake(organizationId);
      const released = releaseAgent(context, organizationId, params.id).catch((error: unknown) =>
        log.warn({ err: error, agent: params.id }, "an agent's listings were not released, the sweeper tries again"),
      );
      await Promise.race([released, setTimeout(releaseWaitMs, undefined, { ref: false })]);
      return { body: undefined };
    },
  };
}

/** Takes an agent off all listings of its organization; each of them moves its version. */
async function releaseAgent({ properties, writer }: Context, organizationId: string, agentId: string): Promise<void> {
  for (;;) {
    const ids = await properties.withAgent(organizationId, agentId, releaseMax);
    const written: VersionOf[] = [];
    const queue = ids.values();
    const release = async (id: string): Promise<void> => {
      const { listing, changed } = await writer.change({ id, organizationId, ifMatch: undefined }, (before, at) => {
        if (before.property.agentId !== agentId) return undefined;
        const property = patchProperty(before.property, { agentId: null }, at);
        if (property === undefined) return undefined;
        return { listing: { property, ads: before.ads }, events: propertyEvents(before.property, property) };
      });
      if (changed) written.push(versionOf(listing.property));
    };
    const work = async (): Promise<void> => {
      for (const id of queue) await release(id).catch(unlessGone);
    };
    await Promise.all(Array.from({ length: releasedAtOnce }, work));
    await writer.announce(organizationId, written, false);
    if (ids.length < releaseMax) return;
  }
}

/** A listing that was deleted meanwhile has no agent any more. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== "not_found") throw error;
}

/** Goes on with the deletion of agents where a process left off. */
export async function releaseDeletedAgents(context: Context, log: Logger): Promise<void> {
  for (const { id, organizationId, deletedAt } of await context.agents.deleted(releaseMax)) {
    try {
      await releaseAgent(context, organizationId, id);
      if (Date.now() - Date.parse(deletedAt) > watchedMs) await context.agents.purge(id);
    } catch (error) {
      log.warn({ err: error, agent: id }, "an agent's listings were not released, the next sweep tries again");
    }
  }
}
