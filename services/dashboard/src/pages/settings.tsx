import type { Organization, OrganizationPatch } from "@plat/client";
import { useState } from "preact/hooks";
import { config, plat } from "../api.ts";
import { textIn, textOrNull } from "../form.ts";
import { pictures } from "../pictures.ts";
import { useStore } from "../store.ts";
import { chooseTheme, theme, type Theme } from "../theme.ts";
import { Field } from "../ui/field.tsx";
import { Card, Loading, Page, Segmented } from "../ui/parts.tsx";
import { fieldError, Trouble } from "../ui/trouble.tsx";
import { useAction, useLoad } from "../use-load.ts";

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function SettingsPage() {
  const organization = useLoad((signal) => plat.getOrganization({ signal }), []);
  const settings = useStore(config);
  const chosen = useStore(theme);
  const arePicturesOn = useStore(pictures.fromElsewhere);
  return (
    <Page title="Settings" lead="Your organization, how it presents itself, and how this page looks.">
      <Trouble error={organization.error} onRetry={organization.reload} />
      {organization.data === undefined ? (
        organization.isLoading && <Loading lines={6} />
      ) : (
        <OrganizationForm
          key={organization.data.version}
          organization={organization.data}
          onChange={organization.put}
        />
      )}
      <Card title="This browser">
        <div class="setting">
          <span>Appearance</span>
          <Segmented label="Appearance" options={themes} value={chosen} onChange={chooseTheme} />
        </div>
        <div class="setting">
          <label for="pictures">
            Load pictures from other hosts
            <span class="hint">Listings name addresses of pictures; whoever runs those hosts sees that you look.</span>
          </label>
          <input
            id="pictures"
            type="checkbox"
            checked={arePicturesOn}
            onChange={(event) => pictures.choose(event.currentTarget.checked)}
          />
        </div>
      </Card>
      {settings?.issuer === null && <PasswordForm />}
    </Page>
  );
}

const brandingFields = [
  { name: "displayName", label: "Display name", type: "text" },
  { name: "website", label: "Website", type: "url" },
  { name: "logoUrl", label: "Logo address", type: "url" },
  { name: "phone", label: "Telephone", type: "tel" },
] as const;

function OrganizationForm({
  organization,
  onChange,
}: {
  organization: Organization;
  onChange: (next: Organization) => void;
}) {
  const [isSaved, setSaved] = useState(false);
  const save = useAction(async (form: FormData) => {
    const orNull = (name: string): string | null => textOrNull(form, name);
    const patch: OrganizationPatch = {
      name: textIn(form, "name"),
      defaultCurrency: orNull("defaultCurrency")?.toUpperCase() ?? null,
      branding: {
        displayName: orNull("displayName"),
        website: orNull("website"),
        logoUrl: orNull("logoUrl"),
        phone: orNull("phone"),
        primaryColor: orNull("primaryColor"),
      },
    };
    onChange(await plat.updateOrganization(patch, { ifMatch: organization.version }));
    setSaved(true);
  });
  return (
    <Card title="Organization and branding">
      <form
        class="form-grid"
        onSubmit={(event) => {
          event.preventDefault();
          setSaved(false);
          save.run(new FormData(event.currentTarget));
        }}
      >
        <Field label="Name" error={fieldError(save.error, "/name")}>
          {(control) => <input {...control} name="name" defaultValue={organization.name} required maxLength={200} />}
        </Field>
        <Field
          label="Default currency"
          isOptional
          hint="For listings that name none, like EUR."
          error={fieldError(save.error, "/defaultCurrency")}
        >
          {(control) => (
            <input
              {...control}
              name="defaultCurrency"
              defaultValue={organization.defaultCurrency ?? ""}
              maxLength={3}
            />
          )}
        </Field>
        {brandingFields.map(({ name, label, type }) => (
          <Field key={name} label={label} isOptional error={fieldError(save.error, `/branding/${name}`)}>
            {(control) => (
              <input {...control} name={name} inputMode={type} defaultValue={organization.branding[name] ?? ""} />
            )}
          </Field>
        ))}
        <Field label="Colour" isOptional hint="Like #1A4F8B." error={fieldError(save.error, "/branding/primaryColor")}>
          {(control) => (
            <input
              {...control}
              name="primaryColor"
              defaultValue={organization.branding.primaryColor ?? ""}
              maxLength={7}
            />
          )}
        </Field>
        <div class="form-foot">
          <Trouble error={save.error} />
          <button type="submit" class="button primary" disabled={save.isRunning}>
            Save
          </button>
          <span role="status">{isSaved && save.error === undefined ? "Saved." : ""}</span>
        </div>
      </form>
    </Card>
  );
}

/** As typed: a space is a character like others. */
const password = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

function PasswordForm() {
  const [isDone, setDone] = useState(false);
  const change = useAction(async (form: HTMLFormElement) => {
    const values = new FormData(form);
    await plat.changePassword({ current: password(values, "current"), next: password(values, "next") });
    form.reset();
    setDone(true);
  });
  return (
    <Card title="Password">
      <form
        class="form-grid"
        onSubmit={(event) => {
          event.preventDefault();
          setDone(false);
          change.run(event.currentTarget);
        }}
      >
        <Field label="Current password">
          {(control) => <input {...control} name="current" type="password" required autoComplete="current-password" />}
        </Field>
        <Field
          label="New password"
          hint="At least 8 characters. Your other sessions end."
          error={fieldError(change.error, "/next")}
        >
          {(control) => (
            <input {...control} name="next" type="password" required minLength={8} autoComplete="new-password" />
          )}
        </Field>
        <div class="form-foot">
          <Trouble error={change.error} />
          <button type="submit" class="button" disabled={change.isRunning}>
            Change password
          </button>
          <span role="status">{isDone && change.error === undefined ? "Changed." : ""}</span>
        </div>
      </form>
    </Card>
  );
}
