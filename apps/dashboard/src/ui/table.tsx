import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface Column<Row> {
  name: string;
  /** Value to sort by. Omit for a column that cannot be sorted. */
  value?: (row: Row) => string | number | null;
  render: (row: Row) => ComponentChildren;
  isNumber?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  initialSort?: { column: number; isDescending: boolean };
}

const collator = new Intl.Collator(undefined, { numeric: true });

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** A table that is sorted by its column headers. On a phone each row is a block of labelled values. */
export function Table<Row>({ caption, columns, rows, rowKey, initialSort }: TableProps<Row>) {
  const [order, setOrder] = useState(initialSort);
  const by = order === undefined ? undefined : columns[order.column]?.value;
  const sortedRows =
    by === undefined || order === undefined
      ? rows
      : rows.toSorted((a, b) => compare(by(a), by(b)) * (order.isDescending ? -1 : 1));
  const sortBy = (column: number): void =>
    setOrder((before) => ({
      column,
      isDescending: before?.column === column ? !before.isDescending : columns[column]?.isNumber === true,
    }));
  return (
    <div class="table-wrap" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => {
              const isBy = order?.column === index;
              const direction = order?.isDescending === true ? "descending" : "ascending";
              return (
                <th
                  key={column.name}
                  scope="col"
                  class={column.isNumber === true ? "number" : ""}
                  {...(isBy ? { "aria-sort": direction } : {})}
                >
                  {column.value === undefined ? (
                    column.name
                  ) : (
                    <button type="button" onClick={() => sortBy(index)}>
                      {column.name}
                      <span class="sort-mark" aria-hidden="true">
                        {isBy ? (order.isDescending ? "↓" : "↑") : ""}
                      </span>
                    </button>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sortedRows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.name} class={column.isNumber === true ? "number" : ""} data-label={column.name}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
