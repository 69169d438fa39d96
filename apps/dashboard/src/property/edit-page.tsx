import { type Agent, isPlatError, type Property } from "@plat/client";
import { useRef, useState } from "preact/hooks";
import { plat } from "../api.ts";
import { capitalize, listingTypeLabel } from "../format.ts";
import { href } from "../router.ts";
import { FormSelect, Field } from "../ui/field.tsx";
import { Loading } from "../ui/loading.tsx";
import { Card, Page } from "../ui/page.tsx";
import { SlowNotice } from "../ui/slow-notice.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { fieldError, areAllFieldErrors, useFocusFirstInvalid } from "../ui/form-errors.ts";
import { useUnsavedChanges } from "../unsaved-changes.ts";
import { useAction, useLoad } from "../use-load.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import {
  toPropertyCreate,
  groups,
  toPropertyPatch,
  jsonPointer,
  propertyFields,
  type PropertyField,
  fieldText,
} from "./fields.ts";
import { saveAndNavigate, indexPendingText } from "./save-and-navigate.ts";

/** Creates or edits a listing. */
export function EditPage({ id }: { id: string | undefined }) {
  const loaded = useLoad(
    async (signal) => {
      const [before, agents] = await Promise.all([
        id === undefined ? undefined : plat.getProperty(id, { signal }),
        Array.fromAsync(plat.listAgentsAll({ limit: 100, signal })),
      ]);
      return { before, agents };
    },
    [id],
  );
  const title = id === undefined ? "New listing" : "Edit listing";
  return (
    <Page title={title}>
      <ErrorMessage error={loaded.error} onRetry={loaded.reload} />
      {loaded.data !== undefined ? (
        <PropertyForm
          key={loaded.data.before?.version}
          before={loaded.data.before}
          agents={loaded.data.agents}
          onReload={loaded.reload}
        />
      ) : (
        loaded.isLoading && <Loading lines={10} />
      )}
    </Page>
  );
}

function textsOf(form: HTMLFormElement): Map<string, string> {
  const values = new FormData(form);
  return new Map(
    propertyFields.flatMap(({ path }): [string, string][] => {
      const value = values.get(path);
      return typeof value === "string" ? [[path, value.replaceAll("\r\n", "\n")]] : [];
    }),
  );
}

interface PropertyFormProps {
  before: Property | undefined;
  /** Agents of the organization. */
  agents: readonly Agent[];
  onReload: () => void;
}

function PropertyForm({ before, agents, onReload }: PropertyFormProps) {
  const [conflict, setConflict] = useState<{ now: Property; texts: Map<string, string> } | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const firstText = (field: PropertyField): string =>
    before === undefined ? defaultText(field) : fieldText(before, field);
  const markSaved = useUnsavedChanges(() => {
    const texts = form.current === null ? undefined : textsOf(form.current);
    return propertyFields.some((field) => (texts?.get(field.path) ?? "") !== firstText(field));
  });
  const save = useAction(async (texts: Map<string, string>, version: number | undefined) => {
    const navigation = {
      to: ({ id }: Property) => `/listings/${id}`,
      pendingNotice: indexPendingText.saved,
      beforeNavigation: markSaved,
    };
    if (before === undefined) {
      await saveAndNavigate((options) => plat.createProperty(toPropertyCreate(texts), options), navigation);
      return;
    }
    const patch = toPropertyPatch(before, texts);
    try {
      await saveAndNavigate(
        (options) => plat.updateProperty(before.id, patch, { ...options, ifMatch: version }),
        navigation,
      );
    } catch (error) {
      if (!isPlatError(error, "precondition_failed")) throw error;
      setConflict({ now: await plat.getProperty(before.id), texts });
    }
  });
  useFocusFirstInvalid(form, save.error);
  return (
    <>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          save.run(textsOf(event.currentTarget), before?.version);
        }}
      >
        {groups.map((group) => (
          <Card key={group} title={group}>
            <div class="form-grid">
              {propertyFields
                .filter((field) => field.group === group)
                .map((field) => (
                  <PropertyControl
                    key={field.path}
                    field={field}
                    text={firstText(field)}
                    agents={agents}
                    error={fieldError(save.error, jsonPointer(field.path))}
                  />
                ))}
            </div>
          </Card>
        ))}
        <div class="form-submit">
          {save.error !== undefined &&
            (areAllFieldErrors(save.error, pointers) ? (
              <p class="field-error" role="alert">
                Some fields are invalid. Check the messages above.
              </p>
            ) : (
              <ErrorMessage error={save.error} />
            ))}
          <SlowNotice isWaiting={save.isRunning} text={slowSaveText} />
          <div class="actions">
            <button type="submit" class="button primary" disabled={save.isRunning}>
              {before === undefined ? "Create listing" : "Save changes"}
            </button>
            <a class="button" href={href(before === undefined ? "/listings" : `/listings/${before.id}`)}>
              Cancel
            </a>
          </div>
        </div>
      </form>
      {conflict !== undefined && before !== undefined && (
        <ConflictDialog
          before={before}
          latest={conflict.now}
          texts={conflict.texts}
          onKeepMine={() => {
            setConflict(undefined);
            save.run(conflict.texts, conflict.now.version);
          }}
          onDiscardMine={() => {
            setConflict(undefined);
            onReload();
          }}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  );
}

const slowSaveText = "Waiting for the search index. This can take a few seconds.";

const pointers = propertyFields.map(({ path }) => jsonPointer(path));

/** Returns the initial text of a field of a new listing. */
const defaultText = ({ path }: PropertyField): string =>
  ({ propertyCategory: "Residential", listingType: "sale", status: "active", areaUnit: "sqm" })[path] ?? "";

function optionsOf({ path, options = [] }: PropertyField, text: string): { value: string; label: string }[] {
  const none = text === "" || path === "pricePeriod" ? [{ value: "", label: "–" }] : [];
  const labels: Readonly<Record<string, string>> = {
    sqm: "m²",
    sqft: "sq ft",
    sale: listingTypeLabel("sale"),
    rent: listingTypeLabel("rent"),
  };
  return [...none, ...options.map((value) => ({ value, label: labels[value] ?? capitalize(value) }))];
}

function agentOptions(agents: readonly Agent[], chosen: string): { value: string; label: string }[] {
  const choices = agents.map(({ id, name }) => ({ value: id, label: name }));
  const isListed = chosen === "" || choices.some(({ value }) => value === chosen);
  return [{ value: "", label: "None" }, ...choices, ...(isListed ? [] : [{ value: chosen, label: chosen }])];
}

interface PropertyControlProps {
  field: PropertyField;
  text: string;
  agents: readonly Agent[];
  error: string | undefined;
}

function PropertyControl({ field, text, agents, error }: PropertyControlProps) {
  const isWide = field.kind === "long" || field.kind === "media" || field.path === "title" || field.kind === "list";
  return (
    <div class={isWide ? "full" : ""}>
      <Field
        label={field.label}
        hint={field.hint}
        error={error}
        isOptional={field.isRequired !== true && field.kind !== "choice"}
      >
        {(control) => {
          const common = { ...control, name: field.path };
          if (field.path === "agentId")
            return (
              <FormSelect
                control={control}
                name={field.path}
                options={agentOptions(agents, text)}
                defaultValue={text}
              />
            );
          if (field.kind === "long") return <textarea {...common} rows={5} defaultValue={text} maxLength={20_000} />;
          if (field.kind === "media") return <textarea {...common} rows={3} defaultValue={text} spellcheck={false} />;
          if (field.kind === "choice")
            return (
              <FormSelect control={control} name={field.path} options={optionsOf(field, text)} defaultValue={text} />
            );
          if (field.kind === "number")
            return <input {...common} type="number" step={field.isInteger === true ? 1 : "any"} defaultValue={text} />;
          if (field.kind === "date") return <input {...common} type="date" defaultValue={text} />;
          return <input {...common} required={field.isRequired === true} defaultValue={text} autoComplete="off" />;
        }}
      </Field>
    </div>
  );
}
