import { withStoreTimeout } from "@plat/mongo";
import { mongo, type Model } from "mongoose";
import type { FedEvent } from "../domain/change-events.ts";
import type { EventStore, PendingSubject, RelayStore } from "../domain/ports.ts";
import { type Bounded, inBatches, readBounded } from "./bounded-read.ts";
import { bulkMs, duplicateOf } from "./duplicate-key.ts";
import { fromFedEvent, toFedEvent, toPending } from "./document-mapping.ts";
import { readStretches } from "./keyset-pagination.ts";
import type { AgentDoc, EventDoc, FeedDoc, Models, PropertyDoc } from "./schemas.ts";

/** What a reader has seen must not be taken back by a change of primary. */
const settled = "majority";

export function eventStore({ events, feeds }: Models): EventStore {
  const inOrder = (filter: Record<string, unknown>, limit: number): Promise<Bounded<EventDoc>> => {
    const options = { ...inBatches, sort: { sequence: 1 }, limit, readConcern: { level: settled } } as const;
    return readBounded<EventDoc>(events.collection.find(filter, options));
  };
  /** Places have no gaps, so a range of `limit` of them holds `limit` events, or the feed ends in it. */
  const ofAll = async (organizationId: string, after: number, upTo: number, limit: number) => {
    const range = Math.min(after + limit, upTo);
    const read = (end: number) => inOrder({ organizationId, sequence: { $gt: after, $lte: end } }, limit);
    const page = await read(range);
    // An empty one is of events that are not kept any more.
    return page.docs.length > 0 || range === upTo ? { ...page, end: range } : { ...(await read(upTo)), end: upTo };
  };

  return {
    head: (organizationId) => withStoreTimeout(() => headOf(feeds, organizationId)),

    async read(organizationId, { after, upTo, limit, types }) {
      if (types === undefined) {
        const { docs, cut, end } = await withStoreTimeout(() => ofAll(organizationId, after, upTo, limit));
        const through = cut || docs.length === limit ? (docs.at(-1)?.sequence ?? end) : end;
        return { events: docs.map(toFedEvent), through };
      }
      // Each query sees the feed at a moment of its own; up to a place that was taken before them, all see the same.
      const sequence = { $gt: after, $lte: upTo };
      const lists = await withStoreTimeout(() =>
        Promise.all(types.map((type) => inOrder({ organizationId, type, sequence }, limit))),
      );
      // Of a type for which there was no more room, nothing is known beyond its last.
      const known = Math.min(...lists.map(({ docs, cut }) => (cut ? (docs.at(-1)?.sequence ?? after) : upTo)));
      const found = lists
        .flatMap(({ docs }) => docs)
        .filter(({ sequence: at }) => at <= known)
        .toSorted((a, b) => a.sequence - b.sequence)
        .slice(0, limit);
      const through = found.length === limit ? (found.at(-1)?.sequence ?? known) : known;
      return { events: found.map(toFedEvent), through };
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
      const docs = await withStoreTimeout(() =>
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
const inBulk = <T>(query: () => Promise<T>): Promise<T> => withStoreTimeout(query, bulkMs);

export function relayStore({ properties, agents, events, feeds }: Models): RelayStore {
  return {
    pending: (organizationId, limit) =>
      inBulk(async () => {
        const [ofProperties, ofAgents] = await Promise.all([
          waiting(properties, "property", organizationId, limit),
          waiting(agents, "agent", organizationId, limit),
        ]);
        const subjects = [...ofAgents.subjects, ...ofProperties.subjects];
        return { subjects, more: ofAgents.more || ofProperties.more };
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
): Promise<{ subjects: PendingSubject[]; more: boolean }> {
  const { docs, cut } = await readBounded<Pick<AgentDoc, "_id" | "version" | "pending">>(
    model.collection.find(
      { organizationId, pendingSince: { $exists: true } },
      { ...inBatches, projection: { version: 1, pending: 1 }, sort: { pendingSince: 1 }, limit },
    ),
  );
  const subjects = docs.map(({ _id: id, version, pending = [] }) => ({
    kind,
    id,
    version,
    events: pending.map(toPending),
  }));
  return { subjects, more: cut || docs.length >= limit };
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
