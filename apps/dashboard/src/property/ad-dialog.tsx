import type { Ad, AdPatch } from "@plat/client";
import { useRef } from "preact/hooks";
import { plat } from "../api.ts";
import { textIn, textOrNull } from "../form-data.ts";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { fieldError, isAllNamed, useFirstWrong } from "../ui/form-errors.ts";
import { useAction } from "../use-load.ts";

const fields = [
  { name: "headline", label: "Headline", mode: "text" },
  { name: "platform", label: "Platform", mode: "text" },
  { name: "targetUrl", label: "Leads to", mode: "url" },
  { name: "imageUrl", label: "Picture address", mode: "url" },
] as const;
const days = [
  { name: "startsAt", label: "Starts" },
  { name: "endsAt", label: "Ends" },
] as const;
type Name = (typeof fields)[number]["name"] | "body" | (typeof days)[number]["name"];
const names: readonly Name[] = [...fields.map(({ name }) => name), "body", ...days.map(({ name }) => name)];

const pointers = names.map((name) => `/${name}`);

/** Moments of an ad are edited as days, which are those of UTC like all days here. */
const isDay = (name: Name): boolean => days.some((each) => each.name === name);
const shownText = (ad: Ad | undefined, name: Name): string => {
  const value = ad?.[name] ?? "";
  return isDay(name) ? value.slice(0, 10) : value.replaceAll(/\r\n?/g, "\n");
};

/** What was changed; an ad ends with its last day. */
function changesOf(before: Ad | undefined, form: FormData): AdPatch {
  const changed = names.filter((name) => textIn(form, name) !== shownText(before, name).trim());
  return Object.fromEntries(
    changed.map((name) => {
      const text = textOrNull(form, name);
      return [
        name,
        text === null || !isDay(name) ? text : `${text}T${name === "endsAt" ? "23:59:59.999" : "00:00:00.000"}Z`,
      ];
    }),
  );
}

interface AdDialogProps {
  /** The listing's. */
  id: string;
  /** The ad that is changed, or none for a new one. */
  before: Ad | undefined;
  onClose: () => void;
  onSaved: (ad: Ad) => void;
}

export function AdDialog({ id, before, onClose, onSaved }: AdDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const isUnsaved = (): boolean =>
    form.current !== null && Object.keys(changesOf(before, new FormData(form.current))).length > 0;
  const save = useAction(async (changes: AdPatch) => {
    if (before === undefined)
      onSaved(await plat.createAd(id, { ...changes, status: "active", headline: changes.headline ?? "" }));
    else if (Object.keys(changes).length > 0) onSaved(await plat.updateAd(id, before.id, changes));
    onClose();
  });
  const input = (name: Name) => ({ name, defaultValue: shownText(before, name) });
  const wrong = (name: Name): string | undefined => fieldError(save.error, `/${name}`);
  useFirstWrong(form, save.error);
  return (
    <Dialog title={before === undefined ? "New ad" : "Edit ad"} onClose={onClose} isUnsaved={isUnsaved}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          save.run(changesOf(before, new FormData(event.currentTarget)));
        }}
      >
        {fields.map(({ name, label, mode }) => (
          <Field key={name} label={label} isOptional={name !== "headline"} error={wrong(name)}>
            {(control) => <input {...control} {...input(name)} inputMode={mode} required={name === "headline"} />}
          </Field>
        ))}
        <Field label="Text" isOptional error={wrong("body")}>
          {(control) => <textarea {...control} {...input("body")} rows={3} maxLength={2000} />}
        </Field>
        <div class="field-row">
          {days.map(({ name, label }) => (
            <Field key={name} label={label} isOptional error={wrong(name)}>
              {(control) => <input {...control} {...input(name)} type="date" />}
            </Field>
          ))}
        </div>
        {!isAllNamed(save.error, pointers) && <Trouble error={save.error} />}
        <DialogFoot
          action={before === undefined ? "Create ad" : "Save ad"}
          isRunning={save.isRunning}
          onDismiss={onClose}
        />
      </form>
    </Dialog>
  );
}
