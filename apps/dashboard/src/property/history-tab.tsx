import { plat } from "../api.ts";
import { formatMoment, formatMoney } from "../format.ts";
import { More } from "../ui/show-more.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Table } from "../ui/table.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { usePages } from "../use-paged-list.ts";

const pageSize = 50;

export function HistoryTab({ id, version }: { id: string; version: number }) {
  const history = usePages(
    (cursor, signal) => plat.propertyHistory(id, { limit: pageSize, ...cursor, signal }),
    [id, version],
  );
  if (history.items === undefined)
    return history.isLoading ? <Loading /> : <Trouble error={history.error} onRetry={history.reload} />;
  if (history.items.length === 0)
    return (
      <Empty icon="changes" title="No change yet">
        Every change of price and status will stand here.
      </Empty>
    );
  const shown = (value: string | number | null, currency: string | null): string =>
    value === null ? "–" : typeof value === "number" ? formatMoney(value, currency) : value;
  return (
    <>
      <Table
        caption="Changes of price and status"
        rows={history.items}
        keyOf={({ version: each, field }) => `${each} ${field}`}
        columns={[
          { name: "When", value: (row) => row.at, show: (row) => formatMoment(row.at) },
          { name: "What", value: (row) => row.field, show: (row) => row.field },
          { name: "From", show: (row) => shown(row.from, row.currency) },
          { name: "To", show: (row) => <strong>{shown(row.to, row.currency)}</strong> },
        ]}
      />
      <More pages={history} />
    </>
  );
}
