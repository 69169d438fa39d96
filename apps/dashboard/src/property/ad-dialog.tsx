import type { Ad, AdPatch } from "@plat/client";
import { useRef } from "preact/hooks";
import { plat } from "../api.ts";
import { textField, optionalTextField } from "../form-data.ts";
import { Dialog, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { fieldError, areAllFieldErrors, useFocusFirstInvalid } from "../ui/form-errors.ts";
import { useAction } from "../use-load.ts";

const fields = [
  { name: "headline", label: "Headline", mode: "text" },
  { name: "platform", label: "Platform", mode: "text" },
  { name: "targetUrl", label: "Target URL", mode: "url" },
  { name: "imageUrl", label: "Image URL", mode: "url" },
] as const;
const dateFields = [
  { name: "startsAt", label: "Start date" },
  { name: "endsAt", label: "End date" },
] as const;
type Name = (typeof fields)[number]["name"] | "body" | (typeof dateFields)[number]["name"];
const names: readonly Name[] = [...fields.map(({ name }) => name), "body", ...dateFields.map(({ name }) => name)];

const pointers = names.map((name) => `/${name}`);

/** Start and end of an ad are edited as dates in UTC. */
const isDate = (name: Name): boolean => dateFields.some((each) => each.name === name);
const fieldText = (ad: Ad | undefined, name: Name): string => {
  const value = ad?.[name] ?? "";
  return isDate(name) ? value.slice(0, 10) : value.replaceAll(/\r\n?/g, "\n");
};

/** Returns the fields that the user changed. The end date is inclusive. */
function changesOf(ad: Ad | undefined, form: FormData): AdPatch {
  const changed = names.filter((name) => textField(form, name) !== fieldText(ad, name).trim());
  return Object.fromEntries(
    changed.map((name) => {
      const text = optionalTextField(form, name);
      return [
        name,
        text === null || !isDate(name) ? text : `${text}T${name === "endsAt" ? "23:59:59.999" : "00:00:00.000"}Z`,
      ];
    }),
  );
}

interface AdDialogProps {
  /** Id of the listing. */
  id: string;
  /** The ad to edit, or `undefined` for a new ad. */
  ad: Ad | undefined;
  onClose: () => void;
  onSaved: (ad: Ad) => void;
}

/** Creates or edits an ad of a listing. */
export function AdDialog({ id, ad, onClose, onSaved }: AdDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const isUnsaved = (): boolean =>
    form.current !== null && Object.keys(changesOf(ad, new FormData(form.current))).length > 0;
  const save = useAction(async (changes: AdPatch) => {
    if (ad === undefined)
      onSaved(await plat.createAd(id, { ...changes, status: "active", headline: changes.headline ?? "" }));
    else if (Object.keys(changes).length > 0) onSaved(await plat.updateAd(id, ad.id, changes));
    onClose();
  });
  const input = (name: Name) => ({ name, defaultValue: fieldText(ad, name) });
  const errorOf = (name: Name): string | undefined => fieldError(save.error, `/${name}`);
  useFocusFirstInvalid(form, save.error);
  return (
    <Dialog title={ad === undefined ? "New ad" : "Edit ad"} onClose={onClose} isUnsaved={isUnsaved}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          save.run(changesOf(ad, new FormData(event.currentTarget)));
        }}
      >
        {fields.map(({ name, label, mode }) => (
          <Field key={name} label={label} isOptional={name !== "headline"} error={errorOf(name)}>
            {(control) => <input {...control} {...input(name)} inputMode={mode} required={name === "headline"} />}
          </Field>
        ))}
        <Field label="Text" isOptional error={errorOf("body")}>
          {(control) => <textarea {...control} {...input("body")} rows={3} maxLength={2000} />}
        </Field>
        <div class="field-row">
          {dateFields.map(({ name, label }) => (
            <Field key={name} label={label} isOptional error={errorOf(name)}>
              {(control) => <input {...control} {...input(name)} type="date" />}
            </Field>
          ))}
        </div>
        {!areAllFieldErrors(save.error, pointers) && <ErrorMessage error={save.error} />}
        <DialogFooter
          action={ad === undefined ? "Create ad" : "Save ad"}
          isRunning={save.isRunning}
          onDismiss={onClose}
        />
      </form>
    </Dialog>
  );
}
