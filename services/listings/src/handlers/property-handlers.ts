import { listingsContract, type FieldError, invalid, notFound, type Property } from "@plat/contracts";
import {
  badCursor,
  type Context,
  type Cursor,
  cursorOf,
  type ListingsHandlers,
  madeAndGone,
  once,
  organizationOf,
} from "./context.ts";
import { propertyDeletion, propertyEvents } from "../domain/change-events.ts";
import { fieldPicker } from "../domain/field-selection.ts";
import { largeMembers, type ListQuery } from "../domain/ports.ts";
import { isVisible, newProperty, patchProperty } from "../domain/property.ts";
import { externalIdTaken, versionOf } from "../writing/listing-writer.ts";

type Handled =
  | "createProperty"
  | "getProperty"
  | "listProperties"
  | "updateProperty"
  | "deleteProperty"
  | "propertyCounts";

/** One organization's agent cannot be set on another's listing. */
export const noSuchAgent: FieldError = {
  in: "body",
  pointer: "/agentId",
  detail: "must be the id of an agent of the organization",
};

export async function requireAgent(
  { agents }: Context,
  organizationId: string,
  agentId: string | null | undefined,
): Promise<void> {
  if (agentId === null || agentId === undefined) return;
  const agent = await agents.get(agentId);
  if (agent?.organizationId !== organizationId) throw invalid([noSuchAgent]);
}

export function propertyHandlers(context: Context): Pick<ListingsHandlers, Handled> {
  const { properties, organizations, writer, now } = context;

  return {
    createProperty: (call) =>
      once(context, listingsContract.createProperty, call, async (id) => {
        const organizationId = organizationOf(call.caller);
        await requireAgent(context, organizationId, call.body.agentId);
        const organization = call.body.currency === undefined ? await organizations.get(organizationId) : undefined;
        const facts = { id, organizationId, now: now(), defaultCurrency: organization?.defaultCurrency ?? null };
        const property = newProperty(call.body, facts);
        const [outcome] = await properties.insert([
          { listing: { property, ads: [] }, events: propertyEvents(null, property) },
        ]);
        if (outcome === "external_id_taken") throw externalIdTaken(property.externalId);
        // When it is there already, an earlier attempt of the same request has made it, and died before it could tell.
        const made = outcome === "done" ? property : await properties.get(id);
        if (made === undefined) throw madeAndGone("listing");
        const headers = await writer.announce(organizationId, [versionOf(made)], call.query.waitForIndex);
        return {
          status: 201,
          version: made.version,
          headers: { location: `/properties/${id}`, ...headers },
          body: made,
        };
      }),

    async getProperty({ caller, params, query }) {
      const pick = fieldPicker(query.fields);
      const property = await properties.get(params.id);
      if (property === undefined || !isVisible(property, organizationOf(caller))) throw notFound("property");
      return { version: property.version, body: pick(property) };
    },

    async listProperties({ caller, query }) {
      const organizationId = organizationOf(caller);
      const { limit, fields, cursor: text, ...rest } = query;
      const pick = fieldPicker(fields);
      const cursor = cursorOf<Property>(text, { list: "properties", organizationId, ...rest });
      const sort = readSort(query.sort);
      const { listings, cut } = await properties.list(organizationId, {
        status: query.status,
        agentId: query.agentId,
        updatedAfter: query.updatedAfter,
        sort,
        limit: limit + 1,
        without: fields === undefined ? [] : largeMembers.filter((member) => !fields.includes(member)),
        after: readPlace(cursor, sort.field),
      });
      const { headers, page, data } = cursor.page(listings, limit, (row) => [row[sort.field], row.id], cut);
      return { headers, body: { data: data.map(pick), page } };
    },

    async updateProperty({ caller, params, query, body, ifMatch }) {
      const organizationId = organizationOf(caller);
      await requireAgent(context, organizationId, body.agentId);
      const target = { id: params.id, organizationId, ifMatch };
      const result = await writer.change(target, (before, at) => {
        const property = patchProperty(before.property, body, at);
        if (property === undefined) return undefined;
        return { listing: { property, ads: before.ads }, events: propertyEvents(before.property, property) };
      });
      const { property } = result.listing;
      const headers = await writer.announceChange(organizationId, result, query.waitForIndex);
      return { version: property.version, headers, body: property };
    },

    async deleteProperty({ caller, params, query, ifMatch }) {
      const organizationId = organizationOf(caller);
      const target = { id: params.id, organizationId, ifMatch };
      const result = await writer.change(target, (before, at) => ({
        deletion: propertyDeletion(before, before.property.version + 1, at),
      }));
      const headers = await writer.announceChange(organizationId, result, query.waitForIndex);
      return { headers, body: undefined };
    },

    async propertyCounts({ caller }) {
      const counts = await properties.counts(organizationOf(caller));
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { body: { ...counts, total } };
    },
  };
}

function readSort(sort: string): ListQuery["sort"] {
  const descending = sort.startsWith("-");
  const field = (descending ? sort.slice(1) : sort) as ListQuery["sort"]["field"];
  return { field, direction: descending ? -1 : 1 };
}

function readPlace({ place }: Cursor<Property>, field: ListQuery["sort"]["field"]): ListQuery["after"] {
  if (place === undefined) return undefined;
  const [value = null, id] = place;
  if (typeof id !== "string") throw badCursor();
  if (value === null && (field === "price" || field === "publishedAt")) return { value, id };
  if (field === "price" ? typeof value === "number" : isInstant(value)) return { value: value as string | number, id };
  throw badCursor();
}

export const isInstant = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));
