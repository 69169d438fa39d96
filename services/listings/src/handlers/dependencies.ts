import { AppError, type Caller, type Endpoint, type listingsContract } from "@plat/contracts";
import {
  type Call,
  type Handlers,
  type IdempotencyStore,
  type IdempotentOutcome,
  requestFingerprint,
  runIdempotent,
} from "@plat/kit";
import type {
  AgentStore,
  EventStore,
  IndexStore,
  OrganizationStore,
  PropertyStore,
  VersionedName,
} from "../domain/ports.ts";
import type { OutboxRelay } from "../jobs/outbox-relay.ts";
import type { KeyedNotifier } from "../messaging/keyed-notifier.ts";
import type { ListingWriter } from "../writing/listing-writer.ts";

export type ListingsHandlers = Handlers<typeof listingsContract>;

/** The dependencies of the handlers. */
export interface Dependencies {
  properties: PropertyStore;
  agents: AgentStore;
  organizations: OrganizationStore;
  events: EventStore;
  index: IndexStore;
  /** Returns the time of the oldest change that is not in the search index. */
  oldestUnindexed: () => Promise<Date | undefined>;
  idempotency: IdempotencyStore;
  /** The same store, with a longer timeout for responses of several megabytes. */
  bulkIdempotency: IdempotencyStore;
  writer: ListingWriter;
  relay: OutboxRelay;
  /** Notifies when an organization's change feed has new events; the key is the organization's id. */
  feedNotifier: KeyedNotifier;
  /** Requests the name that an organization signed up with. Returns undefined if it is not available now. */
  fetchSignUpName: (organizationId: string) => Promise<string | undefined>;
  /** Sends an organization's name to the keys service, which returns it at sign-in. */
  syncName: (name: VersionedName) => Promise<void>;
  /** Invalidates caches of an organization's branding in other services. */
  notifyBrandingChanged: (organizationId: string) => void;
  newId: () => string;
  /** ISO 8601 UTC with milliseconds. */
  now: () => string;
}

/**
 * Returns the organization of a request's caller.
 * @throws AppError `missing_credentials` if the caller is not an organization
 */
export function organizationOf(caller: Caller): string {
  if (caller.kind === "api_key" || caller.kind === "session") return caller.organizationId;
  throw new AppError("missing_credentials", "This endpoint requires an API key or a session.");
}

/** Restricts an endpoint to calls of other services. @throws AppError `not_found` for other callers */
export function requireService(caller: Caller): void {
  if (caller.kind !== "service") throw new AppError("not_found", "The endpoint does not exist.");
}

/**
 * Runs a creation once per organization and `Idempotency-Key`. The query is not part of the fingerprint, so that a retry
 * may differ in `waitForIndex`.
 * @param work creates the resource with the given id; must recognise a resource that an earlier attempt created
 * @param fingerprinted the parts of the request that a retry must repeat
 * @throws AppError `conflict`, `idempotency_key_reused` or `validation_failed`, and any error of `work`
 */
export function withIdempotency<E extends Endpoint, O extends IdempotentOutcome>(
  { idempotency, bulkIdempotency, newId }: Dependencies,
  endpoint: E,
  call: Call<E>,
  work: (reservedId: string) => Promise<O>,
  fingerprinted: { params: unknown; body: unknown } = call,
): Promise<O> {
  const { params, body } = fingerprinted;
  return runIdempotent(
    {
      store: endpoint.largeBody === true ? bulkIdempotency : idempotency,
      organizationId: organizationOf(call.caller),
      key: call.idempotencyKey,
      fingerprint: call.idempotencyKey === undefined ? "" : requestFingerprint(endpoint.subject, { params, body }),
      newId,
      now: Date.now,
    },
    work,
  );
}

/**
 * A 409 for a retried creation whose reserved id is taken, but whose resource does not exist: an earlier attempt created
 * the resource without recording its outcome, and it was deleted since.
 */
export const createdThenDeleted = (resource: string): AppError =>
  new AppError("conflict", `An earlier attempt of this request created the ${resource}, which was deleted since.`);
