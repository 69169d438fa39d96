import { mongo, type Model } from "mongoose";
import type { FedEvent } from "../change.ts";
import type { EventStore, PendingSubject, RelayStore } from "../ports.ts";
import { bulkMs, duplicateOf, guarded } from "./errors.ts";
import { fromFedEvent, toFedEvent, toPending } from "./mapping.ts";
import { readStretches } from "./pages.ts";
import type { AgentDoc, EventDoc, FeedDoc, Models, PropertyDoc } from "./schemas.ts";

/** What a reader has seen must not be taken back by a change of primary. */
const settled = "majority";

/** Positions in the feed have no gaps, so a range of `limit` of them holds `limit` events, or the feed ends in it. */
export function eventStore({ events, feeds }: Models): EventStore {
  const inOrder = (filter: Record<string, unknown>, limit: number): Promise<EventDoc[]> =>
    events.find(filter, null, { sort: { sequence: 1 }, limit, readConcern: { level: settled } }).lean<EventDoc[]>();

  return {
    head: (organizationId) => guarded(() => headOf(feeds, organizationId)),

    async read(organizationId, { after, upTo, limit, types }) {
      if (types === undefined) {
        const sequence = { $gt: after, $lte: Math.min(after + limit, upTo) };
        return (await guarded(() => inOrder({ organizationId, sequence }, limit))).map(toFedEvent);
      }
      // Each query sees the feed at a moment of its own; up to a place that was taken before them, all see the same.
      const sequence = { $gt: after, $lte: upTo };
      const lists = await guarded(() =>
        Promise.all(types.map((type) => inOrder({ organizationId, type, sequence }, limit))),
      );
      return lists
        .flat()
        .toSorted((a, b) => a.sequence - b.sequence)
        .slice(0, limit)
        .map(toFedEvent);
    },

    async history(propertyId, { limit, after }) {
      const of = { historyOf: propertyId };
      const parts =
        after === undefined
          ? [of]
          : [
              { ...of, version: after.version, type: { $lt: after.type } },
              { ...of, version: { $lt: after.version } },
            ];
      const docs = await guarded(() =>
        readStretches(
          parts.map((filter) => ({ filter, sort: { version: -1, type: -1 } as const })),
          limit,
          ({ filter, sort }, most) => events.find(filter, null, { sort, limit: most }).lean<EventDoc[]>(),
        ),
      );
      return docs.map(toFedEvent);
    },
  };
}

async function headOf(feeds: Models["feeds"], organizationId: string): Promise<number> {
  const feed = await feeds.findOne({ _id: organizationId }).readConcern(settled).lean<FeedDoc>();
  return feed?.sequence ?? 0;
}

/** Everything here may be about a thousand documents. */
const inBulk = <T>(query: () => Promise<T>): Promise<T> => guarded(query, bulkMs);

export function relayStore({ properties, agents, events, feeds }: Models): RelayStore {
  return {
    pending: (organizationId, limit) =>
      inBulk(async () => {
        const [ofProperties, ofAgents] = await Promise.all([
          waiting(properties, "property", organizationId, limit),
          waiting(agents, "agent", organizationId, limit),
        ]);
        return [...ofAgents, ...ofProperties];
      }),

    lastSequence: (organizationId) =>
      inBulk(async () => {
        const head = await headOf(feeds, organizationId);
        // A relay that died between events and head leaves events beyond it.
        const beyond = await events
          .find({ organizationId, sequence: { $gt: head } }, { sequence: 1 })
          .readConcern(settled)
          .lean<EventDoc[]>();
        return Math.max(head, ...beyond.map(({ sequence }) => sequence));
      }),

    placed: (eventIds) =>
      inBulk(async () => {
        const docs = await events.find({ _id: { $in: eventIds } }, { _id: 1 }).lean<EventDoc[]>();
        return new Set(docs.map(({ _id }) => _id));
      }),

    append: (list) =>
      inBulk(async () => {
        try {
          // In order and up to the first refusal: what is stored never has a gap.
          await events.collection.insertMany(list.map((event: FedEvent) => fromFedEvent(event)) as never[], {
            ordered: true,
          });
          return true;
        } catch (error) {
          if (duplicateOf(error) !== undefined || isDuplicateInBulk(error)) return false;
          throw error;
        }
      }),

    settle: (subjects) =>
      inBulk(async () => {
        for (const [kind, model] of [
          ["property", properties],
          ["agent", agents],
        ] as const) {
          await settle(
            model as unknown as Model<PropertyDoc | AgentDoc>,
            subjects.filter((subject) => subject.kind === kind),
          );
        }
      }),

    advance: (organizationId, sequence) =>
      inBulk(async () => {
        await feeds.updateOne({ _id: organizationId }, { $max: { sequence } }, { upsert: true });
      }),
  };
}

const isDuplicateInBulk = (error: unknown): boolean =>
  error instanceof mongo.MongoBulkWriteError && error.code === 11000;

async function waiting(
  model: Models["properties"] | Models["agents"],
  kind: PendingSubject["kind"],
  organizationId: string,
  limit: number,
): Promise<PendingSubject[]> {
  const docs = await (model as unknown as Model<AgentDoc>)
    .find(
      { organizationId, pendingSince: { $exists: true } },
      { version: 1, pending: 1 },
      { sort: { pendingSince: 1 }, limit },
    )
    .lean<Pick<AgentDoc, "_id" | "version" | "pending">[]>();
  return docs.map(({ _id, version, pending }) => ({ kind, id: _id, version, events: (pending ?? []).map(toPending) }));
}

/** One update a version: most subjects of a batch share theirs, and each update is a commit. */
async function settle(model: Model<PropertyDoc | AgentDoc>, subjects: readonly PendingSubject[]): Promise<void> {
  const byVersion = Map.groupBy(subjects, ({ version }) => version);
  for (const [version, group] of byVersion) {
    const ids = group.map(({ id }) => id);
    const result = await model.updateMany({ _id: { $in: ids }, version }, { $unset: { pending: 1, pendingSince: 1 } });
    if (result.matchedCount === ids.length) continue;
    // Some were written again meanwhile: their newer events stay.
    const told = group.flatMap((subject) => subject.events.map((event) => event.id));
    await model.updateMany(
      { _id: { $in: ids }, version: { $gt: version } },
      { $pull: { pending: { id: { $in: told } } } },
    );
  }
}
