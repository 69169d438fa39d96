import {
  AppError,
  listingsContract,
  type PropertyCreate,
  propertyCreate,
  toFieldErrors,
  validator,
} from "@plat/contracts";
import { runYielding } from "@plat/kit";
import { doneRow, idsFrom, refusedItem, refusedRow, type Row } from "./batch-row.ts";
import { propertyEvents } from "./change.ts";
import { type Context, type ListingsHandlers, once, organizationOf } from "./context.ts";
import type { VersionOf } from "./ports.ts";
import { noSuchAgent } from "./properties.ts";
import { newProperty, patchProperty } from "./property.ts";
import { Contended, externalIdTaken, versionOf } from "./writer.ts";

const checkItem = validator(propertyCreate, { unknownKeys: "reject" });
type Checked = ReturnType<typeof checkItem>;

/** Tries of an upsert whose listing comes and goes under its hands. */
const triesMax = 5;
/** Items of one batch that may change one listing: each has to wait for the one before it. */
const changesOfOneMax = 10;
/** Changes of one batch under way at once. */
const changesAtOnce = 32;

interface Item {
  index: number;
  input: PropertyCreate;
}

/** One batch while it is worked on. */
interface Batch {
  context: Context;
  organizationId: string;
  idOf: (index: number) => string;
  defaultCurrency: string | null;
  rows: Map<number, Row>;
  written: VersionOf[];
}

/**
 * Items are answered one by one. An upsert makes a listing of an unknown externalId, and otherwise changes the members
 * that the item names: an item that changes nothing moves no version and tells nobody.
 */
export function batchHandlers(context: Context): Pick<ListingsHandlers, "batchProperties"> {
  return {
    async batchProperties(call) {
      const { mode, items } = call.body;
      const checked = await runYielding(checkSteps(items));
      const answer = async (reservedId: string) => {
        const organizationId = organizationOf(call.caller);
        const organization = await context.organizations.get(organizationId);
        const batch: Batch = {
          context,
          organizationId,
          idOf: idsFrom(reservedId),
          defaultCurrency: organization?.defaultCurrency ?? null,
          rows: new Map(),
          written: [],
        };
        const good = await checkAgents(batch, checkItems(batch, checked, mode));
        if (mode === "create") await create(batch, good);
        else for (const round of rounds(batch, good)) await upsert(batch, round);
        const headers = await context.writer.announce(organizationId, batch.written, call.query.waitForIndex);
        const data = items.map((_, index) => batch.rows.get(index) ?? refusedRow(index, unanswered()));
        return { status: 200, headers, body: { data } };
      };
      const request = { params: undefined, body: { mode, items: toldOf(items, checked) } };
      return once(context, listingsContract.batchProperties, call, answer, request);
    },
  };
}

/** What tells one batch from another: a bad item may be of a thousand members, whose order is not worth its time. */
const toldOf = (items: readonly unknown[], checked: readonly Checked[]): unknown[] =>
  items.map((item, at) => (checked[at]?.ok === true ? item : JSON.stringify(item)));

const tooManyOfOne = (): AppError =>
  new AppError(
    "conflict",
    `${changesOfOneMax} items before this one have the same externalId; send it in another batch.`,
  );
const unanswered = (): AppError => new AppError("internal", "The item was not answered.");

/** A thousand bad items can take half a second. */
function* checkSteps(items: readonly unknown[]): Generator<void, Checked[]> {
  const all: Checked[] = [];
  for (const item of items) {
    all.push(checkItem(item));
    yield;
  }
  return all;
}

function checkItems({ rows }: Batch, items: readonly Checked[], mode: "create" | "upsert"): Item[] {
  const good: Item[] = [];
  for (const [index, checked] of items.entries()) {
    if (!checked.ok) rows.set(index, refusedItem(index, toFieldErrors(checked.issues, "body")));
    else if (mode === "upsert" && typeof checked.value.externalId !== "string") {
      const detail = "is required in an upsert";
      rows.set(index, refusedItem(index, [{ in: "body", pointer: "/externalId", detail }]));
    } else good.push({ index, input: checked.value });
  }
  return good;
}

async function checkAgents({ context, organizationId, rows }: Batch, items: Item[]): Promise<Item[]> {
  const named = new Set(items.flatMap(({ input }) => input.agentId ?? []));
  if (named.size === 0) return items;
  const found = await Promise.all([...named].map((id) => context.agents.get(id)));
  const own = new Set(found.flatMap((agent) => (agent?.organizationId === organizationId ? [agent.id] : [])));
  return items.filter(({ index, input }) => {
    if (input.agentId === null || input.agentId === undefined || own.has(input.agentId)) return true;
    rows.set(index, refusedItem(index, [noSuchAgent]));
    return false;
  });
}

/** Inserts in one command. @returns the items whose externalId another listing has */
async function insert(batch: Batch, items: readonly Item[]): Promise<Item[]> {
  if (items.length === 0) return [];
  const { context, organizationId, idOf, defaultCurrency, rows, written } = batch;
  const now = context.now();
  const created = items.map(({ index, input }) => {
    const property = newProperty(input, { id: idOf(index), organizationId, now, defaultCurrency });
    return { listing: { property, ads: [] }, events: propertyEvents(null, property) };
  });
  const outcomes = await context.properties.insert(created);
  for (const [at, { index }] of items.entries()) {
    if (outcomes[at] === "external_id_taken") continue;
    // A taken id is this batch's own, from an attempt that died before it could tell.
    const id = idOf(index);
    rows.set(index, doneRow(index, 201, id));
    written.push({ id, version: 1 });
  }
  return items.filter((_, at) => outcomes[at] === "external_id_taken");
}

async function create(batch: Batch, items: readonly Item[]): Promise<void> {
  for (const { index, input } of await insert(batch, items))
    batch.rows.set(index, refusedRow(index, externalIdTaken(input.externalId ?? null)));
}

/** Items of one externalId one after another, others together; those that are too many are refused. */
function rounds({ rows }: Batch, items: readonly Item[]): Item[][] {
  const seen = new Map<string, number>();
  const result: Item[][] = [];
  for (const item of items) {
    const externalId = item.input.externalId ?? "";
    const round = seen.get(externalId) ?? 0;
    seen.set(externalId, round + 1);
    if (round < changesOfOneMax) (result[round] ??= []).push(item);
    else rows.set(item.index, refusedRow(item.index, tooManyOfOne()));
  }
  return result;
}

async function upsert(batch: Batch, items: readonly Item[]): Promise<void> {
  let left = [...items];
  for (let tries = 0; tries < triesMax && left.length > 0; tries++) {
    const externalIds = left.map(({ input }) => input.externalId ?? "");
    const known = await batch.context.properties.idsByExternalId(batch.organizationId, externalIds);
    const [unknown, existing] = [[] as Item[], [] as (Item & { id: string })[]];
    for (const item of left) {
      const id = known.get(item.input.externalId ?? "");
      if (id === undefined) unknown.push(item);
      else existing.push({ ...item, id });
    }
    // Somebody may make or delete a listing at this moment: those items go round again.
    const again = await insert(batch, unknown);
    const queue = existing.values();
    const work = async (): Promise<void> => {
      for (const item of queue) if (!(await change(batch, item))) again.push(item);
    };
    await Promise.all(Array.from({ length: changesAtOnce }, work));
    left = again;
  }
  for (const { index } of left) batch.rows.set(index, refusedRow(index, new Contended("listing")));
}

/** False when the listing is gone by now. */
async function change(batch: Batch, { index, input, id }: Item & { id: string }): Promise<boolean> {
  const { context, organizationId, rows, written, idOf } = batch;
  try {
    const { listing, changed } = await context.writer.change(
      { id, organizationId, ifMatch: undefined },
      (before, at) => {
        // Given to another listing since it was looked up.
        if (before.property.externalId !== input.externalId)
          throw new AppError("not_found", "The listing was renamed.");
        const property = patchProperty(before.property, input, at);
        if (property === undefined) return undefined;
        return { listing: { property, ads: before.ads }, events: propertyEvents(before.property, property) };
      },
    );
    // One that an earlier attempt of this batch has made counts as made.
    rows.set(index, doneRow(index, id === idOf(index) ? 201 : 200, id));
    if (changed) written.push(versionOf(listing.property));
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || (error.status >= 500 && !(error instanceof Contended))) throw error;
    if (error.code === "not_found") return false;
    rows.set(index, refusedRow(index, error));
    return true;
  }
}
