import type { ApiKeyCreate, ApiKeyCreated } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { fieldError } from "../ui/form-errors.ts";
import { useAction } from "../use-load.ts";
import { newKey } from "./last-created-key.ts";

const lives = [
  { value: "", label: "Never" },
  { value: "1", label: "In a day" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;
const abilities = [
  { value: "both", label: "Read and write", scopes: ["read", "write"] },
  { value: "read", label: "Read only", scopes: ["read"] },
  { value: "write", label: "Write only", scopes: ["write"] },
] as const;

interface CreateKeyProps {
  onClose: () => void;
  /** Shows the key, which nobody can see again; also called when the dialog was closed meanwhile. */
  onMade: (made: ApiKeyCreated) => void;
}

/** Asks what the key is for. */
export function CreateKeyDialog({ onClose, onMade }: CreateKeyProps) {
  const [name, setName] = useState("");
  const [days, setDays] = useState("");
  const [ability, setAbility] = useState("both");
  const create = useAction(async () => {
    const body: ApiKeyCreate = { name };
    if (days !== "") body.expiresInDays = Number(days);
    body.scopes = [...(abilities.find(({ value }) => value === ability)?.scopes ?? [])];
    const made = await plat.createKey(body);
    newKey.set(made);
    onMade(made);
  });
  return (
    <Dialog title="New API key" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.run();
        }}
      >
        <Field label="Name" hint="What it is for, for example: website." error={fieldError(create.error, "/name")}>
          {(control) => (
            <input
              {...control}
              value={name}
              required
              maxLength={100}
              autoComplete="off"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="field-row">
          <Field label="May do">
            {(control) => (
              <select {...control} value={ability} onChange={(event) => setAbility(event.currentTarget.value)}>
                {abilities.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Expires">
            {(control) => (
              <select {...control} value={days} onChange={(event) => setDays(event.currentTarget.value)}>
                {lives.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Trouble error={create.error} />
        <DialogFoot action="Create key" isRunning={create.isRunning} onDismiss={onClose} />
      </form>
    </Dialog>
  );
}
