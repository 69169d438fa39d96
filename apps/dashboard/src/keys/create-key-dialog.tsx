import type { ApiKeyCreate, ApiKeyCreated } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { Dialog, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { fieldError } from "../ui/form-errors.ts";
import { useAction } from "../use-load.ts";
import { lastCreatedKey } from "./last-created-key.ts";

const expiryOptions = [
  { value: "", label: "Never" },
  { value: "1", label: "In 1 day" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
] as const;
const permissionOptions = [
  { value: "both", label: "Read and write", scopes: ["read", "write"] },
  { value: "read", label: "Read only", scopes: ["read"] },
  { value: "write", label: "Write only", scopes: ["write"] },
] as const;

interface CreateKeyDialogProps {
  onClose: () => void;
  /** Receives the key, which cannot be shown again. Also called if the dialog was closed before the response. */
  onCreated: (createdKey: ApiKeyCreated) => void;
}

/** Creates an API key with a name, permissions and an expiry. */
export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const [name, setName] = useState("");
  const [days, setDays] = useState("");
  const [permission, setPermission] = useState("both");
  const create = useAction(async () => {
    const body: ApiKeyCreate = { name };
    if (days !== "") body.expiresInDays = Number(days);
    body.scopes = [...(permissionOptions.find(({ value }) => value === permission)?.scopes ?? [])];
    const createdKey = await plat.createKey(body);
    lastCreatedKey.set(createdKey);
    onCreated(createdKey);
  });
  return (
    <Dialog title="New API key" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.run();
        }}
      >
        <Field label="Name" hint="For example “website”." error={fieldError(create.error, "/name")}>
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
          <Field label="Permissions">
            {(control) => (
              <select {...control} value={permission} onChange={(event) => setPermission(event.currentTarget.value)}>
                {permissionOptions.map(({ value, label }) => (
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
                {expiryOptions.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <ErrorMessage error={create.error} />
        <DialogFooter action="Create key" isRunning={create.isRunning} onDismiss={onClose} />
      </form>
    </Dialog>
  );
}
