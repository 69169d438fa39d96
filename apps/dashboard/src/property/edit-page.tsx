import { type Agent, isPlatError, type Property } from "@plat/client";
import { useRef, useState } from "preact/hooks";
import { plat } from "../api.ts";
import { href } from "../router.ts";
import { Choice, Field } from "../ui/field.tsx";
import { Loading } from "../ui/loading.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Slow } from "../ui/slow-notice.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { fieldError, isAllNamed, useFirstWrong } from "../ui/form-errors.ts";
import { useUnsaved } from "../unsaved-changes.ts";
import { useAction, useLoad } from "../use-load.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { creationOf, groups, patchOf, pointerOf, propertyFields, type PropertyField, textOf } from "./fields.ts";
import { changeThenGo, saidLater } from "./save-and-navigate.ts";

/** Creates a listing, or changes one. */
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
      <Trouble error={loaded.error} onRetry={loaded.reload} />
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

interface FormProps {
  before: Property | undefined;
  /** Whom the organization has. */
  agents: readonly Agent[];
  onReload: () => void;
}

function PropertyForm({ before, agents, onReload }: FormProps) {
  const [conflict, setConflict] = useState<{ now: Property; texts: Map<string, string> } | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const firstText = (field: PropertyField): string => (before === undefined ? first(field) : textOf(before, field));
  const saved = useUnsaved(() => {
    const texts = form.current === null ? undefined : textsOf(form.current);
    return propertyFields.some((field) => (texts?.get(field.path) ?? "") !== firstText(field));
  });
  const save = useAction(async (texts: Map<string, string>, version: number | undefined) => {
    const onward = { to: ({ id }: Property) => `/listings/${id}`, later: saidLater.saved, before: saved };
    if (before === undefined) {
      await changeThenGo((options) => plat.createProperty(creationOf(texts), options), onward);
      return;
    }
    const patch = patchOf(before, texts);
    try {
      await changeThenGo((options) => plat.updateProperty(before.id, patch, { ...options, ifMatch: version }), onward);
    } catch (error) {
      if (!isPlatError(error, "precondition_failed")) throw error;
      setConflict({ now: await plat.getProperty(before.id), texts });
    }
  });
  useFirstWrong(form, save.error);
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
                    error={fieldError(save.error, pointerOf(field.path))}
                  />
                ))}
            </div>
          </Card>
        ))}
        <div class="form-end">
          {save.error !== undefined &&
            (isAllNamed(save.error, pointers) ? (
              <p class="field-error" role="alert">
                Some fields are not as they should be: see above.
              </p>
            ) : (
              <Trouble error={save.error} />
            ))}
          <Slow isWaiting={save.isRunning} text={lateText} />
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
          now={conflict.now}
          texts={conflict.texts}
          onMine={() => {
            setConflict(undefined);
            save.run(conflict.texts, conflict.now.version);
          }}
          onTheirs={() => {
            setConflict(undefined);
            onReload();
          }}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  );
}

const lateText = "Waiting until searches show it, for some seconds at most.";

const pointers = propertyFields.map(({ path }) => pointerOf(path));

/** What a new listing most likely is. */
const first = ({ path }: PropertyField): string =>
  ({ propertyCategory: "Residential", listingType: "sale", status: "active", areaUnit: "sqm" })[path] ?? "";

function choicesOf({ path, options = [] }: PropertyField, text: string): { value: string; label: string }[] {
  const none = text === "" || path === "pricePeriod" ? [{ value: "", label: "–" }] : [];
  const labels: Readonly<Record<string, string>> = { sqm: "m²", sqft: "sq ft" };
  return [...none, ...options.map((value) => ({ value, label: labels[value] ?? value }))];
}

function agentChoices(agents: readonly Agent[], chosen: string): { value: string; label: string }[] {
  const choices = agents.map(({ id, name }) => ({ value: id, label: name }));
  const isThere = chosen === "" || choices.some(({ value }) => value === chosen);
  return [{ value: "", label: "none" }, ...choices, ...(isThere ? [] : [{ value: chosen, label: chosen }])];
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
            return <Choice control={control} name={field.path} options={agentChoices(agents, text)} first={text} />;
          if (field.kind === "long") return <textarea {...common} rows={5} defaultValue={text} maxLength={20_000} />;
          if (field.kind === "media") return <textarea {...common} rows={3} defaultValue={text} spellcheck={false} />;
          if (field.kind === "choice")
            return <Choice control={control} name={field.path} options={choicesOf(field, text)} first={text} />;
          if (field.kind === "number")
            return <input {...common} type="number" step={field.isInteger === true ? 1 : "any"} defaultValue={text} />;
          if (field.kind === "date") return <input {...common} type="date" defaultValue={text} />;
          return <input {...common} required={field.isRequired === true} defaultValue={text} autoComplete="off" />;
        }}
      </Field>
    </div>
  );
}
