import { type Agent, type AgentPatch, isPlatError } from "@plat/client";
import { useRef } from "preact/hooks";
import { plat } from "../api.ts";
import { textField } from "../form-data.ts";
import { Dialog, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { fieldError, areAllFieldErrors, useFocusFirstInvalid } from "../ui/form-errors.ts";
import { useAction } from "../use-load.ts";

const fields = [
  { name: "name", label: "Name", mode: "text", hint: undefined },
  { name: "email", label: "Email", mode: "email", hint: undefined },
  { name: "phone", label: "Phone", mode: "tel", hint: undefined },
  { name: "licenseNumber", label: "License number", mode: "text", hint: undefined },
  { name: "photoUrl", label: "Photo URL", mode: "url", hint: undefined },
  {
    name: "languages",
    label: "Languages",
    mode: "text",
    hint: "Separate multiple languages with commas, for example en, es.",
  },
] as const;
type Name = (typeof fields)[number]["name"];

const fieldText = (agent: Agent | undefined, name: Name): string =>
  name === "languages" ? (agent?.languages ?? []).join(", ") : (agent?.[name] ?? "");

const valueOf = (name: Name, text: string): string | string[] | null => {
  if (name === "languages")
    return text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean);
  return text === "" && name !== "name" ? null : text;
};

/** Returns the fields that the user changed. */
function changesOf(before: Agent | undefined, form: FormData): AgentPatch {
  const changed = fields.filter(({ name }) => textField(form, name) !== fieldText(before, name).trim());
  return Object.fromEntries(changed.map(({ name }) => [name, valueOf(name, textField(form, name))]));
}

const pointers = fields.map(({ name }) => `/${name}`);

interface AgentDialogProps {
  /** The agent to edit, or `undefined` for a new agent. */
  agent: Agent | undefined;
  onClose: () => void;
  onSaved: (agent: Agent) => void;
  /** Called to reload the agents after another user has changed the agent. */
  onConflict: () => void;
}

/** Creates or edits an agent. */
export function AgentDialog({ agent, onClose, onSaved, onConflict }: AgentDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const changes = (): AgentPatch => (form.current === null ? {} : changesOf(agent, new FormData(form.current)));
  const save = useAction(async (patch: AgentPatch) => {
    if (agent === undefined)
      onSaved(await plat.createAgent({ ...patch, name: patch.name ?? "", languages: patch.languages ?? [] }));
    else if (Object.keys(patch).length > 0)
      onSaved(await plat.updateAgent(agent.id, patch, { ifMatch: agent.version }));
    onClose();
  });
  const isConflict = isPlatError(save.error, "precondition_failed");
  useFocusFirstInvalid(form, save.error);
  return (
    <Dialog
      title={agent === undefined ? "New agent" : "Edit agent"}
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
                defaultValue={fieldText(agent, name)}
                required={name === "name"}
                autoComplete="off"
              />
            )}
          </Field>
        ))}
        {isConflict ? (
          <div class="error-message" role="alert">
            <div>
              <strong>Changed by another user</strong>
              <p>Your changes were not saved. Load the latest version and try again.</p>
            </div>
            <button
              type="button"
              class="button small"
              onClick={() => {
                onConflict();
                onClose();
              }}
            >
              Load latest version
            </button>
          </div>
        ) : (
          !areAllFieldErrors(save.error, pointers) && <ErrorMessage error={save.error} />
        )}
        <DialogFooter
          action={agent === undefined ? "Create agent" : "Save agent"}
          isRunning={save.isRunning}
          onDismiss={onClose}
        />
      </form>
    </Dialog>
  );
}
