import { useState } from "preact/hooks";
import { propertyFields, type PropertyField } from "../property/fields.ts";
import { Card } from "../ui/page.tsx";
import { Field } from "../ui/field.tsx";
import { plural } from "../format.ts";
import type { CsvRow } from "./parse-csv.ts";
import { type Mapping, unusedColumns } from "./mapping.ts";

interface MappingCardProps {
  file: { name: string; columns: readonly string[]; rows: readonly CsvRow[] };
  mapping: Mapping;
  onChange: (next: Mapping) => void;
  onOther: () => void;
}

const fixed = "fixed";

/** Which column each field comes from. */
export function MappingCard({ file, mapping, onChange, onOther }: MappingCardProps) {
  const choose = (path: string, choice: string): void => {
    const { [path]: _, ...rest } = mapping;
    if (choice === "") onChange(rest);
    else onChange({ ...rest, [path]: choice === fixed ? { constant: "" } : { column: Number(choice) } });
  };
  const fix = (path: string, constant: string): void => onChange({ ...mapping, [path]: { constant } });
  const isInSight = (field: PropertyField): boolean => field.isRequired === true || mapping[field.path] !== undefined;
  // Decided when the file was read: a field does not move away while its column is being chosen.
  const [inSight] = useState(() => new Set(propertyFields.filter(isInSight).map(({ path }) => path)));
  const rest = propertyFields.filter(({ path }) => !inSight.has(path));
  const controls = (fields: readonly PropertyField[]) => (
    <div class="form-grid dense">
      {fields.map((field) => (
        <ColumnField
          key={field.path}
          field={field}
          file={file}
          source={mapping[field.path]}
          onChoose={choose}
          onFix={fix}
        />
      ))}
    </div>
  );
  const unused = unusedColumns(file.columns, mapping);
  const actions = (
    <button type="button" class="button small" onClick={onOther}>
      Another file
    </button>
  );
  return (
    <Card title={`Columns of ${file.name}`} actions={actions}>
      <p class="faint">
        {plural(file.rows.length, "row")}, {plural(file.columns.length, "column")}. Guessed from their names; change
        what is wrong.
      </p>
      {unused.length > 0 && (
        <p>
          Left out, since no field is read from {unused.length === 1 ? "it" : "them"}:{" "}
          <strong>{unused.join(", ")}</strong>.
        </p>
      )}
      {controls(propertyFields.filter(({ path }) => inSight.has(path)))}
      {rest.length > 0 && (
        <details>
          <summary>Fields that no column is named after ({rest.length})</summary>
          {controls(rest)}
        </details>
      )}
    </Card>
  );
}

interface ColumnFieldProps {
  field: PropertyField;
  file: MappingCardProps["file"];
  source: Mapping[string] | undefined;
  onChoose: (path: string, choice: string) => void;
  onFix: (path: string, constant: string) => void;
}

function ColumnField({ field: { path, label, isRequired }, file, source, onChoose, onFix }: ColumnFieldProps) {
  const constant = source !== undefined && "constant" in source ? source.constant : undefined;
  const column = source !== undefined && "column" in source ? source.column : undefined;
  const sample = column === undefined ? "" : (file.rows[0]?.cells[column] ?? "");
  const value = constant === undefined ? String(column ?? "") : fixed;
  return (
    <Field
      label={isRequired === true ? `${label} (required)` : label}
      hint={sample === "" ? undefined : `like “${sample.slice(0, 40)}”`}
    >
      {(control) => (
        <>
          <select {...control} value={value} onChange={(event) => onChoose(path, event.currentTarget.value)}>
            <option value="">not in the file</option>
            <option value={fixed}>the same for all rows …</option>
            {file.columns.map((name, index) => (
              <option key={index} value={index}>
                {name === "" ? `column ${index + 1}` : name}
              </option>
            ))}
          </select>
          {constant !== undefined && (
            <input
              aria-label={`${label} of all rows`}
              value={constant}
              onInput={(event) => onFix(path, event.currentTarget.value)}
            />
          )}
        </>
      )}
    </Field>
  );
}
