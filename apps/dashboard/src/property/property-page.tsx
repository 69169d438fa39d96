import { isPlatError, type Property } from "@plat/client";
import { useRef, useState } from "preact/hooks";
import { plat, session } from "../api.ts";
import { capitalize, formatDateTime, formatPlace, formatPrice, listingTypeLabel } from "../format.ts";
import { href, currentRoute, replaceRoute } from "../router.ts";
import { useStore } from "../store.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { LabelledSelect } from "../ui/field.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Page } from "../ui/page.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Badge } from "../ui/badge.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useAction, useLoad } from "../use-load.ts";
import { AdsTab } from "./ads-tab.tsx";
import { DetailsTab } from "./details-tab.tsx";
import { statuses } from "./fields.ts";
import { saveAndNavigate, indexPendingText } from "./save-and-navigate.ts";
import { HistoryTab } from "./history-tab.tsx";
import { SimilarTab } from "./similar-tab.tsx";

const ownTabs = [
  { id: "details", label: "Details" },
  { id: "similar", label: "Similar" },
  { id: "history", label: "History" },
  { id: "ads", label: "Ads and branding" },
] as const;
type Tab = (typeof ownTabs)[number]["id"];

/** A listing with its details, similar listings, history and ads. */
export function PropertyPage({ id }: { id: string }) {
  const current = useStore(session);
  const { query } = useStore(currentRoute);
  // Retained when the session expires: the user may be editing an ad.
  const ownOrganizationId = useRef<string | undefined>(undefined);
  ownOrganizationId.current = current?.organization.id ?? ownOrganizationId.current;
  const loaded = useLoad((signal) => plat.getProperty(id, { signal }), [id]);
  const property = loaded.data;
  if (property === undefined) {
    const isMissing = isPlatError(loaded.error, "not_found") || isPlatError(loaded.error, "validation_failed");
    return (
      <Page title={isMissing ? "Listing not found" : "Listing"}>
        {isMissing ? (
          <EmptyState
            icon="house"
            title="This listing doesn’t exist"
            actions={
              <a class="button" href={href("/search")}>
                Go to search
              </a>
            }
          >
            It was deleted, or it is an inactive listing of another organization.
          </EmptyState>
        ) : (
          <ErrorMessage error={loaded.error} onRetry={loaded.reload} />
        )}
        {loaded.isLoading && <Loading lines={8} />}
      </Page>
    );
  }
  const isOwn = property.organizationId === ownOrganizationId.current;
  const tabs = isOwn ? ownTabs : ownTabs.filter(({ id: tab }) => tab !== "ads");
  const requestedTab = query.get("tab");
  const tab: Tab = tabs.find(({ id: each }) => each === requestedTab)?.id ?? "details";
  const lead = (
    <>
      <span class="lead-price">{formatPrice(property)}</span> <StatusBadge status={property.status} />{" "}
      <Badge>{listingTypeLabel(property.listingType)}</Badge> {formatPlace(property.address)}
    </>
  );
  return (
    <Page
      title={property.title}
      lead={lead}
      actions={
        isOwn ? <ListingActions property={property} onChange={loaded.setData} onConflict={loaded.reload} /> : undefined
      }
    >
      <ErrorMessage error={loaded.error} onRetry={loaded.reload} />
      <Tabs
        label="Listing sections"
        tabs={tabs}
        current={tab}
        onSelect={(next) => replaceRoute(`/listings/${id}`, { tab: next === "details" ? undefined : next })}
      >
        {tab === "details" && <DetailsTab property={property} isOwn={isOwn} />}
        {tab === "similar" && <SimilarTab id={id} />}
        {tab === "history" && <HistoryTab id={id} version={property.version} />}
        {tab === "ads" && <AdsTab id={id} />}
      </Tabs>
      <p class="muted footnote">
        Version {property.version}, updated {formatDateTime(property.updatedAt)} · <code>{property.id}</code>
      </p>
    </Page>
  );
}

const options = statuses.map((value) => ({ value, label: capitalize(value) }));

interface ListingActionsProps {
  property: Property;
  onChange: (next: Property) => void;
  onConflict: () => void;
}

function ListingActions({ property, onChange, onConflict }: ListingActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const change = useAction(async (status: Property["status"]) => {
    onChange(await plat.updateProperty(property.id, { status }, { ifMatch: property.version }));
  });
  const remove = useAction(async () => {
    await saveAndNavigate(
      (waitOptions) => plat.deleteProperty(property.id, { ...waitOptions, ifMatch: property.version }),
      {
        to: () => "/listings",
        pendingNotice: indexPendingText.deleted,
      },
    );
  });
  const isConflict = isPlatError(change.error, "precondition_failed");
  return (
    <>
      <LabelledSelect
        label="Status"
        options={options}
        value={property.status}
        onChange={(status) => change.run(status)}
      />
      <a class="button" href={href(`/listings/${property.id}/edit`)}>
        Edit
      </a>
      <button type="button" class="button danger-quiet" onClick={() => setDeleting(true)}>
        Delete
      </button>
      {isConflict ? (
        <div class="error-message" role="alert">
          <div>
            <strong>Changed by another user</strong>
            <p>The status was not changed. Load the latest version and try again.</p>
          </div>
          <button
            type="button"
            class="button small"
            onClick={() => {
              change.clear();
              onConflict();
            }}
          >
            Load latest version
          </button>
        </div>
      ) : (
        <ErrorMessage error={change.error} />
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Delete this listing?"
          action="Delete listing"
          isRunning={remove.isRunning}
          onConfirm={() => remove.run()}
          onClose={() => setDeleting(false)}
        >
          <p>
            <strong>{property.title}</strong> will be permanently deleted. This cannot be undone. To hide the listing
            instead, set its status to Inactive.
          </p>
          <ErrorMessage error={remove.error} />
        </ConfirmDialog>
      )}
    </>
  );
}
