import type { Interpretation } from "@plat/client";
import { useEffect, useRef } from "preact/hooks";
import { textIn } from "../form-data.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Choice, Field } from "../ui/field.tsx";
import { type Asked, inForce } from "./search-state.ts";
import {
  changed,
  listText,
  lists,
  periods,
  type Range,
  ranges,
  readFilters,
  statusChoices,
  statusText,
} from "./filter-form.ts";
import { filterName } from "./filter-labels.ts";

interface FiltersDialogProps {
  asked: Asked;
  interpretation: Interpretation | undefined;
  /** The filter that gets the focus. */
  focus: string;
  onAsk: (next: Asked) => void;
  onClose: () => void;
}

const controlOf = (root: string): string => `filter-${root}`;

/** Every filter in force. What is changed here is set by hand and wins over the words. */
export function FiltersDialog({ asked, interpretation, focus, onAsk, onClose }: FiltersDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const now = inForce(asked, interpretation);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(`[name="${controlOf(focus)}"], [name="${controlOf(focus)}.min"]`)?.focus();
  }, [focus]);
  const apply = (): void => {
    if (form.current === null) return;
    const values = new FormData(form.current);
    onAsk(
      changed(
        asked,
        interpretation,
        readFilters((name) => textIn(values, controlOf(name)), now),
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
        <Field label="For">
          {(control) => (
            <Choice
              control={control}
              name={controlOf("listingType")}
              options={listingTypes}
              first={now.listingType ?? ""}
            />
          )}
        </Field>
        <Field label="Status" hint="Others than active show your own listings alone.">
          {(control) => (
            <Choice
              control={control}
              name={controlOf("status")}
              options={statusChoices(now.status)}
              first={statusText(now.status)}
            />
          )}
        </Field>
        {ranges.map((root) => (
          <RangeField key={root} root={root} range={(now[root] as Range | undefined) ?? {}} />
        ))}
        {lists.map((root) => (
          <Field key={root} label={filterName(root)} hint={root === "cities" ? "Several with commas." : undefined}>
            {(control) => (
              <input {...control} name={controlOf(root)} defaultValue={listText(now[root])} autoComplete="off" />
            )}
          </Field>
        ))}
        <div class="form-foot">
          <button type="submit" class="button primary">
            Apply
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              onAsk({ ...asked, filters: {}, box: undefined });
              onClose();
            }}
          >
            Clear what was set by hand
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const listingTypes = [
  { value: "", label: "Sale or rent" },
  { value: "sale", label: "Sale" },
  { value: "rent", label: "Rent" },
];
const periodChoices = [{ value: "", label: "in all" }, ...periods.map((value) => ({ value, label: `a ${value}` }))];
const units = [
  { value: "sqm", label: "m²" },
  { value: "sqft", label: "sq ft" },
];

function RangeField({ root, range }: { root: (typeof ranges)[number]; range: Range }) {
  const name = controlOf(root);
  return (
    <fieldset class={root === "price" ? "range range-pairs" : "range"}>
      <legend>{filterName(root)}</legend>
      <input
        name={`${name}.min`}
        type="number"
        step="any"
        placeholder="from"
        aria-label={`${filterName(root)}, from`}
        defaultValue={range.min ?? ""}
      />
      <input
        name={`${name}.max`}
        type="number"
        step="any"
        placeholder="to"
        aria-label={`${filterName(root)}, to`}
        defaultValue={range.max ?? ""}
      />
      {root === "price" && (
        <input
          name={`${name}.currency`}
          class="short"
          placeholder="EUR"
          maxLength={3}
          pattern="[A-Za-z]{3}"
          title="Three letters, like EUR"
          aria-label="Currency"
          defaultValue={range.currency ?? ""}
        />
      )}
      {root === "price" && (
        <Choice
          control={{ "aria-label": "Price is paid" }}
          name={`${name}.period`}
          options={periodChoices}
          first={range.period ?? ""}
        />
      )}
      {root === "area" && (
        <Choice
          control={{ "aria-label": "Unit of area" }}
          name={`${name}.unit`}
          options={units}
          first={range.unit ?? "sqm"}
        />
      )}
    </fieldset>
  );
}
