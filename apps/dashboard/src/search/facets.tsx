import type { Interpretation, SearchResult } from "@plat/client";
import { useState } from "preact/hooks";
import { formatCount, words } from "../format.ts";
import { type Asked, inForce, isChosen, rangeToggled, toggled } from "./search-state.ts";

type Facets = NonNullable<SearchResult["facets"]>;

interface FacetsProps {
  facets: Facets;
  asked: Asked;
  interpretation: Interpretation | undefined;
  onAsk: (next: Asked) => void;
}

const lists = [
  { facet: "propertyType", filter: "propertyTypes", title: "Type" },
  { facet: "city", filter: "cities", title: "City" },
  { facet: "community", filter: "communities", title: "Community" },
  { facet: "features", filter: "features", title: "Features" },
] as const;

/** What there is, with how many: each counted without its own filter. */
export function FacetColumn({ facets, asked, interpretation, onAsk }: FacetsProps) {
  const now = inForce(asked, interpretation);
  const prices = (facets.price ?? []).filter(({ count }) => count > 0);
  return (
    <div class="facets">
      {lists.map(({ facet, filter, title }) => (
        <FacetList
          key={facet}
          title={title}
          options={(facets[facet] ?? []).map(({ value, count }) => ({
            key: String(value),
            label: facet === "features" ? words(String(value)) : String(value),
            count,
            isOn: isChosen(now, filter, String(value)),
            onToggle: () => onAsk(toggled(asked, interpretation, filter, String(value))),
          }))}
        />
      ))}
      <FacetList
        title="Bedrooms"
        options={(facets.bedrooms ?? []).map(({ value, count }) => ({
          key: String(value),
          label: String(value),
          count,
          isOn: now.bedrooms?.min === Number(value) && now.bedrooms.max === Number(value),
          onToggle: () =>
            onAsk(rangeToggled(asked, interpretation, "bedrooms", { min: Number(value), max: Number(value) })),
        }))}
      />
      <FacetList
        title="Price"
        options={prices.map(({ from, to, count }) => ({
          key: `${from}-${to}`,
          label:
            from === null
              ? `up to ${formatCount(to ?? 0)}`
              : to === null
                ? `from ${formatCount(from)}`
                : `${formatCount(from)} – ${formatCount(to)}`,
          count,
          isOn: now.price?.min === (from ?? undefined) && now.price?.max === (to ?? undefined),
          onToggle: () =>
            onAsk(rangeToggled(asked, interpretation, "price", { min: from ?? undefined, max: to ?? undefined })),
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

const shownMax = 6;

function FacetList({ title, options }: { title: string; options: readonly Option[] }) {
  const [isAll, setAll] = useState(false);
  if (options.length === 0) return null;
  const shown = isAll ? options : options.filter(({ isOn }, index) => index < shownMax || isOn);
  return (
    <fieldset class="facet">
      <legend>{title}</legend>
      {shown.map(({ key, label, count, isOn, onToggle }) => (
        <label key={key}>
          <input type="checkbox" checked={isOn} onChange={onToggle} />
          <span class="facet-label">{label}</span>
          <span class="faint">{formatCount(count)}</span>
        </label>
      ))}
      {options.length > shownMax && (
        <button type="button" class="button quiet small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? "Fewer" : `All ${options.length}`}
        </button>
      )}
    </fieldset>
  );
}
