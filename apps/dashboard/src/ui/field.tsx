import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Control {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
}

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  error?: string | undefined;
  isOptional?: boolean;
  /** Gets what the control must carry to belong to its label, hint and error. */
  children: (control: Control) => ComponentChildren;
}

/** A labelled control with its hint and what is wrong with it. */
export function Field({ label, hint, error, isOptional = false, children }: FieldProps) {
  const id = useId();
  const described = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="optional"> optional</span>}
      </label>
      {children({
        id,
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": error !== undefined,
      })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  /** What it must carry to belong to its label. */
  control: Partial<Control> & { "aria-label"?: string };
  name: string;
  options: readonly { value: string; label: string }[];
  /** What is chosen at first; a person may choose something else. */
  first: string;
}

/** A choice in a form. (`defaultValue` means nothing to a `<select>`: it would begin with its first option.) */
export function Choice({ control, name, options, first }: ChoiceProps) {
  return (
    <select {...control} name={name}>
      {options.map(({ value, label }) => (
        <option key={value} value={value} selected={value === first}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function Select<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}) {
  const id = useId();
  return (
    <span class="inline-select">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
