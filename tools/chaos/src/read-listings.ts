import { type Client, expectOk, type JsonObject, bodyOf } from "./client.ts";
import type { Found } from "./history.ts";

const fields = ["id", "title", "description", "version"];

const foundOf = (row: JsonObject): Found => ({
  id: String(row["id"]),
  key: String(row["description"]),
  value: String(row["title"]),
  version: Number(row["version"]),
});

async function pages(read: (cursor: string | undefined) => Promise<JsonObject>): Promise<Found[]> {
  const found: Found[] = [];
  let cursor: string | undefined;
  do {
    const body = await read(cursor);
    found.push(...(body["data"] as JsonObject[]).map(foundOf));
    cursor = ((body["page"] as JsonObject)["nextCursor"] as string | null) ?? undefined;
  } while (cursor !== undefined);
  return found;
}

/** All listings of the organization, read from the store. */
export const readStore = (client: Client, credential: string): Promise<Found[]> =>
  pages(async (cursor) => {
    const query = new URLSearchParams({ limit: "100", sort: "createdAt", fields: fields.join(",") });
    if (cursor !== undefined) query.set("cursor", cursor);
    return bodyOf(await expectOk(client.send(`/properties?${query.toString()}`, { credential }), "listing"));
  });

/** All listings of the organization, read by search. */
export const readIndex = (client: Client, credential: string): Promise<Found[]> =>
  pages(async (cursor) => {
    const body = { filterByOrganization: true, limit: 100, fields, sort: [{ field: "updatedAt", order: "asc" }] };
    const withCursor = cursor === undefined ? body : { ...body, cursor };
    return bodyOf(await expectOk(client.send("/properties/search", { credential, body: withCursor }), "searching"));
  });
