import { useState } from "preact/hooks";
import { propertyFields, type PropertyField } from "../property/fields.ts";
import { Card } from "../ui/page.tsx";
import { Field } from "../ui/field.tsx";
import { pluralize } from "../format.ts";
import type { CsvRow } from "./parse-csv.ts";
import { type Mapping, unusedColumns } from "./mapping.ts";

interface MappingCardProps {
  file: { name: string; columns: readonly string[]; rows: readonly CsvRow[] };
  mapping: Mapping;
  onChange: (next: Mapping) => void;
  onChooseAnother: () => void;
}

const constantOption = "constant";

/** Maps the columns of the file to the fields of a listing. */
export function MappingCard({ file, mapping, onChange, onChooseAnother }: MappingCardProps) {
  const choose = (path: string, choice: string): void => {
    const { [path]: _, ...rest } = mapping;
    if (choice === "") onChange(rest);
    else onChange({ ...rest, [path]: choice === constantOption ? { constant: "" } : { column: Number(choice) } });
  };
  const setConstant = (path: string, constant: string): void => onChange({ ...mapping, [path]: { constant } });
  const isMapped = (field: PropertyField): boolean => field.isRequired === true || mapping[field.path] !== undefined;
  // Computed once per file, so that a field does not move while its column is being chosen.
  const [primaryPaths] = useState(() => new Set(propertyFields.filter(isMapped).map(({ path }) => path)));
  const rest = propertyFields.filter(({ path }) => !primaryPaths.has(path));
  const controls = (fields: readonly PropertyField[]) => (
    <div class="form-grid dense">
      {fields.map((field) => (
        <ColumnField
          key={field.path}
          field={field}
          file={file}
          source={mapping[field.path]}
          onChoose={choose}
          onConstantChange={setConstant}
        />
      ))}
    </div>
  );
  const unused = unusedColumns(file.columns, mapping);
  const actions = (
    <button type="button" class="button small" onClick={onChooseAnother}>
      Choose another file
    </button>
  );
  return (
    <Card title={`Columns in ${file.name}`} actions={actions}>
      <p class="muted">
        {pluralize(file.rows.length, "row")}, {pluralize(file.columns.length, "column")}. Columns were matched by name.
        Check the mapping.
      </p>
      {unused.length > 0 && (
        <p>
          {unused.length === 1 ? "Column that is not imported" : "Columns that are not imported"}:{" "}
          <strong>{unused.join(", ")}</strong>.
        </p>
      )}
      {controls(propertyFields.filter(({ path }) => primaryPaths.has(path)))}
      {rest.length > 0 && (
        <details>
          <summary>More fields ({rest.length})</summary>
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
  onConstantChange: (path: string, constant: string) => void;
}

function ColumnField({
  field: { path, label, isRequired },
  file,
  source,
  onChoose,
  onConstantChange,
}: ColumnFieldProps) {
  const constant = source !== undefined && "constant" in source ? source.constant : undefined;
  const column = source !== undefined && "column" in source ? source.column : undefined;
  const sample = column === undefined ? "" : (file.rows[0]?.cells[column] ?? "");
  const value = constant === undefined ? String(column ?? "") : constantOption;
  return (
    <Field
      label={isRequired === true ? `${label} (required)` : label}
      hint={sample === "" ? undefined : `Example: “${sample.slice(0, 40)}”`}
    >
      {(control) => (
        <>
          <select {...control} value={value} onChange={(event) => onChoose(path, event.currentTarget.value)}>
            <option value="">Not imported</option>
            <option value={constantOption}>Same value for all rows</option>
            {file.columns.map((name, index) => (
              <option key={index} value={index}>
                {name === "" ? `Column ${index + 1}` : name}
              </option>
            ))}
          </select>
          {constant !== undefined && (
            <input
              aria-label={`${label} for all rows`}
              value={constant}
              onInput={(event) => onConstantChange(path, event.currentTarget.value)}
            />
          )}
        </>
      )}
    </Field>
  );
}
