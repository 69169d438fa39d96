import { AppError, notFound, type Property } from "@plat/contracts";
import { requireVersion } from "@plat/kit";
import { setTimeout } from "node:timers/promises";
import type { PendingEvent } from "../domain/change-events.ts";
import type { Doorbell } from "../jobs/change-notifier.ts";
import type { PropertyStore, StoredListing, VersionOf } from "../domain/ports.ts";
import { type Listing, notBefore } from "../domain/property.ts";
import { keyedQueue } from "./serial-queue.ts";
import type { Relay } from "../jobs/outbox-relay.ts";
import type { IndexWaiters } from "../messaging/refresh-listeners.ts";

export interface WriterOptions {
  properties: PropertyStore;
  relay: Relay;
  doorbell: Doorbell;
  waiters: IndexWaiters;
  /** ISO 8601 UTC with milliseconds. */
  now: () => string;
}

/** What a change makes of a listing; undefined when there is nothing to change. */
export type Mutation = (
  before: StoredListing,
  now: string,
) => { listing: Listing; events: PendingEvent[] } | { deletion: PendingEvent } | undefined;

export interface Target {
  id: string;
  organizationId: string;
  ifMatch: string | undefined;
}

/** Tries of one change against writers in other processes. */
const triesMax = 30;
/** Milliseconds between two tries, times a random number below one. */
const pauseMs = 25;
/** A listing's document has a size limit; beyond this much that waits for the feed, the feed comes first. */
const pendingMax = 64;
const pendingCharsMax = 4_000_000;
/** Milliseconds that a write waits for the index. */
const indexWaitMs = 5_000;

/** A write that lost to others again and again. It passes: nothing is wrong with the request, and it may come again. */
export class Contended extends AppError {
  constructor(what: string) {
    super("unavailable", `The ${what} is being changed by too many at once.`, { retryAfter: 1 });
  }
}

export const externalIdTaken = (externalId: string | null): AppError =>
  new AppError("conflict", `Another listing of the organization has the externalId ${JSON.stringify(externalId)}.`);

/** Every write of a listing goes through here: one document, one version, its events inside, then the doorbell. */
export class ListingWriter {
  readonly #options: WriterOptions;
  readonly #queued = keyedQueue();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /**
   * Reads, changes and writes a listing of the organization; again when somebody else wrote in between, so no change
   * is lost.
   * @returns the listing as it is now, and whether this changed it
   * @throws AppError `not_found`, `precondition_failed`, `conflict`, `Contended`, and whatever `mutate` throws
   */
  change(target: Target, mutate: Mutation): Promise<{ listing: StoredListing; changed: boolean }> {
    return this.#queued(target.id, async () => {
      for (let tries = 0; tries < triesMax; tries++) {
        const done = await this.#try(target, mutate);
        if (done !== undefined) return done;
        await setTimeout(Math.random() * pauseMs);
      }
      throw new Contended("listing");
    });
  }

  async #try(
    { id, organizationId, ifMatch }: Target,
    mutate: Mutation,
  ): Promise<{ listing: StoredListing; changed: boolean } | undefined> {
    const { properties, relay, now } = this.#options;
    const before = await properties.load(id);
    if (before === undefined || before.property.organizationId !== organizationId) throw notFound("property");
    requireVersion(ifMatch, before.property.version);
    const result = mutate(before, notBefore(now(), before.property.updatedAt));
    if (result === undefined) return { listing: before, changed: false };
    if (isCrowded(before.pending)) {
      await relay.run(organizationId);
      return undefined;
    }
    if ("deletion" in result) {
      const outcome = await properties.remove(before, result.deletion);
      const { version } = result.deletion;
      const listing = { ...before, property: { ...before.property, version } };
      return outcome === "done" ? { listing, changed: true } : undefined;
    }
    const { listing, events } = result;
    const outcome = await properties.update(before, listing, events);
    if (outcome === "external_id_taken") throw externalIdTaken(listing.property.externalId);
    const pending = [...before.pending, ...events];
    return outcome === "done" ? { listing: { ...listing, pending, indexed: false }, changed: true } : undefined;
  }

  /**
   * Tells the index and the feed of what was written.
   * @param wait for the index
   * @returns header fields: whether the index still lacks it
   */
  async announce(
    organizationId: string,
    written: readonly VersionOf[],
    wait: boolean,
  ): Promise<Record<string, string>> {
    const { relay, doorbell, waiters } = this.#options;
    if (written.length === 0) return {};
    const seen = wait ? waiters.wait(written, indexWaitMs) : undefined;
    doorbell.ring(written, wait);
    relay.wake(organizationId);
    return (await seen) === false ? { "x-index-pending": "true" } : {};
  }

  /** As `announce`, for one change that may have changed nothing: then only what the index lacks is waited for. */
  announceChange(
    organizationId: string,
    { listing, changed }: { listing: StoredListing; changed: boolean },
    wait: boolean,
  ): Promise<Record<string, string>> {
    const { property, indexed } = listing;
    const lacking = changed || (wait && !indexed);
    return this.announce(organizationId, lacking ? [versionOf(property)] : [], wait);
  }
}

export const versionOf = ({ id, version }: Property): VersionOf => ({ id, version });

function isCrowded(pending: readonly PendingEvent[]): boolean {
  if (pending.length < 4) return false;
  return pending.length >= pendingMax || JSON.stringify(pending).length > pendingCharsMax;
}
