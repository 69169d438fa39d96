import { batchLoader } from "@plat/kit";
import { withStoreTimeout } from "@plat/mongo";
import type { UpdateQuery } from "mongoose";
import type { AgentStore } from "../domain/ports.ts";
import { toAgent, toAgentFields, toPendingDoc } from "./document-mapping.ts";
import { duplicateKeyOf } from "./duplicate-key.ts";
import { readKeysetRanges, keysetRanges } from "./keyset-pagination.ts";
import type { AgentDoc, Models } from "./schemas.ts";

export function agentStore({ agents, properties }: Models): AgentStore {
  const get = batchLoader(async (ids) => {
    const docs = await withStoreTimeout(() =>
      agents.find({ _id: { $in: ids }, deleted: false }, { pending: 0 }).lean<AgentDoc[]>(),
    );
    return new Map(docs.map((doc) => [doc._id, toAgent(doc)]));
  });
  /** Keys are `<organization id>:<agent id>`. */
  const countOf = batchLoader(async (keys) => {
    const pairs = keys.map((key) => key.split(":"));
    const groups = await withStoreTimeout(() =>
      properties.aggregate<{ _id: { organizationId: string; agentId: string }; count: number }>([
        {
          $match: {
            organizationId: { $in: [...new Set(pairs.map(([organizationId]) => organizationId))] },
            deleted: false,
            agentId: { $in: pairs.map(([, agentId]) => agentId) },
            status: "active",
          },
        },
        { $group: { _id: { organizationId: "$organizationId", agentId: "$agentId" }, count: { $sum: 1 } } },
      ]),
    );
    return new Map(groups.map(({ _id, count }) => [`${_id.organizationId}:${_id.agentId}`, count]));
  });
  /** Updates an agent if its version is still the given one. */
  const write = (id: string, version: number, change: UpdateQuery<AgentDoc>): Promise<boolean> =>
    withStoreTimeout(async () => {
      const result = await agents.updateOne({ _id: id, version, deleted: false }, change);
      return result.matchedCount === 1;
    });

  return {
    get,
    countActiveListings: async ({ organizationId, id }) => (await countOf(`${organizationId}:${id}`)) ?? 0,

    insert: (agent, events) =>
      withStoreTimeout(async () => {
        const fields = toAgentFields(agent);
        const doc: AgentDoc = {
          _id: agent.id,
          ...fields,
          deleted: false,
          pending: events.map(toPendingDoc),
          pendingSince: fields.updatedAt,
        };
        try {
          await agents.collection.insertOne(doc as never);
          return true;
        } catch (error) {
          if (duplicateKeyOf(error) === "id") return false;
          throw error;
        }
      }),

    update: (before, after, events) => {
      const fields = toAgentFields(after);
      return write(before.id, before.version, {
        $set: { ...fields, pendingSince: fields.updatedAt },
        $push: { pending: { $each: events.map(toPendingDoc) } },
      });
    },

    remove: (agent, events) => {
      const at = new Date(events[0]?.at ?? agent.updatedAt);
      return write(agent.id, agent.version, {
        $set: { version: agent.version + 1, updatedAt: at, deleted: true, deletedAt: at, pendingSince: at },
        $push: { pending: { $each: events.map(toPendingDoc) } },
      });
    },

    async list(organizationId, { limit, after }) {
      const position = after && { id: after.id, value: new Date(after.createdAt) };
      const ranges = keysetRanges({ field: "createdAt", direction: -1 }, position);
      const docs = await withStoreTimeout(() =>
        readKeysetRanges(ranges, limit, ({ filter, sort }, rangeLimit) =>
          agents
            .find({ organizationId, deleted: false, ...filter }, { pending: 0 }, { sort, limit: rangeLimit })
            .lean<AgentDoc[]>(),
        ),
      );
      return docs.map(toAgent);
    },

    async listDeleted(limit) {
      const docs = await withStoreTimeout(() =>
        agents
          .find(
            { deletedAt: { $exists: true } },
            { organizationId: 1, deletedAt: 1 },
            { sort: { deletedAt: 1 }, limit },
          )
          .lean<AgentDoc[]>(),
      );
      return docs.map(({ _id, organizationId, deletedAt }) => ({
        id: _id,
        organizationId,
        deletedAt: deletedAt?.toISOString() ?? "",
      }));
    },

    purge: (id) =>
      withStoreTimeout(async () => {
        await agents.deleteOne({ _id: id, deleted: true, pendingSince: { $exists: false } });
      }),
  };
}
