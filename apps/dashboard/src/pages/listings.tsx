import type { Property } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { textField } from "../form-data.ts";
import { formatPrice, formatPlace } from "../format.ts";
import { navigate, href, currentRoute, replaceRoute } from "../router.ts";
import { useStore } from "../store.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { LabelledSelect } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { Table } from "../ui/table.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";
import { usePagedList } from "../use-paged-list.ts";

const statuses = [
  { value: "", label: "All" },
  { value: "active", label: "Active" },
  { value: "pending", label: "Pending" },
  { value: "inactive", label: "Inactive" },
  { value: "sold", label: "Sold" },
  { value: "rented", label: "Rented" },
] as const;
type Status = (typeof statuses)[number]["value"];
const sorts = [
  { value: "-createdAt", label: "Newest" },
  { value: "-updatedAt", label: "Recently updated" },
  { value: "-price", label: "Price: high to low" },
  { value: "price", label: "Price: low to high" },
] as const;
type Sort = (typeof sorts)[number]["value"];

const pageSize = 50;

/** Lists the organization's listings in any status. */
export function ListingsPage() {
  const { query } = useStore(currentRoute);
  const requested = query.get("status") ?? "";
  const status: Status = statuses.find(({ value }) => value === requested)?.value ?? "";
  const [sort, setSort] = useState<Sort>("-createdAt");
  const agentId = query.get("agent") ?? undefined;
  const list = usePagedList(
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
    replaceRoute("/listings", { status: next === "" ? undefined : next, agent: agentId });
  return (
    <Page title="Listings" lead="All listings of your organization." actions={add}>
      <div class="toolbar">
        <Segmented label="Status" options={statuses} value={status} onChange={choose} />
        <LabelledSelect label="Sort by" options={sorts} value={sort} onChange={setSort} />
        <FindForm />
      </div>
      {agentId !== undefined && <AgentFilterNotice id={agentId} />}
      <ErrorMessage error={list.error} onRetry={list.reload} />
      {list.items === undefined ? (
        list.isLoading && <Loading lines={8} />
      ) : list.items.length === 0 ? (
        <EmptyState icon="listings" title={status === "" ? "No listings yet" : `No ${status} listings`} actions={add}>
          Create a listing, import a CSV file, or use the API.
        </EmptyState>
      ) : (
        <Card>
          <ListingTable rows={list.items} />
          <ShowMore pages={list} />
        </Card>
      )}
    </Page>
  );
}

/** Searches the organization's listings in any status for words in their title, description, features or address. */
function FindForm() {
  const find = (text: string): void => {
    const words = text.replaceAll('"', " ").trim();
    const allStatuses = statuses.flatMap(({ value }) => (value === "" ? [] : [value]));
    if (words !== "") navigate("/search", { q: `"${words}"`, own: "true", f: JSON.stringify({ status: allStatuses }) });
  };
  return (
    <form
      role="search"
      class="find-form"
      onSubmit={(event) => {
        event.preventDefault();
        find(textField(new FormData(event.currentTarget), "find"));
      }}
    >
      <input
        name="find"
        type="search"
        aria-label="Search your listings"
        placeholder="Search your listings"
        maxLength={200}
      />
      <button type="submit" class="button">
        Search
      </button>
    </form>
  );
}

/** Shows that the list is limited to one agent, with a link to all listings. */
function AgentFilterNotice({ id }: { id: string }) {
  const agent = useLoad((signal) => plat.getAgent(id, { signal }), [id]);
  return (
    <p class="muted">
      Showing listings of {agent.data?.name ?? "one agent"}. <a href={href("/listings")}>Show all</a>
    </p>
  );
}

function ListingTable({ rows }: { rows: readonly Property[] }) {
  return (
    <Table
      caption="Listings"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          name: "Listing",
          render: (row) => (
            <>
              <a href={href(`/listings/${row.id}`)}>{row.title}</a>
              <span class="subtext">{formatPlace(row.address)}</span>
            </>
          ),
        },
        { name: "Type", render: (row) => row.propertyType },
        { name: "Status", render: (row) => <StatusBadge status={row.status} /> },
        { name: "Price", render: (row) => formatPrice(row), isNumber: true },
        { name: "Bedrooms", render: (row) => row.bedrooms ?? "–", isNumber: true },
        {
          name: "Updated",
          render: (row) => <RelativeTime iso={row.updatedAt} />,
        },
      ]}
    />
  );
}
