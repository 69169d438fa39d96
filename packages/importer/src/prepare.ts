import type { Entry, Prepared } from "./chunks.ts";
import type { Item } from "./fields.ts";
import type { Mapper } from "./mapper.ts";
import type { Refusal } from "./report.ts";
import { RowIds } from "./row-id.ts";
import type { BrokenRow, Row } from "./rows.ts";

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Makes listings of rows. Each has an externalId: its own, else its `id` when the file is an export, else one made of
 * what is in the row, so that the same row is the same listing however often it is imported.
 */
export async function* prepare(
  rows: AsyncIterable<Row | BrokenRow>,
  mapper: Mapper,
  options: { isExport: boolean },
): AsyncGenerator<Prepared> {
  const ids = new RowIds();
  for await (const row of rows) yield one(row, mapper, ids, options.isExport);
}

function one(row: Row | BrokenRow, mapper: Mapper, ids: RowIds, isExport: boolean): Prepared {
  if ("problem" in row)
    return { line: row.line, externalId: null, reasons: [{ field: null, detail: row.problem }] } satisfies Refusal;
  const mapped = mapper(row);
  if ("reasons" in mapped) return { externalId: null, ...mapped, line: row.line };
  const { item } = mapped;
  const given = item["externalId"];
  if (typeof given === "string") return { line: row.line, externalId: given, item };
  const id = row.cells.get("id");
  if (isExport && typeof id === "string" && uuid.test(id))
    return { ...withId(row.line, item, id), ownId: id } satisfies Entry;
  return withId(row.line, item, ids.idOf(row.cells));
}

const withId = (line: number, item: Item, externalId: string): Entry => ({
  line,
  externalId,
  item: { ...item, externalId },
});
