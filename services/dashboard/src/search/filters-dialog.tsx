import type { Interpretation, SearchFilters } from "@plat/client";
import { useEffect, useRef } from "preact/hooks";
import { textIn } from "../form.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { type Asked, inForce, withFilters, withoutFilter } from "./asked.ts";
import { filterName } from "./labels.ts";

const lists = [
  "propertyTypes",
  "cities",
  "communities",
  "regions",
  "features",
  "excludePropertyTypes",
  "excludeFeatures",
] as const;
const ranges = ["price", "bedrooms", "bathrooms", "area", "yearBuilt"] as const;

type Range = { min?: number; max?: number; currency?: string; unit?: "sqm" | "sqft" };

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
    onAsk(changed(asked, interpretation, now, readForm(new FormData(form.current))));
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
            <select {...control} name={controlOf("listingType")} defaultValue={now.listingType ?? ""}>
              <option value="">Sale or rent</option>
              <option value="sale">Sale</option>
              <option value="rent">Rent</option>
            </select>
          )}
        </Field>
        <Field label="Status" hint="Others than active show your own listings alone.">
          {(control) => (
            <select {...control} name={controlOf("status")} defaultValue={now.status?.[0] ?? ""}>
              <option value="">active</option>
              {(["pending", "inactive", "sold", "rented"] as const).map((status) => (
                <option key={status} value={status}>
                  {status}
                </option>
              ))}
            </select>
          )}
        </Field>
        {ranges.map((root) => (
          <RangeField key={root} root={root} range={(now[root] as Range | undefined) ?? {}} />
        ))}
        {lists.map((root) => (
          <Field key={root} label={filterName(root)} hint={root === "cities" ? "Several with commas." : undefined}>
            {(control) => (
              <input
                {...control}
                name={controlOf(root)}
                defaultValue={(now[root] ?? []).join(", ")}
                autoComplete="off"
              />
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

function RangeField({ root, range }: { root: (typeof ranges)[number]; range: Range }) {
  const name = controlOf(root);
  return (
    <fieldset class="range">
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
          aria-label="Currency"
          defaultValue={range.currency ?? ""}
        />
      )}
      {root === "area" && (
        <select name={`${name}.unit`} aria-label="Unit of area" defaultValue={range.unit ?? "sqm"}>
          <option value="sqm">m²</option>
          <option value="sqft">sq ft</option>
        </select>
      )}
    </fieldset>
  );
}

function readForm(form: FormData): Record<string, unknown> {
  const text = (name: string): string => textIn(form, controlOf(name));
  const read: Record<string, unknown> = {
    listingType: text("listingType") === "" ? undefined : text("listingType"),
    status: text("status") === "" ? undefined : [text("status")],
  };
  for (const root of lists) {
    const entries = text(root)
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean);
    read[root] = entries.length === 0 ? undefined : entries;
  }
  for (const root of ranges) {
    const range: Range = {};
    if (text(`${root}.min`) !== "") range.min = Number(text(`${root}.min`));
    if (text(`${root}.max`) !== "") range.max = Number(text(`${root}.max`));
    if (text(`${root}.currency`) !== "") range.currency = text(`${root}.currency`).toUpperCase();
    const isRange = range.min !== undefined || range.max !== undefined;
    if (root === "area" && isRange) range.unit = text("area.unit") === "sqft" ? "sqft" : "sqm";
    read[root] = isRange || range.currency !== undefined ? range : undefined;
  }
  return read;
}

const equal = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);
const sorted = (value: unknown): string =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? JSON.stringify(
        Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .toSorted(([a], [b]) => a.localeCompare(b)),
      )
    : (JSON.stringify(value) ?? "");

/** Sets by hand only what differs from what was in force; what was emptied goes, with its words. */
function changed(
  asked: Asked,
  interpretation: Interpretation | undefined,
  now: SearchFilters,
  wanted: Record<string, unknown>,
): Asked {
  let next = asked;
  for (const [root, value] of Object.entries(wanted)) {
    const before = (now as Record<string, unknown>)[root];
    if (equal(before, value)) continue;
    next =
      value === undefined
        ? withoutFilter(next, root, next.query === asked.query ? interpretation : undefined)
        : withFilters(next, { [root]: value });
  }
  return next;
}
