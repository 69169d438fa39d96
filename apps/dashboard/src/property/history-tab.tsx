import { plat } from "../api.ts";
import { formatMoment, formatMoney } from "../format.ts";
import { HitCard } from "../search/hit-card.tsx";
import { More } from "../ui/show-more.tsx";
import { Empty, Loading } from "../ui/parts.tsx";
import { Table } from "../ui/table.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";
import { usePages } from "../use-paged-list.ts";

const pageSize = 50;

/** Listings like this one, with what they have in common. */
export function SimilarTab({ id }: { id: string }) {
  const similar = useLoad((signal) => plat.similar(id, { limit: 12, includeBranding: true, signal }), [id]);
  if (similar.data === undefined)
    return similar.isLoading ? <Loading /> : <Trouble error={similar.error} onRetry={similar.reload} />;
  if (similar.data.length === 0)
    return (
      <Empty icon="home" title="Nothing like it">
        Similar listings are of the same type and category, in the same city or community, within one bedroom and a
        quarter of the price.
      </Empty>
    );
  return (
    <ul class="hits">
      {similar.data.map((hit) => (
        <HitCard key={hit.id} hit={hit} />
      ))}
    </ul>
  );
}

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
