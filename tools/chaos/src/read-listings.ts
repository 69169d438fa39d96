import { type Client, expectOk, type Row, rowOf } from "./client.ts";
import type { Found } from "./history.ts";

const fields = ["id", "title", "description", "version"];

const foundOf = (row: Row): Found => ({
  id: String(row["id"]),
  key: String(row["description"]),
  value: String(row["title"]),
  version: Number(row["version"]),
});

async function pages(read: (cursor: string | undefined) => Promise<Row>): Promise<Found[]> {
  const found: Found[] = [];
  let cursor: string | undefined;
  do {
    const body = await read(cursor);
    found.push(...(body["data"] as Row[]).map(foundOf));
    cursor = ((body["page"] as Row)["nextCursor"] as string | null) ?? undefined;
  } while (cursor !== undefined);
  return found;
}

/** All listings of the organization as the store has them. */
export const readStore = (client: Client, credential: string): Promise<Found[]> =>
  pages(async (cursor) => {
    const query = new URLSearchParams({ limit: "100", sort: "createdAt", fields: fields.join(",") });
    if (cursor !== undefined) query.set("cursor", cursor);
    return rowOf(await expectOk(client.send(`/properties?${query.toString()}`, { credential }), "listing"));
  });

/** All listings of the organization as searches show them. */
export const readIndex = (client: Client, credential: string): Promise<Found[]> =>
  pages(async (cursor) => {
    const body = { filterByOrganization: true, limit: 100, fields, sort: [{ field: "updatedAt", order: "asc" }] };
    const withCursor = cursor === undefined ? body : { ...body, cursor };
    return rowOf(await expectOk(client.send("/properties/search", { credential, body: withCursor }), "searching"));
  });
