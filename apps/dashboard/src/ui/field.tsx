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
  /** Renders the control with the attributes that connect it to its label, hint and error. */
  children: (control: Control) => ComponentChildren;
}

/** A labelled form control with a hint and an error message. */
export function Field({ label, hint, error, isOptional = false, children }: FieldProps) {
  const id = useId();
  const described = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="optional"> (optional)</span>}
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

interface FormSelectProps {
  /** Attributes that connect the control to its label. */
  control: Partial<Control> & { "aria-label"?: string };
  name: string;
  options: readonly { value: string; label: string }[];
  /** Value that is selected initially. */
  defaultValue: string;
}

/** An uncontrolled `<select>` in a form. Preact ignores `defaultValue` on a `<select>`, so the option is marked instead. */
export function FormSelect({ control, name, options, defaultValue }: FormSelectProps) {
  return (
    <select {...control} name={name}>
      {options.map(({ value, label }) => (
        <option key={value} value={value} selected={value === defaultValue}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A controlled `<select>` with a label next to it. */
export function LabelledSelect<T extends string>({
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
