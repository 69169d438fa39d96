import {
  AppError,
  listingsContract,
  type PropertyCreate,
  propertyCreate,
  toFieldErrors,
  validator,
} from "@plat/contracts";
import { runYielding } from "@plat/kit";
import { acceptedRow, batchItemIds, type BatchRow, invalidItemRow, rejectedRow } from "../domain/batch-row.ts";
import { propertyEvents } from "../domain/change-events.ts";
import type { ListingVersion } from "../domain/ports.ts";
import { newProperty, patchProperty } from "../domain/property.ts";
import { externalIdTaken, versionOf } from "../writing/listing-writer.ts";
import { WriteConflict } from "../writing/write-conflict.ts";
import { type Dependencies, type ListingsHandlers, organizationOf, withIdempotency } from "./dependencies.ts";
import { unknownAgentError } from "./property-handlers.ts";

const validateItem = validator(propertyCreate, { unknownKeys: "reject" });
type ValidatedItem = ReturnType<typeof validateItem>;

/** Attempts of an upsert whose listing is created or deleted concurrently. */
const maxAttempts = 5;
/** Items of one batch with the same externalId. Each has to wait for the one before it. */
const maxItemsPerExternalId = 10;
/** Concurrent changes of one batch. */
const maxConcurrency = 32;

interface Item {
  index: number;
  input: PropertyCreate;
}

/** The state of one batch request. */
interface Batch {
  dependencies: Dependencies;
  organizationId: string;
  /** The id of a listing that the item with this index creates. */
  idOf: (index: number) => string;
  defaultCurrency: string | null;
  /** Results by the item's index. */
  rows: Map<number, BatchRow>;
  written: ListingVersion[];
}

/**
 * Handler of batches. Items are independent of each other. An upsert creates a listing if its externalId is unknown, and
 * otherwise patches the fields that the item contains; an item without changes writes nothing.
 */
export function batchHandlers(dependencies: Dependencies): Pick<ListingsHandlers, "batchProperties"> {
  return {
    async batchProperties(call) {
      const { mode, items } = call.body;
      const validated = await runYielding(validateItems(items));
      const processBatch = async (reservedId: string) => {
        const organizationId = organizationOf(call.caller);
        const organization = await dependencies.organizations.get(organizationId);
        const batch: Batch = {
          dependencies,
          organizationId,
          idOf: batchItemIds(reservedId),
          defaultCurrency: organization?.defaultCurrency ?? null,
          rows: new Map(),
          written: [],
        };
        const accepted = await rejectUnknownAgents(batch, rejectInvalidItems(batch, validated, mode));
        if (mode === "create") await create(batch, accepted);
        else for (const round of splitIntoRounds(batch, accepted)) await upsert(batch, round);
        const headers = await dependencies.writer.publish(organizationId, batch.written, call.query.waitForIndex);
        const data = items.map((_, index) => batch.rows.get(index) ?? rejectedRow(index, notProcessed()));
        return { status: 200, headers, body: { data } };
      };
      const fingerprinted = { params: undefined, body: { mode, items: itemsToFingerprint(items, validated) } };
      return withIdempotency(dependencies, listingsContract.batchProperties, call, processBatch, fingerprinted);
    },
  };
}

/**
 * Returns what the fingerprint of a batch covers. Invalid items are serialized as they are: sorting the keys of an item
 * with thousands of unknown fields would take too long.
 */
const itemsToFingerprint = (items: readonly unknown[], validated: readonly ValidatedItem[]): unknown[] =>
  items.map((item, index) => (validated[index]?.ok === true ? item : JSON.stringify(item)));

const tooManyItems = (): AppError =>
  new AppError(
    "conflict",
    `${maxItemsPerExternalId} earlier items of this batch have the same externalId. Send the item in another batch.`,
  );
const notProcessed = (): AppError => new AppError("internal", "The item was not processed.");

/** Yields after each item, because a thousand invalid items can take half a second. */
function* validateItems(items: readonly unknown[]): Generator<void, ValidatedItem[]> {
  const validated: ValidatedItem[] = [];
  for (const item of items) {
    validated.push(validateItem(item));
    yield;
  }
  return validated;
}

/** Returns the valid items and adds the rows of the others. */
function rejectInvalidItems({ rows }: Batch, items: readonly ValidatedItem[], mode: "create" | "upsert"): Item[] {
  const valid: Item[] = [];
  for (const [index, item] of items.entries()) {
    if (!item.ok) rows.set(index, invalidItemRow(index, toFieldErrors(item.issues, "body")));
    else if (mode === "upsert" && typeof item.value.externalId !== "string") {
      const detail = "is required in an upsert";
      rows.set(index, invalidItemRow(index, [{ in: "body", pointer: "/externalId", detail }]));
    } else valid.push({ index, input: item.value });
  }
  return valid;
}

/** Returns the items without an agent or with an agent of the organization, and adds the rows of the others. */
async function rejectUnknownAgents({ dependencies, organizationId, rows }: Batch, items: Item[]): Promise<Item[]> {
  const agentIds = new Set(items.flatMap(({ input }) => input.agentId ?? []));
  if (agentIds.size === 0) return items;
  const found = await Promise.all([...agentIds].map((id) => dependencies.agents.get(id)));
  const own = new Set(found.flatMap((agent) => (agent?.organizationId === organizationId ? [agent.id] : [])));
  return items.filter(({ index, input }) => {
    if (input.agentId === null || input.agentId === undefined || own.has(input.agentId)) return true;
    rows.set(index, invalidItemRow(index, [unknownAgentError]));
    return false;
  });
}

/** Inserts listings with one command. @returns the items whose externalId belongs to another listing */
async function insert(batch: Batch, items: readonly Item[]): Promise<Item[]> {
  if (items.length === 0) return [];
  const { dependencies, organizationId, idOf, defaultCurrency, rows, written } = batch;
  const now = dependencies.now();
  const created = items.map(({ index, input }) => {
    const property = newProperty(input, { id: idOf(index), organizationId, now, defaultCurrency });
    return { listing: { property, ads: [] }, events: propertyEvents(null, property) };
  });
  const outcomes = await dependencies.properties.insert(created);
  for (const [position, { index }] of items.entries()) {
    if (outcomes[position] === "external_id_taken") continue;
    // If the id is taken, an earlier attempt of this batch created the listing without recording its outcome.
    const id = idOf(index);
    rows.set(index, acceptedRow(index, 201, id));
    written.push({ id, version: 1 });
  }
  return items.filter((_, position) => outcomes[position] === "external_id_taken");
}

async function create(batch: Batch, items: readonly Item[]): Promise<void> {
  for (const { index, input } of await insert(batch, items))
    batch.rows.set(index, rejectedRow(index, externalIdTaken(input.externalId ?? null)));
}

/**
 * Splits items into rounds in which each externalId occurs once, so that items with the same externalId are applied in
 * order. Items beyond the maximum number of rounds are rejected.
 */
function splitIntoRounds({ rows }: Batch, items: readonly Item[]): Item[][] {
  const nextRound = new Map<string, number>();
  const rounds: Item[][] = [];
  for (const item of items) {
    const externalId = item.input.externalId ?? "";
    const round = nextRound.get(externalId) ?? 0;
    nextRound.set(externalId, round + 1);
    if (round < maxItemsPerExternalId) (rounds[round] ??= []).push(item);
    else rows.set(item.index, rejectedRow(item.index, tooManyItems()));
  }
  return rounds;
}

async function upsert(batch: Batch, items: readonly Item[]): Promise<void> {
  let remaining = [...items];
  for (let attempts = 0; attempts < maxAttempts && remaining.length > 0; attempts++) {
    const externalIds = remaining.map(({ input }) => input.externalId ?? "");
    const known = await batch.dependencies.properties.idsByExternalId(batch.organizationId, externalIds);
    const [unknown, existing] = [[] as Item[], [] as (Item & { id: string })[]];
    for (const item of remaining) {
      const id = known.get(item.input.externalId ?? "");
      if (id === undefined) unknown.push(item);
      else existing.push({ ...item, id });
    }
    // Items whose listing another client creates or deletes at this moment are attempted again.
    const retries = await insert(batch, unknown);
    const queue = existing.values();
    const work = async (): Promise<void> => {
      for (const item of queue) if (!(await change(batch, item))) retries.push(item);
    };
    await Promise.all(Array.from({ length: maxConcurrency }, work));
    remaining = retries;
  }
  for (const { index } of remaining) batch.rows.set(index, rejectedRow(index, new WriteConflict("listing")));
}

/** Patches a listing. @returns false if the listing no longer exists or no longer has the item's externalId */
async function change(batch: Batch, { index, input, id }: Item & { id: string }): Promise<boolean> {
  const { dependencies, organizationId, rows, written, idOf } = batch;
  try {
    const { listing, changed } = await dependencies.writer.change(
      { id, organizationId, ifMatch: undefined },
      (before, now) => {
        if (before.property.externalId !== input.externalId)
          throw new AppError("not_found", "The externalId of the listing has changed.");
        const property = patchProperty(before.property, input, now);
        if (property === undefined) return undefined;
        return { listing: { property, ads: before.ads }, events: propertyEvents(before.property, property) };
      },
    );
    // A listing that an earlier attempt of this batch created counts as created.
    rows.set(index, acceptedRow(index, id === idOf(index) ? 201 : 200, id));
    if (changed) written.push(versionOf(listing.property));
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || (error.status >= 500 && !(error instanceof WriteConflict))) throw error;
    if (error.code === "not_found") return false;
    rows.set(index, rejectedRow(index, error));
    return true;
  }
}
