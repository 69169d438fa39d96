import { plat } from "../api.ts";
import { capitalize, formatDateTime, formatMoney } from "../format.ts";
import { ShowMore } from "../ui/show-more.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Table } from "../ui/table.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { usePagedList } from "../use-paged-list.ts";

const pageSize = 50;

/** The history of price and status of a listing. */
export function HistoryTab({ id, version }: { id: string; version: number }) {
  const history = usePagedList(
    (cursor, signal) => plat.propertyHistory(id, { limit: pageSize, ...cursor, signal }),
    [id, version],
  );
  if (history.items === undefined)
    return history.isLoading ? <Loading /> : <ErrorMessage error={history.error} onRetry={history.reload} />;
  if (history.items.length === 0)
    return (
      <EmptyState icon="changes" title="No changes yet">
        Changes of price and status appear here.
      </EmptyState>
    );
  const displayValue = (value: string | number | null, currency: string | null): string =>
    value === null ? "–" : typeof value === "number" ? formatMoney(value, currency) : capitalize(value);
  return (
    <>
      <Table
        caption="Price and status history"
        rows={history.items}
        rowKey={({ version: each, field }) => `${each} ${field}`}
        columns={[
          { name: "Date", value: (row) => row.at, render: (row) => formatDateTime(row.at) },
          { name: "Field", value: (row) => row.field, render: (row) => capitalize(row.field) },
          { name: "From", render: (row) => displayValue(row.from, row.currency) },
          { name: "To", render: (row) => <strong>{displayValue(row.to, row.currency)}</strong> },
        ]}
      />
      <ShowMore pages={history} />
    </>
  );
}
