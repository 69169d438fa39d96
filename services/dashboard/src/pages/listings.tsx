import type { Property } from "@plat/client";
import { useEffect, useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatPrice, placeOf } from "../format.ts";
import { href, place, replace } from "../router.ts";
import { useStore } from "../store.ts";
import { Ago } from "../ui/ago.tsx";
import { Select } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Card, Empty, Loading, Page, Segmented } from "../ui/parts.tsx";
import { StatusBadge } from "../ui/status.tsx";
import { Table } from "../ui/table.tsx";
import { Trouble } from "../ui/trouble.tsx";
import { useAction, useLoad } from "../use-load.ts";

const statuses = [
  { value: "", label: "Any status" },
  { value: "active", label: "active" },
  { value: "pending", label: "pending" },
  { value: "inactive", label: "inactive" },
  { value: "sold", label: "sold" },
  { value: "rented", label: "rented" },
] as const;
type Status = (typeof statuses)[number]["value"];
const sorts = [
  { value: "-createdAt", label: "Newest first" },
  { value: "-updatedAt", label: "Last changed first" },
  { value: "-price", label: "Dearest first" },
  { value: "price", label: "Cheapest first" },
] as const;
type Sort = (typeof sorts)[number]["value"];

const pageSize = 50;

/** The organization's own listings, in any status. */
export function ListingsPage() {
  const { query } = useStore(place);
  const asked = query.get("status") ?? "";
  const status: Status = statuses.find(({ value }) => value === asked)?.value ?? "";
  const [sort, setSort] = useState<Sort>("-createdAt");
  const load = (cursor: string | undefined, signal?: AbortSignal) =>
    plat.listProperties({
      sort,
      limit: pageSize,
      ...(status === "" ? {} : { status }),
      ...(cursor === undefined ? {} : { cursor }),
      signal,
    });
  const list = useLoad((signal) => load(undefined, signal), [status, sort]);
  const more = useAction(async () => {
    const before = list.data;
    if (before === undefined || before.page.nextCursor === null) return;
    const next = await load(before.page.nextCursor);
    list.extend(before, { data: [...before.data, ...next.data], page: next.page });
  });
  useEffect(more.clear, [status, sort]);
  const add = (
    <>
      <a class="button" href={href("/import")}>
        <Icon name="import" />
        Import CSV
      </a>
      <a class="button primary" href={href("/listings/new")}>
        <Icon name="plus" />
        New listing
      </a>
    </>
  );
  const choose = (next: Status): void => replace("/listings", { status: next === "" ? undefined : next });
  return (
    <Page title="Listings" lead="Your organization’s own, in any status." actions={add}>
      <div class="toolbar">
        <Segmented label="Status" options={statuses} value={status} onChange={choose} />
        <Select label="Order" options={sorts} value={sort} onChange={setSort} />
      </div>
      <Trouble error={list.error} onRetry={list.reload} />
      {list.data === undefined ? (
        list.isLoading && <Loading lines={8} />
      ) : list.data.data.length === 0 ? (
        <Empty icon="listings" title={status === "" ? "No listing yet" : `No ${status} listing`} actions={add}>
          Add one by hand, import a CSV file, or create them with an API key.
        </Empty>
      ) : (
        <Card>
          <ListingTable rows={list.data.data} />
          {list.data.page.nextCursor !== null && (
            <button type="button" class="button wide" disabled={more.isRunning} onClick={() => more.run()}>
              Show more
            </button>
          )}
          <Trouble error={more.error} onRetry={() => more.run()} />
        </Card>
      )}
    </Page>
  );
}

function ListingTable({ rows }: { rows: readonly Property[] }) {
  return (
    <Table
      caption="Listings"
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          name: "Listing",
          show: (row) => (
            <>
              <a href={href(`/listings/${row.id}`)}>{row.title}</a>
              <span class="under">{placeOf(row.address)}</span>
            </>
          ),
        },
        { name: "Type", show: (row) => row.propertyType },
        { name: "Status", show: (row) => <StatusBadge status={row.status} /> },
        { name: "Price", show: (row) => formatPrice(row), isNumber: true },
        { name: "Bedrooms", show: (row) => row.bedrooms ?? "–", isNumber: true },
        {
          name: "Changed",
          show: (row) => <Ago iso={row.updatedAt} />,
        },
      ]}
    />
  );
}
