import type { Ad } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatDate, formatDay } from "../format.ts";
import { href } from "../router.ts";
import { Confirm } from "../ui/dialog.tsx";
import { Select } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { More } from "../ui/show-more.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Card } from "../ui/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { Picture } from "../ui/remote-image.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useAction, useLoad } from "../use-load.ts";
import { usePages } from "../use-paged-list.ts";
import { AdDialog } from "./ad-dialog.tsx";

const pageSize = 25;

const adStatuses = (["active", "paused", "ended"] as const).map((value) => ({ value, label: value }));

/** The ads of a listing of one's own. */
export function AdsTab({ id }: { id: string }) {
  const ads = usePages((cursor, signal) => plat.listAds(id, { limit: pageSize, ...cursor, signal }), [id]);
  const [isCreating, setCreating] = useState(false);
  const [editing, setEditing] = useState<Ad | undefined>(undefined);
  const [removing, setRemoving] = useState<Ad | undefined>(undefined);
  const changed = (next: Ad): void => ads.edit((items) => items.map((ad) => (ad.id === next.id ? next : ad)));
  const change = useAction(async (adId: string, status: Ad["status"]) => {
    changed(await plat.updateAd(id, adId, { status }));
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
      <Trouble error={ads.error} onRetry={ads.reload} />
      <Trouble error={change.error} />
      {ads.items === undefined ? (
        ads.isLoading && <Loading />
      ) : ads.items.length === 0 && !ads.hasMore ? (
        <Empty icon="listings" title="No ad yet" actions={create}>
          Ads say where and how a listing is promoted; searches can include them.
        </Empty>
      ) : (
        <Card title="Ads" actions={create}>
          <ul class="ads">
            {ads.items.map((ad) => (
              <li key={ad.id}>
                <Picture url={ad.imageUrl ?? undefined} alt="" />
                <div>
                  <strong>{ad.headline}</strong>
                  {ad.body !== null && <p>{ad.body}</p>}
                  <p class="faint">
                    {ad.platform !== null && <Badge>{ad.platform}</Badge>}{" "}
                    {ad.startsAt === null ? `since ${formatDay(ad.createdAt)}` : `from ${formatDate(ad.startsAt)}`}
                    {ad.endsAt !== null && `, until ${formatDate(ad.endsAt)}`}
                  </p>
                </div>
                <span class="row-actions">
                  <Select
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
          <More pages={ads} />
        </Card>
      )}
      <BrandingCard />
      {isCreating && (
        <AdDialog
          id={id}
          before={undefined}
          onClose={() => setCreating(false)}
          onSaved={(made) => ads.edit((items) => [made, ...items])}
        />
      )}
      {editing !== undefined && (
        <AdDialog id={id} before={editing} onClose={() => setEditing(undefined)} onSaved={changed} />
      )}
      {removing !== undefined && (
        <Confirm
          title="Delete this ad?"
          action="Delete ad"
          isRunning={remove.isRunning}
          onConfirm={() => remove.run(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{removing.headline}</p>
          <Trouble error={remove.error} />
        </Confirm>
      )}
    </>
  );
}

/** How the organization presents itself beside its listings. */
function BrandingCard() {
  const organization = useLoad((signal) => plat.getOrganization({ signal }), []);
  if (organization.data === undefined) return <Trouble error={organization.error} onRetry={organization.reload} />;
  const { branding, name } = organization.data;
  const facts = [
    ["Name", branding.displayName ?? name],
    ["Website", branding.website],
    ["Telephone", branding.phone],
    ["Colour", branding.primaryColor],
  ] as const;
  return (
    <Card title="Branding" actions={<a href={href("/settings")}>Change</a>}>
      <div class="branding">
        <Picture url={branding.logoUrl ?? undefined} alt="Logo" />
        <dl class="facts">
          {facts.map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>{value ?? <span class="faint">none</span>}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
