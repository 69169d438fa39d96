import { AppError, notFound, type Property } from "@plat/contracts";
import { assertIfMatch } from "@plat/kit";
import type { PendingEvent } from "../domain/change-events.ts";
import type { ListingVersion, PropertyStore, StoredListing } from "../domain/ports.ts";
import { laterOf, type Listing } from "../domain/property.ts";
import type { ChangeNotifier } from "../jobs/change-notifier.ts";
import type { OutboxRelay } from "../jobs/outbox-relay.ts";
import type { RefreshListeners } from "../messaging/refresh-listeners.ts";
import { serialQueue } from "./serial-queue.ts";
import { retryOnConflict } from "./write-conflict.ts";

export interface WriterOptions {
  properties: PropertyStore;
  relay: OutboxRelay;
  notifier: ChangeNotifier;
  refreshListeners: RefreshListeners;
  /** ISO 8601 UTC with milliseconds. */
  now: () => string;
}

/** Computes the next state of a listing from the stored one. Returns undefined if nothing changes. */
export type Mutation = (
  before: StoredListing,
  now: string,
) => { listing: Listing; events: PendingEvent[] } | { deletion: PendingEvent } | undefined;

export interface WriteTarget {
  id: string;
  organizationId: string;
  ifMatch: string | undefined;
}

export interface WriteResult {
  /** The listing after the write. */
  listing: StoredListing;
  /** False if the mutation changed nothing. */
  changed: boolean;
}

/** Attempts of one change. Only writers in other processes can cause conflicts. */
const maxAttempts = 30;
/**
 * The size of a listing's document is limited. If its outbox exceeds either bound (events, characters of JSON), the
 * outbox is relayed before the next change is written.
 */
const maxPendingEvents = 64;
const maxPendingChars = 4_000_000;
/** How long a write with `waitForIndex` waits for the search index, in milliseconds. */
const indexTimeoutMs = 5_000;

/** A 409 for an external id that another listing of the organization has. */
export const externalIdTaken = (externalId: string | null): AppError =>
  new AppError(
    "conflict",
    `Another listing of the organization already has the externalId ${JSON.stringify(externalId)}.`,
  );

/**
 * Changes existing listings. Each change is one write of one document that increments the version and adds its events to
 * the outbox; `publish` then starts the relay and notifies the search service.
 */
export class ListingWriter {
  readonly #options: WriterOptions;
  readonly #enqueue = serialQueue();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /**
   * Reads a listing of the organization, applies a mutation and writes the result. Repeats this if another writer
   * changed the listing in between, so that no update is lost.
   * @throws AppError `not_found`, `precondition_failed` or `conflict`, WriteConflict, and any error of `mutate`
   */
  change(target: WriteTarget, mutate: Mutation): Promise<WriteResult> {
    return this.#enqueue(target.id, () => retryOnConflict("listing", maxAttempts, () => this.#attempt(target, mutate)));
  }

  async #attempt({ id, organizationId, ifMatch }: WriteTarget, mutate: Mutation): Promise<WriteResult | undefined> {
    const { properties, relay, now } = this.#options;
    const before = await properties.getListing(id);
    if (before === undefined || before.property.organizationId !== organizationId) throw notFound("property");
    assertIfMatch(ifMatch, before.property.version);
    const result = mutate(before, laterOf(now(), before.property.updatedAt));
    if (result === undefined) return { listing: before, changed: false };
    if (isOutboxFull(before.pending)) {
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
   * Notifies the search service of written listings and starts the relay of their events. Does not fail: the sweeper
   * repeats what is lost.
   * @param waitForIndex wait until the search index contains the versions, up to 5 s
   * @returns response headers: `x-index-pending` if the wait timed out
   */
  async publish(
    organizationId: string,
    written: readonly ListingVersion[],
    waitForIndex: boolean,
  ): Promise<Record<string, string>> {
    const { relay, notifier, refreshListeners } = this.#options;
    if (written.length === 0) return {};
    const refreshed = waitForIndex ? refreshListeners.waitFor(written, indexTimeoutMs) : undefined;
    notifier.notify(written, waitForIndex);
    relay.wake(organizationId);
    return (await refreshed) === false ? { "x-index-pending": "true" } : {};
  }

  /**
   * Like `publish`, for the result of one change. If it changed nothing, this publishes only what `waitForIndex` has to
   * wait for: a version that is not indexed yet.
   */
  publishResult(
    organizationId: string,
    { listing, changed }: WriteResult,
    waitForIndex: boolean,
  ): Promise<Record<string, string>> {
    const { property, indexed } = listing;
    const isPending = changed || (waitForIndex && !indexed);
    return this.publish(organizationId, isPending ? [versionOf(property)] : [], waitForIndex);
  }
}

export const versionOf = ({ id, version }: Property): ListingVersion => ({ id, version });

function isOutboxFull(pending: readonly PendingEvent[]): boolean {
  // A few events always fit; this avoids serializing them on most writes.
  if (pending.length < 4) return false;
  return pending.length >= maxPendingEvents || JSON.stringify(pending).length > maxPendingChars;
}
