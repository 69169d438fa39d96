import { type Agent, type AgentPatch, isPlatError } from "@plat/client";
import { useRef } from "preact/hooks";
import { plat } from "../api.ts";
import { textIn } from "../form-data.ts";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { fieldError, isAllNamed, useFirstWrong } from "../ui/form-errors.ts";
import { useAction } from "../use-load.ts";

const fields = [
  { name: "name", label: "Name", mode: "text", hint: undefined },
  { name: "email", label: "E-mail", mode: "email", hint: undefined },
  { name: "phone", label: "Telephone", mode: "tel", hint: undefined },
  { name: "licenseNumber", label: "Licence number", mode: "text", hint: undefined },
  { name: "photoUrl", label: "Picture address", mode: "url", hint: undefined },
  { name: "languages", label: "Languages", mode: "text", hint: "Several with commas, like en, es." },
] as const;
type Name = (typeof fields)[number]["name"];

const shownText = (agent: Agent | undefined, name: Name): string =>
  name === "languages" ? (agent?.languages ?? []).join(", ") : (agent?.[name] ?? "");

const valueOf = (name: Name, text: string): string | string[] | null => {
  if (name === "languages")
    return text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean);
  return text === "" && name !== "name" ? null : text;
};

/** What was changed. */
function changesOf(before: Agent | undefined, form: FormData): AgentPatch {
  const changed = fields.filter(({ name }) => textIn(form, name) !== shownText(before, name).trim());
  return Object.fromEntries(changed.map(({ name }) => [name, valueOf(name, textIn(form, name))]));
}

const pointers = fields.map(({ name }) => `/${name}`);

interface AgentDialogProps {
  /** The agent that is changed, or none for a new one. */
  before: Agent | undefined;
  onClose: () => void;
  onSaved: (agent: Agent) => void;
  /** Somebody else has changed the agent meanwhile. */
  onStale: () => void;
}

export function AgentDialog({ before, onClose, onSaved, onStale }: AgentDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const changes = (): AgentPatch => (form.current === null ? {} : changesOf(before, new FormData(form.current)));
  const save = useAction(async (patch: AgentPatch) => {
    if (before === undefined)
      onSaved(await plat.createAgent({ ...patch, name: patch.name ?? "", languages: patch.languages ?? [] }));
    else if (Object.keys(patch).length > 0)
      onSaved(await plat.updateAgent(before.id, patch, { ifMatch: before.version }));
    onClose();
  });
  const isStale = isPlatError(save.error, "precondition_failed");
  useFirstWrong(form, save.error);
  return (
    <Dialog
      title={before === undefined ? "New agent" : "Edit agent"}
      onClose={onClose}
      isUnsaved={() => Object.keys(changes()).length > 0}
    >
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          save.run(changes());
        }}
      >
        {fields.map(({ name, label, mode, hint }) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            isOptional={name !== "name"}
            error={fieldError(save.error, `/${name}`)}
          >
            {(control) => (
              <input
                {...control}
                name={name}
                inputMode={mode}
                defaultValue={shownText(before, name)}
                required={name === "name"}
                autoComplete="off"
              />
            )}
          </Field>
        ))}
        {isStale ? (
          <div class="trouble" role="alert">
            <div>
              <strong>Changed by somebody else</strong>
              <p>Nothing of yours has been saved. Look at the agent as it is now, then change it again.</p>
            </div>
            <button
              type="button"
              class="button small"
              onClick={() => {
                onStale();
                onClose();
              }}
            >
              Show it
            </button>
          </div>
        ) : (
          !isAllNamed(save.error, pointers) && <Trouble error={save.error} />
        )}
        <DialogFoot
          action={before === undefined ? "Create agent" : "Save agent"}
          isRunning={save.isRunning}
          onDismiss={onClose}
        />
      </form>
    </Dialog>
  );
}
