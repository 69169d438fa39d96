import { type FieldError, invalid, listingsContract, notFound, type Property } from "@plat/contracts";
import { propertyDeletedEvent, propertyEvents } from "../domain/change-events.ts";
import { fieldPicker } from "../domain/field-selection.ts";
import { largeFields, type ListQuery } from "../domain/ports.ts";
import { isVisibleTo, newProperty, patchProperty } from "../domain/property.ts";
import { externalIdTaken, versionOf } from "../writing/listing-writer.ts";
import {
  type Dependencies,
  createdThenDeleted,
  type ListingsHandlers,
  organizationOf,
  withIdempotency,
} from "./dependencies.ts";
import { invalidCursor, isTimestamp, type PageCursor, pageCursor } from "./pagination.ts";

type Handled =
  | "createProperty"
  | "getProperty"
  | "listProperties"
  | "updateProperty"
  | "deleteProperty"
  | "propertyCounts";

/** The validation error of an agent that does not exist or belongs to another organization. */
export const unknownAgentError: FieldError = {
  in: "body",
  pointer: "/agentId",
  detail: "must be the id of an agent of the organization",
};

/** Handlers of properties, except batches and history. */
export function propertyHandlers(dependencies: Dependencies): Pick<ListingsHandlers, Handled> {
  const { properties, agents, organizations, writer, now } = dependencies;

  /** @throws AppError `validation_failed` unless the agent belongs to the organization */
  const requireOwnAgent = async (organizationId: string, agentId: string | null | undefined): Promise<void> => {
    if (agentId === null || agentId === undefined) return;
    const agent = await agents.get(agentId);
    if (agent?.organizationId !== organizationId) throw invalid([unknownAgentError]);
  };

  return {
    createProperty: (call) =>
      withIdempotency(dependencies, listingsContract.createProperty, call, async (id) => {
        const organizationId = organizationOf(call.caller);
        await requireOwnAgent(organizationId, call.body.agentId);
        const organization = call.body.currency === undefined ? await organizations.get(organizationId) : undefined;
        const defaultCurrency = organization?.defaultCurrency ?? null;
        const property = newProperty(call.body, { id, organizationId, now: now(), defaultCurrency });
        const [outcome] = await properties.insert([
          { listing: { property, ads: [] }, events: propertyEvents(null, property) },
        ]);
        if (outcome === "external_id_taken") throw externalIdTaken(property.externalId);
        // If the id is taken, an earlier attempt of the same request created the listing without recording its outcome.
        const created = outcome === "done" ? property : await properties.get(id);
        if (created === undefined) throw createdThenDeleted("listing");
        const headers = await writer.publish(organizationId, [versionOf(created)], call.query.waitForIndex);
        return {
          status: 201,
          version: created.version,
          headers: { location: `/properties/${id}`, ...headers },
          body: created,
        };
      }),

    async getProperty({ caller, params, query }) {
      const pick = fieldPicker(query.fields);
      const property = await properties.get(params.id);
      if (property === undefined || !isVisibleTo(property, organizationOf(caller))) throw notFound("property");
      return { version: property.version, body: pick(property) };
    },

    async listProperties({ caller, query }) {
      const organizationId = organizationOf(caller);
      const { limit, fields, cursor: encodedCursor, ...rest } = query;
      const pick = fieldPicker(fields);
      const cursor = pageCursor<Property>(encodedCursor, { list: "properties", organizationId, ...rest });
      const sort = parseSort(query.sort);
      const { listings, truncated } = await properties.list(organizationId, {
        status: query.status,
        agentId: query.agentId,
        updatedAfter: query.updatedAfter,
        sort,
        limit: limit + 1,
        omit: fields === undefined ? [] : largeFields.filter((field) => !fields.includes(field)),
        after: listPosition(cursor, sort.field),
      });
      const { headers, page, data } = cursor.page(listings, limit, (row) => [row[sort.field], row.id], truncated);
      return { headers, body: { data: data.map(pick), page } };
    },

    async updateProperty({ caller, params, query, body, ifMatch }) {
      const organizationId = organizationOf(caller);
      await requireOwnAgent(organizationId, body.agentId);
      const target = { id: params.id, organizationId, ifMatch };
      const result = await writer.change(target, (before, at) => {
        const property = patchProperty(before.property, body, at);
        if (property === undefined) return undefined;
        return { listing: { property, ads: before.ads }, events: propertyEvents(before.property, property) };
      });
      const { property } = result.listing;
      const headers = await writer.publishResult(organizationId, result, query.waitForIndex);
      return { version: property.version, headers, body: property };
    },

    async deleteProperty({ caller, params, query, ifMatch }) {
      const organizationId = organizationOf(caller);
      const target = { id: params.id, organizationId, ifMatch };
      const result = await writer.change(target, (before, at) => ({
        deletion: propertyDeletedEvent(before, before.property.version + 1, at),
      }));
      const headers = await writer.publishResult(organizationId, result, query.waitForIndex);
      return { headers, body: undefined };
    },

    async propertyCounts({ caller }) {
      const counts = await properties.counts(organizationOf(caller));
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { body: { ...counts, total } };
    },
  };
}

/** Parses a sort such as `-createdAt`; the contract has validated it. */
function parseSort(sort: string): ListQuery["sort"] {
  const descending = sort.startsWith("-");
  const field = (descending ? sort.slice(1) : sort) as ListQuery["sort"]["field"];
  return { field, direction: descending ? -1 : 1 };
}

/** @throws AppError `validation_failed` if the cursor's position does not fit the sort field */
function listPosition({ position }: PageCursor<Property>, field: ListQuery["sort"]["field"]): ListQuery["after"] {
  if (position === undefined) return undefined;
  const [value = null, id] = position;
  if (typeof id !== "string") throw invalidCursor();
  if (value === null && (field === "price" || field === "publishedAt")) return { value, id };
  if (field === "price" ? typeof value === "number" : isTimestamp(value))
    return { value: value as string | number, id };
  throw invalidCursor();
}
