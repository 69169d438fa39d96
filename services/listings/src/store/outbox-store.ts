import { mongo } from "mongoose";
import type { OutboxStore, PendingSubject } from "../domain/ports.ts";
import { batchOptions, readBounded } from "./bounded-read.ts";
import { withBulkTimeout } from "./bulk-timeout.ts";
import { toEventDoc, toPendingEvent } from "./document-mapping.ts";
import { duplicateKeyOf } from "./duplicate-key.ts";
import { readFeedHead } from "./feed-head.ts";
import type { AgentDoc, EventDoc, Models } from "./schemas.ts";

/** Updates documents of one of the collections with an outbox. */
type UpdateMany = (
  filter: { _id: { $in: string[] }; version: number | { $gt: number } },
  update: { $unset: { pending: 1; pendingSince: 1 } } | { $pull: { pending: { id: { $in: string[] } } } },
) => Promise<{ matchedCount: number }>;

export function outboxStore({ properties, agents, events, feeds }: Models): OutboxStore {
  return {
    pending: (organizationId, limit) =>
      withBulkTimeout(async () => {
        const [ofProperties, ofAgents] = await Promise.all([
          findPending(properties, "property", organizationId, limit),
          findPending(agents, "agent", organizationId, limit),
        ]);
        const subjects = [...ofAgents.subjects, ...ofProperties.subjects];
        return { subjects, more: ofAgents.more || ofProperties.more };
      }),

    lastSequence: (organizationId) =>
      withBulkTimeout(async () => {
        const head = await readFeedHead(feeds, organizationId);
        // A relay that died between appending events and advancing the head leaves events beyond the head.
        const beyondHead = await events
          .find({ organizationId, sequence: { $gt: head } }, { sequence: 1 })
          .readConcern("majority")
          .lean<EventDoc[]>();
        return Math.max(head, ...beyondHead.map(({ sequence }) => sequence));
      }),

    sequenced: (eventIds) =>
      withBulkTimeout(async () => {
        const docs = await events.find({ _id: { $in: eventIds } }, { _id: 1 }).lean<EventDoc[]>();
        return new Set(docs.map(({ _id }) => _id));
      }),

    append: (list) =>
      withBulkTimeout(async () => {
        try {
          // An ordered insert stops at the first error, so that the feed never has a gap.
          await events.collection.insertMany(list.map((event) => toEventDoc(event)) as never[], { ordered: true });
          return true;
        } catch (error) {
          if (duplicateKeyOf(error) !== undefined || isBulkDuplicate(error)) return false;
          throw error;
        }
      }),

    clearPending: (subjects) =>
      withBulkTimeout(async () => {
        const { property = [], agent = [] } = Object.groupBy(subjects, ({ kind }) => kind);
        await clearOutboxes(async (filter, update) => properties.updateMany(filter, update), property);
        await clearOutboxes(async (filter, update) => agents.updateMany(filter, update), agent);
      }),

    advanceHead: (organizationId, sequence) =>
      withBulkTimeout(async () => {
        await feeds.updateOne({ _id: organizationId }, { $max: { sequence } }, { upsert: true });
      }),
  };
}

const isBulkDuplicate = (error: unknown): boolean => error instanceof mongo.MongoBulkWriteError && error.code === 11000;

async function findPending(
  model: Models["properties"] | Models["agents"],
  kind: PendingSubject["kind"],
  organizationId: string,
  limit: number,
): Promise<{ subjects: PendingSubject[]; more: boolean }> {
  const { docs, truncated } = await readBounded<Pick<AgentDoc, "_id" | "version" | "pending">>(
    model.collection.find(
      { organizationId, pendingSince: { $exists: true } },
      { ...batchOptions, projection: { version: 1, pending: 1 }, sort: { pendingSince: 1 }, limit },
    ),
  );
  const subjects = docs.map(({ _id: id, version, pending = [] }) => ({
    kind,
    id,
    version,
    events: pending.map(toPendingEvent),
  }));
  return { subjects, more: truncated || docs.length >= limit };
}

/** Sends one update per version instead of one per subject: most subjects of a batch import share their version. */
async function clearOutboxes(updateMany: UpdateMany, subjects: readonly PendingSubject[]): Promise<void> {
  const byVersion = Map.groupBy(subjects, ({ version }) => version);
  for (const [version, group] of byVersion) {
    const ids = group.map(({ id }) => id);
    const { matchedCount } = await updateMany(
      { _id: { $in: ids }, version },
      { $unset: { pending: 1, pendingSince: 1 } },
    );
    if (matchedCount === ids.length) continue;
    // Some subjects have changed in the meantime: their newer events stay in the outbox.
    const relayed = group.flatMap((subject) => subject.events.map((event) => event.id));
    await updateMany(
      { _id: { $in: ids }, version: { $gt: version } },
      { $pull: { pending: { id: { $in: relayed } } } },
    );
  }
}
