import { AppError, type Caller, type Endpoint, invalid, type listingsContract } from "@plat/contracts";
import {
  type Call,
  decodeCursor,
  encodeCursor,
  type Handlers,
  type IdempotencyStore,
  type IdempotentOutcome,
  type Position,
  requestFingerprint,
  runIdempotent,
} from "@plat/kit";
import type {
  AgentStore,
  EventStore,
  IndexStore,
  NamedVersion,
  OrganizationStore,
  PropertyStore,
} from "../domain/ports.ts";
import type { Relay } from "../jobs/outbox-relay.ts";
import type { Signal } from "../messaging/keyed-notifier.ts";
import type { ListingWriter } from "../writing/listing-writer.ts";

export type ListingsHandlers = Handlers<typeof listingsContract>;

/** Everything that handlers are made of. */
export interface Context {
  properties: PropertyStore;
  agents: AgentStore;
  organizations: OrganizationStore;
  events: EventStore;
  index: IndexStore;
  /** Since when the index lacks the change that waits longest. */
  oldestUnindexed: () => Promise<Date | undefined>;
  idempotency: IdempotencyStore;
  writer: ListingWriter;
  relay: Relay;
  /** By organization: its feed has grown. */
  feedSignal: Signal;
  /** The name that an organization signed up with; undefined when nobody can tell now. */
  signUpName: (organizationId: string) => Promise<string | undefined>;
  /** Tells the keys service, which shows it to whoever signs in, the name that an organization has now. */
  tellName: (name: NamedVersion) => Promise<void>;
  /** Tells caches that an organization's branding is another one. */
  brandingChanged: (organizationId: string) => void;
  newId: () => string;
  /** ISO 8601 UTC with milliseconds. */
  now: () => string;
}

/** The organization that a request is made for. */
export function organizationOf(caller: Caller): string {
  if (caller.kind === "api_key" || caller.kind === "session") return caller.organizationId;
  throw new AppError("missing_credentials", "This needs an organization's credential.");
}

/** @throws AppError unless another service asks */
export function requireService(caller: Caller): void {
  if (caller.kind !== "service") throw new AppError("not_found", "There is no such endpoint.");
}

/**
 * Runs a creation once for each `Idempotency-Key` of the organization; `work` gets the id of what is to be made.
 * Whether it waits for the index does not make it another request.
 * @param told what makes it another request, where that is not all of it
 */
export function once<E extends Endpoint, O extends IdempotentOutcome>(
  { idempotency, newId }: Context,
  endpoint: E,
  call: Call<E>,
  work: (reservedId: string) => Promise<O>,
  told: { params: unknown; body: unknown } = call,
): Promise<O> {
  const { params, body } = told;
  return runIdempotent(
    {
      store: idempotency,
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
 * The answer to a creation whose id is used up: an attempt of it that died before it could tell has made the thing, and
 * somebody has deleted it since.
 */
export const madeAndGone = (what: string): AppError =>
  new AppError("conflict", `This request has made its ${what} before, and that was deleted since.`);

/** Where a page ends, and what a list answers of it. */
export interface Cursor<T> {
  place: Position | undefined;
  /**
   * @param rows one more than `limit` when there is a next page
   * @param end the position after a row
   * @param cut there is a next page although the rows are fewer
   */
  page(rows: readonly T[], limit: number, end: (row: T) => Position, cut?: boolean): CursorPage<T>;
}

export interface CursorPage<T> {
  data: T[];
  page: { limit: number; nextCursor: string | null };
  headers: Record<string, string>;
}

/** The header from which the gateway makes `Link: …; rel="next"`. */
const nextHeader = "plat-next-cursor";

/** Reads and makes cursors of one query. @throws AppError `validation_failed` when the cursor is another query's */
export function cursorOf<T>(cursor: string | undefined, query: unknown): Cursor<T> {
  return {
    place: cursor === undefined ? undefined : decodeCursor(cursor, query),
    page(rows, limit, end, cut = false) {
      const data = rows.slice(0, limit);
      const last = data.at(-1);
      if ((rows.length <= limit && !cut) || last === undefined)
        return { data, page: { limit, nextCursor: null }, headers: {} };
      const nextCursor = encodeCursor(end(last), query);
      return { data, page: { limit, nextCursor }, headers: { [nextHeader]: nextCursor } };
    },
  };
}

export const badCursor = (): AppError =>
  invalid([{ in: "query", name: "cursor", detail: "is not a cursor of this service" }]);
