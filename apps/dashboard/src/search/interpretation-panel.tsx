import type { Interpretation } from "@plat/client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../ui/icons.tsx";
import {
  type SearchState,
  filterOfField,
  setFilters,
  clearFilter,
  removeFeatureGroup,
  removeSpans,
} from "./search-state.ts";
import { filterLabel, formatFeatureGroup, formatFilterValue } from "./filter-labels.ts";

interface InterpretationPanelProps {
  state: SearchState;
  interpretation: Interpretation | undefined;
  onChange: (next: SearchState) => void;
  onEdit: (filterName: string) => void;
}

/** Shows how the query was interpreted: a chip per filter that highlights its words and can be edited or removed. */
export function InterpretationPanel({ state, interpretation, onChange, onEdit }: InterpretationPanelProps) {
  const [highlighted, setHighlighted] = useState(-1);
  const spans = interpretation?.spans ?? [];
  const manualFilters = Object.entries(state.filters) as [string, never][];
  if (spans.length === 0 && manualFilters.length === 0 && state.box === undefined && interpretation === undefined)
    return null;
  return (
    <section class="interpretation" aria-label="Interpretation of your search">
      {interpretation !== undefined && (
        <AnnotatedQuery
          query={state.query}
          interpretation={interpretation}
          highlighted={highlighted}
          onHighlight={setHighlighted}
        />
      )}
      <ul class="chips">
        {spans.map((span, index) => {
          const isOverridden = Object.hasOwn(state.filters, filterOfField(span.field));
          return (
            <Chip
              key={`${span.start} ${span.field}`}
              name={filterLabel(filterOfField(span.field))}
              text={spanValue(span, interpretation)}
              isOverridden={isOverridden}
              onHighlight={(isOn) => setHighlighted(isOn ? index : -1)}
              onEdit={() => onEdit(filterOfField(span.field))}
              onRemove={() => onChange({ ...state, query: removeSpans(state.query, [span]) })}
            />
          );
        })}
        {state.filters.anyFeatures?.map((group, index) => (
          <Chip
            key={formatFeatureGroup(group)}
            name={filterLabel("anyFeatures")}
            text={formatFeatureGroup(group)}
            isManual
            onEdit={() => onEdit("anyFeatures")}
            onRemove={() => onChange(removeFeatureGroup(state, interpretation, index))}
          />
        ))}
        {manualFilters
          .filter(([filterName]) => filterName !== "anyFeatures")
          .map(([filterName, value]) => (
            <Chip
              key={filterName}
              name={filterLabel(filterName)}
              text={formatFilterValue(filterName, value)}
              isManual
              onEdit={() => onEdit(filterName)}
              onRemove={() => onChange(setFilters(state, { [filterName]: undefined }))}
            />
          ))}
        {state.box !== undefined && (
          <Chip
            name="Location"
            text="map area"
            isManual
            onRemove={() => onChange(clearFilter(state, "geo", undefined))}
          />
        )}
      </ul>
      {interpretation !== undefined && <InterpretationNotes interpretation={interpretation} />}
      {spans.length > 0 && <InterpretationDetails spans={spans} />}
    </section>
  );
}

/** Returns the value of the filter if one span sets it, otherwise the words of the span. */
function spanValue(
  { field, text }: Interpretation["spans"][number],
  interpretation: Interpretation | undefined,
): string {
  const filterName = filterOfField(field);
  const value = (interpretation?.filters as Record<string, never> | undefined)?.[filterName];
  const spanCount = interpretation?.spans.filter((span) => filterOfField(span.field) === filterName).length ?? 0;
  if (filterName === "near") return text.replace(/^near\s+/i, "");
  return value === undefined || spanCount > 1 ? text : formatFilterValue(filterName, value);
}

interface ChipProps {
  name: string;
  text: string;
  isManual?: boolean;
  isOverridden?: boolean;
  onHighlight?: (isOn: boolean) => void;
  onEdit?: () => void;
  onRemove: () => void;
}

function Chip({ name, text, isManual = false, isOverridden = false, onHighlight, onEdit, onRemove }: ChipProps) {
  const label: ComponentChildren = (
    <>
      <span class="chip-name">{name}</span> {text}
    </>
  );
  return (
    <li
      class={`chip${isManual ? " manual" : ""}${isOverridden ? " overridden" : ""}`}
      title={isOverridden ? "Overridden by a filter that you set" : undefined}
      onMouseEnter={() => onHighlight?.(true)}
      onMouseLeave={() => onHighlight?.(false)}
      onFocusIn={() => onHighlight?.(true)}
      onFocusOut={() => onHighlight?.(false)}
    >
      {onEdit === undefined ? (
        <span class="chip-text">{label}</span>
      ) : (
        <button type="button" class="chip-text" onClick={onEdit}>
          {label}
        </button>
      )}
      <button type="button" class="chip-remove" aria-label={`Remove ${name}: ${text}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </li>
  );
}

interface AnnotatedQueryProps {
  query: string;
  interpretation: Interpretation;
  highlighted: number;
  onHighlight: (index: number) => void;
}

/** The query with its recognized and unrecognized words highlighted. */
function AnnotatedQuery({ query, interpretation, highlighted, onHighlight }: AnnotatedQueryProps) {
  const parts: ComponentChildren[] = [];
  let position = 0;
  const addPlainText = (to: number): void => {
    if (to > position) parts.push(...markUnresolved(query.slice(position, to), interpretation.unresolved));
  };
  for (const [index, { start, end }] of interpretation.spans.entries()) {
    if (start < position) continue;
    addPlainText(start);
    parts.push(
      <mark
        key={start}
        class={index === highlighted ? "highlighted" : ""}
        onMouseEnter={() => onHighlight(index)}
        onMouseLeave={() => onHighlight(-1)}
      >
        {query.slice(start, end)}
      </mark>,
    );
    position = end;
  }
  addPlainText(query.length);
  return <p class="annotated-query">{parts}</p>;
}

function markUnresolved(text: string, unresolved: readonly string[]): ComponentChildren[] {
  const lower = text.toLowerCase();
  for (const phrase of unresolved) {
    const at = phrase === "" ? -1 : lower.indexOf(phrase.toLowerCase());
    if (at === -1) continue;
    const end = at + phrase.length;
    return [
      ...markUnresolved(text.slice(0, at), unresolved),
      <span key={`unresolved ${at}`} class="unresolved">
        {text.slice(at, end)}
      </span>,
      ...markUnresolved(text.slice(end), unresolved),
    ];
  }
  return text === "" ? [] : [text];
}

function InterpretationNotes({
  interpretation: { centre, corrections, unresolved, conflicts },
}: {
  interpretation: Interpretation;
}) {
  if (centre === undefined && corrections.length + unresolved.length + conflicts.length === 0) return null;
  return (
    <ul class="interpretation-notes">
      {centre !== undefined && (
        <li>
          Distance measured from the centre of <strong>{centre.name}</strong> ({centre.lat.toFixed(4)},{" "}
          {centre.lon.toFixed(4)}).
        </li>
      )}
      {corrections.map(({ from, to }) => (
        <li key={from}>
          Corrected <em>{from}</em> to <strong>{to}</strong>.
        </li>
      ))}
      {unresolved.length > 0 && (
        <li>
          Not recognized and ignored: <strong>{unresolved.join(", ")}</strong>.
        </li>
      )}
      {conflicts.map(({ field, detail }) => (
        <li key={field}>
          {filterLabel(filterOfField(field))}: {detail}
        </li>
      ))}
    </ul>
  );
}

/** The field and the rule of each recognized phrase, for reports about queries that were interpreted wrongly. */
function InterpretationDetails({ spans }: { spans: Interpretation["spans"] }) {
  return (
    <details class="interpretation-details">
      <summary>Details</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Words</th>
            <th scope="col">Field</th>
            <th scope="col">Rule</th>
          </tr>
        </thead>
        <tbody>
          {spans.map(({ start, text, field, rule }) => (
            <tr key={`${start} ${field}`}>
              <td>{text}</td>
              <td>{field}</td>
              <td>{rule}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
