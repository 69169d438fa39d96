import type { Interpretation, SearchResult } from "@plat/client";
import { useState } from "preact/hooks";
import { formatCount, humanize } from "../format.ts";
import { type SearchState, effectiveFilters, isSelected, toggleRange, toggleValue } from "./search-state.ts";

type Facets = NonNullable<SearchResult["facets"]>;

interface FacetsProps {
  facets: Facets;
  state: SearchState;
  interpretation: Interpretation | undefined;
  onChange: (next: SearchState) => void;
}

const lists = [
  { facet: "propertyType", filter: "propertyTypes", title: "Type" },
  { facet: "city", filter: "cities", title: "City" },
  { facet: "community", filter: "communities", title: "Community" },
  { facet: "features", filter: "features", title: "Features" },
] as const;

/** Facets with their counts. Each facet is counted without its own filter. */
export function FacetLists({ facets, state, interpretation, onChange }: FacetsProps) {
  const filters = effectiveFilters(state, interpretation);
  const prices = (facets.price ?? []).filter(({ count }) => count > 0);
  return (
    <div class="facets">
      {lists.map(({ facet, filter, title }) => (
        <FacetList
          key={facet}
          title={title}
          options={(facets[facet] ?? []).map(({ value, count }) => ({
            key: String(value),
            label: facet === "features" ? humanize(String(value)) : String(value),
            count,
            isOn: isSelected(filters, filter, String(value)),
            onToggle: () => onChange(toggleValue(state, interpretation, filter, String(value))),
          }))}
        />
      ))}
      <FacetList
        title="Bedrooms"
        options={(facets.bedrooms ?? []).map(({ value, count }) => ({
          key: String(value),
          label: String(value),
          count,
          isOn: filters.bedrooms?.min === Number(value) && filters.bedrooms.max === Number(value),
          onToggle: () =>
            onChange(toggleRange(state, interpretation, "bedrooms", { min: Number(value), max: Number(value) })),
        }))}
      />
      <FacetList
        title="Price"
        options={prices.map(({ from, to, count }) => ({
          key: `${from}-${to}`,
          label:
            from === null
              ? `Up to ${formatCount(to ?? 0)}`
              : to === null
                ? `From ${formatCount(from)}`
                : `${formatCount(from)} – ${formatCount(to)}`,
          count,
          isOn: filters.price?.min === (from ?? undefined) && filters.price?.max === (to ?? undefined),
          onToggle: () =>
            onChange(toggleRange(state, interpretation, "price", { min: from ?? undefined, max: to ?? undefined })),
        }))}
      />
    </div>
  );
}

interface Option {
  key: string;
  label: string;
  count: number;
  isOn: boolean;
  onToggle: () => void;
}

const maxOptions = 6;

function FacetList({ title, options }: { title: string; options: readonly Option[] }) {
  const [isExpanded, setExpanded] = useState(false);
  if (options.length === 0) return null;
  const visibleOptions = isExpanded ? options : options.filter(({ isOn }, index) => index < maxOptions || isOn);
  return (
    <fieldset class="facet">
      <legend>{title}</legend>
      {visibleOptions.map(({ key, label, count, isOn, onToggle }) => (
        <label key={key}>
          <input type="checkbox" checked={isOn} onChange={onToggle} />
          <span class="facet-label">{label}</span>
          <span class="muted">{formatCount(count)}</span>
        </label>
      ))}
      {options.length > maxOptions && (
        <button
          type="button"
          class="button quiet small"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? "Show less" : `Show all ${options.length}`}
        </button>
      )}
    </fieldset>
  );
}
