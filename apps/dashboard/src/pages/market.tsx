import type { Aggregations, Property } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { capitalize, formatCount, pluralize } from "../format.ts";
import { download } from "../download.ts";
import { href } from "../router.ts";
import { BarList } from "../ui/charts.tsx";
import { Icon } from "../ui/icons.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { SlowNotice } from "../ui/slow-notice.tsx";
import { Table } from "../ui/table.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";
import { countOf, type Grouping, groupings, marketCsv, type MarketRow, marketRows } from "./market-rows.ts";

type Status = Property["status"];
const statuses = (["active", "pending", "inactive", "sold", "rented"] as const).map((value) => ({
  value,
  label: capitalize(value),
}));
const owners = [
  { value: "all", label: "All organizations" },
  { value: "own", label: "My organization" },
] as const;

const maxBars = 12;

export function MarketPage() {
  const [status, setStatus] = useState<Status>("active");
  const [owner, setOwner] = useState<"all" | "own">("all");
  const [group, setGroup] = useState<Grouping>("city");
  const market = useLoad(
    (signal) => plat.aggregate({ status, filterByOrganization: owner === "own", signal }),
    [status, owner],
  );
  const save = (): void => {
    if (market.data !== undefined) download(`market-${group}-${status}.csv`, "text/csv", marketCsv(market.data, group));
  };
  const actions = (
    <button
      type="button"
      class="button"
      disabled={market.data === undefined || market.data.totalProperties === 0}
      onClick={save}
    >
      <Icon name="import" />
      Export CSV
    </button>
  );
  return (
    <Page title="Market" lead="Number of listings by location and type." actions={actions}>
      <div class="toolbar">
        <Segmented label="Status" options={statuses} value={status} onChange={setStatus} />
        <Segmented label="Organization" options={owners} value={owner} onChange={setOwner} />
      </div>
      <ErrorMessage error={market.error} onRetry={market.reload} />
      <SlowNotice isWaiting={market.isLoading && market.data !== undefined} />
      {market.data === undefined ? (
        market.isLoading && <Loading lines={8} />
      ) : market.data.totalProperties === 0 ? (
        <EmptyState
          icon="market"
          title={`No ${status} listings`}
          actions={
            <a class="button" href={href("/listings/new")}>
              New listing
            </a>
          }
        >
          Choose another status or create listings. New listings are counted within seconds.
        </EmptyState>
      ) : (
        <div class={market.isLoading ? "stale" : ""} aria-busy={market.isLoading}>
          <Totals market={market.data} />
          <Tabs label="Group by" tabs={groupings} current={group} onSelect={setGroup}>
            <GroupedListings market={market.data} group={group} isActive={status === "active"} />
          </Tabs>
        </div>
      )}
    </Page>
  );
}

function Totals({ market }: { market: Aggregations }) {
  const facts = [
    ["Listings", market.totalProperties],
    ["Cities", market.availableCities.length],
    ["Regions", market.availableRegions.length],
    ["Property types", market.availablePropertyTypes.length],
  ] as const;
  return (
    <dl class="tiles">
      {facts.map(([name, value]) => (
        <div class="tile" key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Link to a search for the active listings of a group. */
function searchLink(group: Grouping, name: string): string {
  const filters = {
    city: { cities: [name] },
    region: { regions: [name] },
    type: { propertyTypes: [name] },
    category: { propertyCategories: [name] },
  };
  return href("/search", { f: JSON.stringify(filters[group]) });
}

function GroupedListings({ market, group, isActive }: { market: Aggregations; group: Grouping; isActive: boolean }) {
  const rows = marketRows(market, group);
  const types = Object.entries(market.byPropertyType)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([type]) => type);
  const hasTypes = rows.some(({ byType }) => byType !== undefined);
  const bars = rows
    .slice(0, maxBars)
    .map(({ name, total }) => ({ label: name, value: total, ...(isActive ? { href: searchLink(group, name) } : {}) }));
  const label = groupings.find(({ id }) => id === group)?.label ?? "";
  const isTruncated =
    group === "city" ? market.truncated?.cities === true : group === "region" && market.truncated?.regions === true;
  if (rows.length === 0) return <p class="muted">No data for this grouping.</p>;
  return (
    <div class="two-columns">
      <Card title={rows.length > maxBars ? `Top ${maxBars}` : label}>
        <BarList label={`Listings by ${group}`} bars={bars} />
      </Card>
      <Card title={isTruncated ? `${label}: top 1,000` : pluralize(rows.length, group, label.toLowerCase())}>
        <Table
          key={group}
          caption={`Listings by ${group}`}
          rows={rows}
          rowKey={(row) => row.name}
          initialSort={{ column: 1, isDescending: true }}
          columns={[
            { name: capitalize(group), value: (row) => row.name, render: (row) => row.name },
            { name: "Listings", value: (row) => row.total, render: (row) => formatCount(row.total), isNumber: true },
            ...(hasTypes
              ? types.map((type) => ({
                  name: type,
                  value: (row: MarketRow) => countOf(row, type),
                  render: (row: MarketRow) => formatCount(countOf(row, type)),
                  isNumber: true,
                }))
              : []),
          ]}
        />
      </Card>
    </div>
  );
}
