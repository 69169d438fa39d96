import type { Aggregations, Property } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatCount, plural } from "../format.ts";
import { download } from "../download.ts";
import { href } from "../router.ts";
import { BarList } from "../ui/charts.tsx";
import { Icon } from "../ui/icons.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Slow } from "../ui/slow-notice.tsx";
import { Table } from "../ui/table.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";
import { countOf, type Group, groups, marketCsv, type Row, rowsOf } from "./market-rows.ts";

type Status = Property["status"];
const statuses = (["active", "pending", "inactive", "sold", "rented"] as const).map((value) => ({
  value,
  label: value,
}));
const owners = [
  { value: "all", label: "Every organization" },
  { value: "own", label: "Ours" },
] as const;

const barsMax = 12;

export function MarketPage() {
  const [status, setStatus] = useState<Status>("active");
  const [owner, setOwner] = useState<"all" | "own">("all");
  const [group, setGroup] = useState<Group>("city");
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
    <Page title="Market" lead="How many listings there are, by place and kind." actions={actions}>
      <div class="toolbar">
        <Segmented label="Status" options={statuses} value={status} onChange={setStatus} />
        <Segmented label="Whose" options={owners} value={owner} onChange={setOwner} />
      </div>
      <Trouble error={market.error} onRetry={market.reload} />
      <Slow isWaiting={market.isLoading && market.data !== undefined} />
      {market.data === undefined ? (
        market.isLoading && <Loading lines={8} />
      ) : market.data.totalProperties === 0 ? (
        <Empty
          icon="market"
          title={`No ${status} listing`}
          actions={
            <a class="button" href={href("/listings/new")}>
              Add a listing
            </a>
          }
        >
          Choose another status above, or put listings in: they are counted within a moment.
        </Empty>
      ) : (
        <div class={market.isLoading ? "stale" : ""} aria-busy={market.isLoading}>
          <Facts market={market.data} />
          <Tabs label="Group by" tabs={groups} current={group} onChoose={setGroup}>
            <Grouped market={market.data} group={group} isActive={status === "active"} />
          </Tabs>
        </div>
      )}
    </Page>
  );
}

function Facts({ market }: { market: Aggregations }) {
  const facts = [
    ["listings", market.totalProperties],
    ["cities", market.availableCities.length],
    ["regions", market.availableRegions.length],
    ["types", market.availablePropertyTypes.length],
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

/** What a search for this name says, where it can. */
function searchFor(group: Group, name: string): string {
  const filters = {
    city: { cities: [name] },
    region: { regions: [name] },
    type: { propertyTypes: [name] },
    category: { propertyCategories: [name] },
  };
  return href("/search", { f: JSON.stringify(filters[group]) });
}

function Grouped({ market, group, isActive }: { market: Aggregations; group: Group; isActive: boolean }) {
  const rows = rowsOf(market, group);
  const types = Object.entries(market.byPropertyType)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([type]) => type);
  const hasTypes = rows.some(({ byType }) => byType !== undefined);
  const bars = rows
    .slice(0, barsMax)
    .map(({ name, total }) => ({ label: name, value: total, ...(isActive ? { href: searchFor(group, name) } : {}) }));
  const label = groups.find(({ id }) => id === group)?.label ?? "";
  const isCut =
    group === "city" ? market.truncated?.cities === true : group === "region" && market.truncated?.regions === true;
  if (rows.length === 0) return <p class="faint">No listing here names one.</p>;
  return (
    <div class="two-columns">
      <Card title={rows.length > barsMax ? `The ${barsMax} with most` : label}>
        <BarList label={`Listings by ${group}`} bars={bars} />
      </Card>
      <Card title={isCut ? `${label}: the 1000 with most` : plural(rows.length, group, label.toLowerCase())}>
        <Table
          key={group}
          caption={`Listings by ${group}`}
          rows={rows}
          keyOf={(row) => row.name}
          first={{ column: 1, isDescending: true }}
          columns={[
            { name: group, value: (row) => row.name, show: (row) => row.name },
            { name: "Listings", value: (row) => row.total, show: (row) => formatCount(row.total), isNumber: true },
            ...(hasTypes
              ? types.map((type) => ({
                  name: type,
                  value: (row: Row) => countOf(row, type),
                  show: (row: Row) => formatCount(countOf(row, type)),
                  isNumber: true,
                }))
              : []),
          ]}
        />
      </Card>
    </div>
  );
}
