import { isPlatError, type Organization, type OrganizationPatch } from "@plat/client";
import { useRef, useState } from "preact/hooks";
import { config, plat, renamed } from "../api.ts";
import { textIn, textOrNull } from "../form-data.ts";
import { pictures } from "../image-policy.ts";
import { useStore } from "../store.ts";
import { chooseTheme, theme, type Theme } from "../theme.ts";
import { Field } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Loading } from "../ui/loading.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { fieldError, isAllNamed, useFirstWrong } from "../ui/form-errors.ts";
import { useUnsaved } from "../unsaved-changes.ts";
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
        <OrganizationForm organization={organization.data} />
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

const pointers = [
  "/name",
  "/defaultCurrency",
  "/branding/primaryColor",
  ...brandingFields.map(({ name }) => `/branding/${name}`),
];

type Values = Pick<Organization, "name" | "defaultCurrency" | "branding">;

/** What the form says of the organization. */
function valuesOf(form: FormData): Values {
  const orNull = (name: string): string | null => textOrNull(form, name);
  return {
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
}

/** What differs from how the organization was when the form was filled. */
function patchOf(before: Organization, now: Values): OrganizationPatch {
  const branding = Object.entries(now.branding).filter(
    ([name, value]) => before.branding[name as keyof Organization["branding"]] !== value,
  );
  return {
    ...(now.name === before.name ? {} : { name: now.name }),
    ...(now.defaultCurrency === before.defaultCurrency ? {} : { defaultCurrency: now.defaultCurrency }),
    ...(branding.length === 0 ? {} : { branding: Object.fromEntries(branding) }),
  };
}

function OrganizationForm({ organization }: { organization: Organization }) {
  const [filled, setFilled] = useState(organization);
  const [version, setVersion] = useState(organization.version);
  const [note, setNote] = useState("");
  const element = useRef<HTMLFormElement>(null);
  const isChanged = (form: FormData): boolean => Object.keys(patchOf(filled, valuesOf(form))).length > 0;
  useUnsaved(() => element.current !== null && isChanged(new FormData(element.current)));
  const save = useAction(async (form: FormData) => {
    const patch = patchOf(filled, valuesOf(form));
    if (Object.keys(patch).length === 0) {
      setNote("Nothing was changed.");
      return;
    }
    try {
      const saved = await plat.updateOrganization(patch, { ifMatch: version });
      setFilled(saved);
      setVersion(saved.version);
      renamed(saved.name);
      setNote("Saved.");
    } catch (error) {
      if (!isPlatError(error, "precondition_failed")) throw error;
      setVersion((await plat.getOrganization()).version);
      setNote("Somebody else has changed the organization meanwhile. Save again to put your changes over it.");
    }
  });
  useFirstWrong(element, save.error);
  return (
    <Card title="Organization and branding">
      <form
        ref={element}
        class="form-grid"
        onSubmit={(event) => {
          event.preventDefault();
          setNote("");
          save.run(new FormData(event.currentTarget));
        }}
      >
        <OrganizationFields key={filled.version} organization={filled} error={save.error} />
        <div class="form-foot">
          {!isAllNamed(save.error, pointers) && <Trouble error={save.error} />}
          <button type="submit" class="button primary" disabled={save.isRunning}>
            Save
          </button>
          <span role="status">{save.error === undefined ? note : ""}</span>
        </div>
      </form>
    </Card>
  );
}

function OrganizationFields({ organization, error }: { organization: Organization; error: unknown }) {
  return (
    <>
      <Field label="Name" error={fieldError(error, "/name")}>
        {(control) => <input {...control} name="name" defaultValue={organization.name} required maxLength={200} />}
      </Field>
      <Field
        label="Default currency"
        isOptional
        hint="For listings that name none, like EUR."
        error={fieldError(error, "/defaultCurrency")}
      >
        {(control) => (
          <input {...control} name="defaultCurrency" defaultValue={organization.defaultCurrency ?? ""} maxLength={3} />
        )}
      </Field>
      {brandingFields.map(({ name, label, type }) => (
        <Field key={name} label={label} isOptional error={fieldError(error, `/branding/${name}`)}>
          {(control) => (
            <input {...control} name={name} inputMode={type} defaultValue={organization.branding[name] ?? ""} />
          )}
        </Field>
      ))}
      <Field label="Colour" isOptional hint="Like #1A4F8B." error={fieldError(error, "/branding/primaryColor")}>
        {(control) => (
          <input
            {...control}
            name="primaryColor"
            defaultValue={organization.branding.primaryColor ?? ""}
            maxLength={7}
          />
        )}
      </Field>
    </>
  );
}

/** As typed: a space is a character like others. */
const password = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

function PasswordForm() {
  const [isDone, setDone] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  // The current password may have been filled in by the browser.
  useUnsaved(() => element.current !== null && password(new FormData(element.current), "next") !== "");
  const change = useAction(async (form: HTMLFormElement) => {
    const values = new FormData(form);
    await plat.changePassword({ current: password(values, "current"), next: password(values, "next") });
    form.reset();
    setDone(true);
  });
  return (
    <Card title="Password">
      <form
        ref={element}
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
