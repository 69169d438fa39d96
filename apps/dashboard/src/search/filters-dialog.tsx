import type { Interpretation } from "@plat/client";
import { useEffect, useRef } from "preact/hooks";
import { textField } from "../form-data.ts";
import { listingTypeLabel } from "../format.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FormSelect, Field } from "../ui/field.tsx";
import { type SearchState, effectiveFilters } from "./search-state.ts";
import {
  applyFilterForm,
  groupsText,
  listText,
  listFilters,
  periods,
  type Range,
  rangeFilters,
  readFilters,
  statusOptions,
  statusValue,
} from "./filter-form.ts";
import { filterLabel } from "./filter-labels.ts";

interface FiltersDialogProps {
  state: SearchState;
  interpretation: Interpretation | undefined;
  /** The filter that gets the focus. */
  focus: string;
  onChange: (next: SearchState) => void;
  onClose: () => void;
}

const controlName = (filterName: string): string => `filter-${filterName}`;

/** Edits the effective filters. Changed filters override the interpreted query. */
export function FiltersDialog({ state, interpretation, focus, onChange, onClose }: FiltersDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const filters = effectiveFilters(state, interpretation);
  useEffect(() => {
    form.current
      ?.querySelector<HTMLElement>(`[name="${controlName(focus)}"], [name="${controlName(focus)}.min"]`)
      ?.focus();
  }, [focus]);
  const apply = (): void => {
    if (form.current === null) return;
    const values = new FormData(form.current);
    onChange(
      applyFilterForm(
        state,
        interpretation,
        readFilters((name) => textField(values, controlName(name)), filters),
      ),
    );
    onClose();
  };
  return (
    <Dialog title="Filters" onClose={onClose} isWide>
      <form
        ref={form}
        class="form-grid"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field label="Listing type">
          {(control) => (
            <FormSelect
              control={control}
              name={controlName("listingType")}
              options={listingTypes}
              defaultValue={filters.listingType ?? ""}
            />
          )}
        </Field>
        <Field label="Status" hint="Statuses other than Active show only your organization’s listings.">
          {(control) => (
            <FormSelect
              control={control}
              name={controlName("status")}
              options={statusOptions(filters.status)}
              defaultValue={statusValue(filters.status)}
            />
          )}
        </Field>
        {rangeFilters.map((filterName) => (
          <RangeField
            key={filterName}
            filterName={filterName}
            range={(filters[filterName] as Range | undefined) ?? {}}
          />
        ))}
        {listFilters.map((filterName) => (
          <Field
            key={filterName}
            label={filterLabel(filterName)}
            hint={filterName === "cities" ? "Separate multiple values with commas." : undefined}
          >
            {(control) => (
              <input
                {...control}
                name={controlName(filterName)}
                defaultValue={listText(filters[filterName])}
                autoComplete="off"
              />
            )}
          </Field>
        ))}
        <Field
          label="Alternative features"
          hint="At least one feature of each group is required. Separate groups with commas: pool or garden, lift or ramp."
        >
          {(control) => (
            <input
              {...control}
              name={controlName("anyFeatures")}
              defaultValue={groupsText(filters.anyFeatures)}
              autoComplete="off"
            />
          )}
        </Field>
        <div class="form-footer">
          <button type="submit" class="button primary">
            Apply
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              onChange({ ...state, filters: {}, box: undefined });
              onClose();
            }}
          >
            Clear filters
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const listingTypes = [
  { value: "", label: "Any" },
  ...(["sale", "rent"] as const).map((value) => ({ value, label: listingTypeLabel(value) })),
];
const periodOptions = [{ value: "", label: "Total" }, ...periods.map((value) => ({ value, label: `Per ${value}` }))];
const units = [
  { value: "sqm", label: "m²" },
  { value: "sqft", label: "sq ft" },
];

function RangeField({ filterName, range }: { filterName: (typeof rangeFilters)[number]; range: Range }) {
  const name = controlName(filterName);
  return (
    <fieldset class={filterName === "price" ? "range range-pairs" : "range"}>
      <legend>{filterLabel(filterName)}</legend>
      <input
        name={`${name}.min`}
        type="number"
        step="any"
        placeholder="Min"
        aria-label={`${filterLabel(filterName)}, minimum`}
        defaultValue={range.min ?? ""}
      />
      <input
        name={`${name}.max`}
        type="number"
        step="any"
        placeholder="Max"
        aria-label={`${filterLabel(filterName)}, maximum`}
        defaultValue={range.max ?? ""}
      />
      {filterName === "price" && (
        <input
          name={`${name}.currency`}
          class="short"
          placeholder="EUR"
          maxLength={3}
          pattern="[A-Za-z]{3}"
          title="Three-letter currency code, for example EUR"
          aria-label="Currency"
          defaultValue={range.currency ?? ""}
        />
      )}
      {filterName === "price" && (
        <FormSelect
          control={{ "aria-label": "Payment period" }}
          name={`${name}.period`}
          options={periodOptions}
          defaultValue={range.period ?? ""}
        />
      )}
      {filterName === "area" && (
        <FormSelect
          control={{ "aria-label": "Area unit" }}
          name={`${name}.unit`}
          options={units}
          defaultValue={range.unit ?? "sqm"}
        />
      )}
    </fieldset>
  );
}
