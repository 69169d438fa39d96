import { isPlatError, type Property } from "@plat/client";
import { useRef, useState } from "preact/hooks";
import { plat, session } from "../api.ts";
import { formatMoment, formatPrice, placeOf } from "../format.ts";
import { href, place, replace } from "../router.ts";
import { useStore } from "../store.ts";
import { Confirm } from "../ui/dialog.tsx";
import { Select } from "../ui/field.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Page } from "../ui/page.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Badge } from "../ui/badge.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useAction, useLoad } from "../use-load.ts";
import { AdsTab } from "./ads-tab.tsx";
import { DetailsTab } from "./details-tab.tsx";
import { statuses } from "./fields.ts";
import { changeThenGo, saidLater } from "./save-and-navigate.ts";
import { HistoryTab } from "./history-tab.tsx";
import { SimilarTab } from "./similar-tab.tsx";

const ownTabs = [
  { id: "details", label: "Details" },
  { id: "similar", label: "Similar" },
  { id: "history", label: "History" },
  { id: "ads", label: "Ads and branding" },
] as const;
type Tab = (typeof ownTabs)[number]["id"];

export function PropertyPage({ id }: { id: string }) {
  const current = useStore(session);
  const { query } = useStore(place);
  // Stays when the session ends: somebody may be in the middle of an ad.
  const own = useRef<string | undefined>(undefined);
  own.current = current?.organization.id ?? own.current;
  const loaded = useLoad((signal) => plat.getProperty(id, { signal }), [id]);
  const property = loaded.data;
  if (property === undefined) {
    const isMissing = isPlatError(loaded.error, "not_found") || isPlatError(loaded.error, "validation_failed");
    return (
      <Page title={isMissing ? "No such listing" : "Listing"}>
        {isMissing ? (
          <Empty
            icon="home"
            title="This listing is not there"
            actions={
              <a class="button" href={href("/search")}>
                To the search
              </a>
            }
          >
            It was deleted, or it is not active and belongs to another organization.
          </Empty>
        ) : (
          <Trouble error={loaded.error} onRetry={loaded.reload} />
        )}
        {loaded.isLoading && <Loading lines={8} />}
      </Page>
    );
  }
  const isOwn = property.organizationId === own.current;
  const tabs = isOwn ? ownTabs : ownTabs.filter(({ id: tab }) => tab !== "ads");
  const asked = query.get("tab");
  const tab: Tab = tabs.find(({ id: each }) => each === asked)?.id ?? "details";
  const lead = (
    <>
      <span class="lead-price">{formatPrice(property)}</span> <StatusBadge status={property.status} />{" "}
      <Badge>{property.listingType}</Badge> {placeOf(property.address)}
    </>
  );
  return (
    <Page
      title={property.title}
      lead={lead}
      actions={isOwn ? <Actions property={property} onChange={loaded.put} onStale={loaded.reload} /> : undefined}
    >
      <Trouble error={loaded.error} onRetry={loaded.reload} />
      <Tabs
        label="About this listing"
        tabs={tabs}
        current={tab}
        onChoose={(next) => replace(`/listings/${id}`, { tab: next === "details" ? undefined : next })}
      >
        {tab === "details" && <DetailsTab property={property} isOwn={isOwn} />}
        {tab === "similar" && <SimilarTab id={id} />}
        {tab === "history" && <HistoryTab id={id} version={property.version} />}
        {tab === "ads" && <AdsTab id={id} />}
      </Tabs>
      <p class="faint small-print">
        Version {property.version}, changed {formatMoment(property.updatedAt)} · <code>{property.id}</code>
      </p>
    </Page>
  );
}

const options = statuses.map((value) => ({ value, label: value }));

interface ActionsProps {
  property: Property;
  onChange: (next: Property) => void;
  onStale: () => void;
}

function Actions({ property, onChange, onStale }: ActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const change = useAction(async (status: Property["status"]) => {
    onChange(await plat.updateProperty(property.id, { status }, { ifMatch: property.version }));
  });
  const remove = useAction(async () => {
    await changeThenGo((waiting) => plat.deleteProperty(property.id, { ...waiting, ifMatch: property.version }), {
      to: () => "/listings",
      later: saidLater.deleted,
    });
  });
  const isStale = isPlatError(change.error, "precondition_failed");
  return (
    <>
      <Select label="Status" options={options} value={property.status} onChange={(status) => change.run(status)} />
      <a class="button" href={href(`/listings/${property.id}/edit`)}>
        Edit
      </a>
      <button type="button" class="button danger-quiet" onClick={() => setDeleting(true)}>
        Delete
      </button>
      {isStale ? (
        <div class="trouble" role="alert">
          <div>
            <strong>Changed by somebody else</strong>
            <p>Look at it as it is now, then choose again.</p>
          </div>
          <button
            type="button"
            class="button small"
            onClick={() => {
              change.clear();
              onStale();
            }}
          >
            Show it
          </button>
        </div>
      ) : (
        <Trouble error={change.error} />
      )}
      {isDeleting && (
        <Confirm
          title="Delete this listing?"
          action="Delete listing"
          isRunning={remove.isRunning}
          onConfirm={() => remove.run()}
          onClose={() => setDeleting(false)}
        >
          <p>
            <strong>{property.title}</strong> leaves search, market and similar at once. This cannot be undone; to take
            it off the market, set its status to inactive.
          </p>
          <Trouble error={remove.error} />
        </Confirm>
      )}
    </>
  );
}
