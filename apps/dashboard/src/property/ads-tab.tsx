import type { Ad } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { capitalize, formatLocalDate, formatUtcDate } from "../format.ts";
import { href } from "../router.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { LabelledSelect } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card } from "../ui/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { RemoteImage } from "../ui/remote-image.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useAction, useLoad } from "../use-load.ts";
import { usePagedList } from "../use-paged-list.ts";
import { AdDialog } from "./ad-dialog.tsx";

const pageSize = 25;

const adStatuses = (["active", "paused", "ended"] as const).map((value) => ({ value, label: capitalize(value) }));

/** The ads of a listing of the organization. */
export function AdsTab({ id }: { id: string }) {
  const ads = usePagedList((cursor, signal) => plat.listAds(id, { limit: pageSize, ...cursor, signal }), [id]);
  const [isCreating, setCreating] = useState(false);
  const [editing, setEditing] = useState<Ad | undefined>(undefined);
  const [removing, setRemoving] = useState<Ad | undefined>(undefined);
  const replaceAd = (next: Ad): void => ads.edit((items) => items.map((ad) => (ad.id === next.id ? next : ad)));
  const change = useAction(async (adId: string, status: Ad["status"]) => {
    replaceAd(await plat.updateAd(id, adId, { status }));
  });
  const remove = useAction(async (adId: string) => {
    await plat.deleteAd(id, adId);
    setRemoving(undefined);
    ads.edit((items) => items.filter((ad) => ad.id !== adId));
  });
  const create = (
    <button type="button" class="button" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      New ad
    </button>
  );
  return (
    <>
      <ErrorMessage error={ads.error} onRetry={ads.reload} />
      <ErrorMessage error={change.error} />
      {ads.items === undefined ? (
        ads.isLoading && <Loading />
      ) : ads.items.length === 0 && !ads.hasMore ? (
        <EmptyState icon="listings" title="No ads yet" actions={create}>
          Ads describe where a listing is promoted. Search results can include them.
        </EmptyState>
      ) : (
        <Card title="Ads" actions={create}>
          <ul class="ads">
            {ads.items.map((ad) => (
              <li key={ad.id}>
                <RemoteImage url={ad.imageUrl ?? undefined} alt="" />
                <div>
                  <strong>{ad.headline}</strong>
                  {ad.body !== null && <p>{ad.body}</p>}
                  <p class="muted">
                    {ad.platform !== null && <Badge>{ad.platform}</Badge>}{" "}
                    {ad.startsAt === null
                      ? `Since ${formatLocalDate(ad.createdAt)}`
                      : `From ${formatUtcDate(ad.startsAt)}`}
                    {ad.endsAt !== null && `, until ${formatUtcDate(ad.endsAt)}`}
                  </p>
                </div>
                <span class="row-actions">
                  <LabelledSelect
                    label={`Status of ${ad.headline}`}
                    options={adStatuses}
                    value={ad.status}
                    onChange={(status) => change.run(ad.id, status)}
                  />
                  <button type="button" class="button small" onClick={() => setEditing(ad)}>
                    Edit<span class="visually-hidden"> {ad.headline}</span>
                  </button>
                  <button type="button" class="button small danger-quiet" onClick={() => setRemoving(ad)}>
                    Delete<span class="visually-hidden"> {ad.headline}</span>
                  </button>
                </span>
              </li>
            ))}
          </ul>
          <ShowMore pages={ads} />
        </Card>
      )}
      <BrandingCard />
      {isCreating && (
        <AdDialog
          id={id}
          ad={undefined}
          onClose={() => setCreating(false)}
          onSaved={(created) => ads.edit((items) => [created, ...items])}
        />
      )}
      {editing !== undefined && (
        <AdDialog id={id} ad={editing} onClose={() => setEditing(undefined)} onSaved={replaceAd} />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title="Delete this ad?"
          action="Delete ad"
          isRunning={remove.isRunning}
          onConfirm={() => remove.run(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{removing.headline}</p>
          <ErrorMessage error={remove.error} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** The branding that is shown with the listings of the organization. */
function BrandingCard() {
  const organization = useLoad((signal) => plat.getOrganization({ signal }), []);
  if (organization.data === undefined) return <ErrorMessage error={organization.error} onRetry={organization.reload} />;
  const { branding, name } = organization.data;
  const facts = [
    ["Name", branding.displayName ?? name],
    ["Website", branding.website],
    ["Phone", branding.phone],
    ["Color", branding.primaryColor],
  ] as const;
  return (
    <Card title="Branding" actions={<a href={href("/settings")}>Edit</a>}>
      <div class="branding">
        <RemoteImage url={branding.logoUrl ?? undefined} alt="Logo" />
        <dl class="facts">
          {facts.map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>{value ?? <span class="muted">Not set</span>}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
