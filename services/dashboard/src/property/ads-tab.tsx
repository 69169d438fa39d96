import type { Ad } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { textOrNull } from "../form.ts";
import { formatDay } from "../format.ts";
import { href } from "../router.ts";
import { Confirm, Dialog } from "../ui/dialog.tsx";
import { Field, Select } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Badge, Card, Empty, Loading } from "../ui/parts.tsx";
import { Picture } from "../ui/picture.tsx";
import { fieldError, Trouble } from "../ui/trouble.tsx";
import { useAction, useLoad } from "../use-load.ts";

const adStatuses = (["active", "paused", "ended"] as const).map((value) => ({ value, label: value }));

/** The ads of a listing of one's own. */
export function AdsTab({ id }: { id: string }) {
  const ads = useLoad((signal) => plat.listAds(id, { limit: 100, signal }), [id]);
  const [isCreating, setCreating] = useState(false);
  const [removing, setRemoving] = useState<Ad | undefined>(undefined);
  const change = useAction(async (adId: string, status: Ad["status"]) => {
    await plat.updateAd(id, adId, { status });
    ads.reload();
  });
  const remove = useAction(async (adId: string) => {
    await plat.deleteAd(id, adId);
    setRemoving(undefined);
    ads.reload();
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
      {ads.data === undefined ? (
        ads.isLoading && <Loading />
      ) : ads.data.data.length === 0 ? (
        <Empty icon="listings" title="No ad yet" actions={create}>
          Ads say where and how a listing is promoted; searches can include them.
        </Empty>
      ) : (
        <Card title="Ads" actions={create}>
          <ul class="ads">
            {ads.data.data.map((ad) => (
              <li key={ad.id}>
                <Picture url={ad.imageUrl ?? undefined} alt="" />
                <div>
                  <strong>{ad.headline}</strong>
                  {ad.body !== null && <p>{ad.body}</p>}
                  <p class="faint">
                    {ad.platform !== null && <Badge>{ad.platform}</Badge>} since{" "}
                    {formatDay(ad.startsAt ?? ad.createdAt)}
                    {ad.endsAt !== null && `, until ${formatDay(ad.endsAt)}`}
                  </p>
                </div>
                <span class="row-actions">
                  <Select
                    label={`Status of ${ad.headline}`}
                    options={adStatuses}
                    value={ad.status}
                    onChange={(status) => change.run(ad.id, status)}
                  />
                  <button type="button" class="button small danger-quiet" onClick={() => setRemoving(ad)}>
                    Delete<span class="visually-hidden"> {ad.headline}</span>
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <BrandingCard />
      {isCreating && <CreateAdDialog id={id} onClose={() => setCreating(false)} onMade={ads.reload} />}
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

const adFields = [
  { name: "headline", label: "Headline", type: "text" },
  { name: "platform", label: "Platform", type: "text" },
  { name: "targetUrl", label: "Leads to", type: "url" },
  { name: "imageUrl", label: "Picture address", type: "url" },
] as const;

function CreateAdDialog({ id, onClose, onMade }: { id: string; onClose: () => void; onMade: () => void }) {
  const create = useAction(async (form: FormData) => {
    const text = (name: string): string | null => textOrNull(form, name);
    await plat.createAd(id, {
      status: "active",
      headline: text("headline") ?? "",
      body: text("body"),
      platform: text("platform"),
      targetUrl: text("targetUrl"),
      imageUrl: text("imageUrl"),
    });
    onMade();
    onClose();
  });
  return (
    <Dialog title="New ad" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.run(new FormData(event.currentTarget));
        }}
      >
        {adFields.map(({ name, label, type }) => (
          <Field key={name} label={label} isOptional={name !== "headline"} error={fieldError(create.error, `/${name}`)}>
            {(control) => <input {...control} name={name} inputMode={type} required={name === "headline"} />}
          </Field>
        ))}
        <Field label="Text" isOptional error={fieldError(create.error, "/body")}>
          {(control) => <textarea {...control} name="body" rows={3} maxLength={2000} />}
        </Field>
        <Trouble error={create.error} />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={create.isRunning}>
            Create ad
          </button>
        </div>
      </form>
    </Dialog>
  );
}
