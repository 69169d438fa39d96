import type { Property } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { textIn } from "../form-data.ts";
import { formatPrice, placeOf } from "../format.ts";
import { go, href, place, replace } from "../router.ts";
import { useStore } from "../store.ts";
import { Ago } from "../ui/relative-time.tsx";
import { Select } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { More } from "../ui/show-more.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { Table } from "../ui/table.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";
import { usePages } from "../use-paged-list.ts";

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
  const agentId = query.get("agent") ?? undefined;
  const list = usePages(
    (cursor, signal) =>
      plat.listProperties({ sort, limit: pageSize, agentId, ...(status === "" ? {} : { status }), ...cursor, signal }),
    [status, sort, agentId],
  );
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
  const choose = (next: Status): void =>
    replace("/listings", { status: next === "" ? undefined : next, agent: agentId });
  return (
    <Page title="Listings" lead="Your organization’s own, in any status." actions={add}>
      <div class="toolbar">
        <Segmented label="Status" options={statuses} value={status} onChange={choose} />
        <Select label="Order" options={sorts} value={sort} onChange={setSort} />
        <Find />
      </div>
      {agentId !== undefined && <OfAgent id={agentId} />}
      <Trouble error={list.error} onRetry={list.reload} />
      {list.items === undefined ? (
        list.isLoading && <Loading lines={8} />
      ) : list.items.length === 0 ? (
        <Empty icon="listings" title={status === "" ? "No listing yet" : `No ${status} listing`} actions={add}>
          Add one by hand, import a CSV file, or create them with an API key.
        </Empty>
      ) : (
        <Card>
          <ListingTable rows={list.items} />
          <More pages={list} />
        </Card>
      )}
    </Page>
  );
}

/** Finds own listings in any status by words of their title, description, features or address. */
function Find() {
  const find = (text: string): void => {
    const words = text.replaceAll('"', " ").trim();
    const anyStatus = statuses.flatMap(({ value }) => (value === "" ? [] : [value]));
    if (words !== "") go("/search", { q: `"${words}"`, own: "true", f: JSON.stringify({ status: anyStatus }) });
  };
  return (
    <form
      role="search"
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        find(textIn(new FormData(event.currentTarget), "find"));
      }}
    >
      <input
        name="find"
        type="search"
        aria-label="Words of a listing"
        placeholder="Words of a listing"
        maxLength={200}
      />
      <button type="submit" class="button">
        Find
      </button>
    </form>
  );
}

/** Says whose listings are shown, and leads back to all. */
function OfAgent({ id }: { id: string }) {
  const agent = useLoad((signal) => plat.getAgent(id, { signal }), [id]);
  return (
    <p class="faint">
      Only those of {agent.data?.name ?? "one agent"}. <a href={href("/listings")}>Show all</a>
    </p>
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
