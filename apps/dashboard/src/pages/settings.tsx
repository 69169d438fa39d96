import { isPlatError, type Organization, type OrganizationPatch } from "@plat/client";
import { useRef, useState } from "preact/hooks";
import { config, plat, updateOrganizationName } from "../api.ts";
import { textField, optionalTextField } from "../form-data.ts";
import { imagePolicy } from "../image-policy.ts";
import { useStore } from "../store.ts";
import { chooseTheme, theme, type Theme } from "../theme.ts";
import { Field } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Loading } from "../ui/loading.tsx";
import { Card, Page } from "../ui/page.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { fieldError, areAllFieldErrors, useFocusFirstInvalid } from "../ui/form-errors.ts";
import { useUnsavedChanges } from "../unsaved-changes.ts";
import { useAction, useLoad } from "../use-load.ts";

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function SettingsPage() {
  const organization = useLoad((signal) => plat.getOrganization({ signal }), []);
  const settings = useStore(config);
  const chosen = useStore(theme);
  const areImagesAllowed = useStore(imagePolicy.allowsOtherHosts);
  return (
    <Page title="Settings" lead="Your organization, its branding, and your preferences.">
      <ErrorMessage error={organization.error} onRetry={organization.reload} />
      {organization.data === undefined ? (
        organization.isLoading && <Loading lines={6} />
      ) : (
        <OrganizationForm organization={organization.data} />
      )}
      <Card title="Preferences in this browser">
        <div class="setting">
          <span>Appearance</span>
          <Segmented label="Appearance" options={themes} value={chosen} onChange={chooseTheme} />
        </div>
        <div class="setting">
          <label for="images">
            Load images from other hosts
            <span class="hint">Other hosts can see your IP address when you view a listing with their images.</span>
          </label>
          <input
            id="images"
            type="checkbox"
            checked={areImagesAllowed}
            onChange={(event) => imagePolicy.setAllowed(event.currentTarget.checked)}
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
  { name: "logoUrl", label: "Logo URL", type: "url" },
  { name: "phone", label: "Phone", type: "tel" },
] as const;

const pointers = [
  "/name",
  "/defaultCurrency",
  "/branding/primaryColor",
  ...brandingFields.map(({ name }) => `/branding/${name}`),
];

type Values = Pick<Organization, "name" | "defaultCurrency" | "branding">;

/** Reads the values of the form. */
function readValues(form: FormData): Values {
  const orNull = (name: string): string | null => optionalTextField(form, name);
  return {
    name: textField(form, "name"),
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

/** Returns the values that differ from the organization that the form was filled with. */
function patchOf(before: Organization, values: Values): OrganizationPatch {
  const branding = Object.entries(values.branding).filter(
    ([name, value]) => before.branding[name as keyof Organization["branding"]] !== value,
  );
  return {
    ...(values.name === before.name ? {} : { name: values.name }),
    ...(values.defaultCurrency === before.defaultCurrency ? {} : { defaultCurrency: values.defaultCurrency }),
    ...(branding.length === 0 ? {} : { branding: Object.fromEntries(branding) }),
  };
}

function OrganizationForm({ organization }: { organization: Organization }) {
  const [filled, setFilled] = useState(organization);
  const [version, setVersion] = useState(organization.version);
  const [note, setNote] = useState("");
  const element = useRef<HTMLFormElement>(null);
  const isChanged = (form: FormData): boolean => Object.keys(patchOf(filled, readValues(form))).length > 0;
  useUnsavedChanges(() => element.current !== null && isChanged(new FormData(element.current)));
  const save = useAction(async (form: FormData) => {
    const patch = patchOf(filled, readValues(form));
    if (Object.keys(patch).length === 0) {
      setNote("No changes to save.");
      return;
    }
    try {
      const saved = await plat.updateOrganization(patch, { ifMatch: version });
      setFilled(saved);
      setVersion(saved.version);
      updateOrganizationName(saved.name);
      setNote("Saved.");
    } catch (error) {
      if (!isPlatError(error, "precondition_failed")) throw error;
      setVersion((await plat.getOrganization()).version);
      setNote("Another user changed these settings. Save again to apply your changes.");
    }
  });
  useFocusFirstInvalid(element, save.error);
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
        <div class="form-footer">
          {!areAllFieldErrors(save.error, pointers) && <ErrorMessage error={save.error} />}
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
        hint="For listings without a currency, for example EUR."
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
      <Field
        label="Color"
        isOptional
        hint="Hex code, for example #1A4F8B."
        error={fieldError(error, "/branding/primaryColor")}
      >
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

/** Returns a password as typed: spaces are significant. */
const passwordField = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

function PasswordForm() {
  const [isDone, setDone] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  // Only the new password counts: the browser may fill in the current one.
  useUnsavedChanges(() => element.current !== null && passwordField(new FormData(element.current), "next") !== "");
  const change = useAction(async (form: HTMLFormElement) => {
    const values = new FormData(form);
    await plat.changePassword({ current: passwordField(values, "current"), next: passwordField(values, "next") });
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
          hint="At least 8 characters. Your other sessions are signed out."
          error={fieldError(change.error, "/next")}
        >
          {(control) => (
            <input {...control} name="next" type="password" required minLength={8} autoComplete="new-password" />
          )}
        </Field>
        <div class="form-footer">
          <ErrorMessage error={change.error} />
          <button type="submit" class="button" disabled={change.isRunning}>
            Change password
          </button>
          <span role="status">{isDone && change.error === undefined ? "Password changed." : ""}</span>
        </div>
      </form>
    </Card>
  );
}
