import type { Entry, PreparedRow } from "./chunks.ts";
import type { Item } from "./fields.ts";
import type { Mapper } from "./mapper.ts";
import type { RejectedRow } from "./report.ts";
import { RowIds } from "./row-id.ts";
import type { BrokenRow, Row } from "./rows.ts";

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Converts rows to listings. The externalId of each is that of the row, otherwise the row's `id` if the file is an export,
 * otherwise an id derived from the row's content. A repeated import therefore updates the same listings.
 */
export async function* prepareRows(
  rows: AsyncIterable<Row | BrokenRow>,
  mapper: Mapper,
  options: { isExport: boolean },
): AsyncGenerator<PreparedRow> {
  const ids = new RowIds();
  for await (const row of rows) yield prepareRow(row, mapper, ids, options.isExport);
}

function prepareRow(row: Row | BrokenRow, mapper: Mapper, ids: RowIds, isExport: boolean): PreparedRow {
  if ("problem" in row)
    return { line: row.line, externalId: null, reasons: [{ field: null, detail: row.problem }] } satisfies RejectedRow;
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
