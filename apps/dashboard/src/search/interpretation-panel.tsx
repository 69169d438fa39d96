import type { Interpretation } from "@plat/client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../ui/icons.tsx";
import { type Asked, rootOf, withFilters, withoutFilter, withoutSpans } from "./search-state.ts";
import { filterName, filterText } from "./filter-labels.ts";

interface UnderstoodProps {
  asked: Asked;
  interpretation: Interpretation | undefined;
  onAsk: (next: Asked) => void;
  onEdit: (root: string) => void;
}

/** What the words were taken to mean: each chip marks its words, and can be changed or taken away. */
export function Understood({ asked, interpretation, onAsk, onEdit }: UnderstoodProps) {
  const [marked, setMarked] = useState(-1);
  const spans = interpretation?.spans ?? [];
  const byHand = Object.entries(asked.filters) as [string, never][];
  if (spans.length === 0 && byHand.length === 0 && asked.box === undefined && interpretation === undefined) return null;
  return (
    <section class="understood" aria-label="What was understood">
      {interpretation !== undefined && (
        <Reading query={asked.query} interpretation={interpretation} marked={marked} onMark={setMarked} />
      )}
      <ul class="chips">
        {spans.map((span, index) => {
          const isOverruled = Object.hasOwn(asked.filters, rootOf(span.field));
          return (
            <Chip
              key={`${span.start} ${span.field}`}
              name={filterName(rootOf(span.field))}
              text={meaning(span, interpretation)}
              isFaint={isOverruled}
              onMark={(isOn) => setMarked(isOn ? index : -1)}
              onEdit={() => onEdit(rootOf(span.field))}
              onRemove={() => onAsk({ ...asked, query: withoutSpans(asked.query, [span]) })}
            />
          );
        })}
        {byHand.map(([root, value]) => (
          <Chip
            key={root}
            name={filterName(root)}
            text={filterText(root, value)}
            isByHand
            onEdit={() => onEdit(root)}
            onRemove={() => onAsk(withFilters(asked, { [root]: undefined }))}
          />
        ))}
        {asked.box !== undefined && (
          <Chip
            name="Place"
            text="the area on the map"
            isByHand
            onRemove={() => onAsk(withoutFilter(asked, "geo", undefined))}
          />
        )}
      </ul>
      {interpretation !== undefined && <Remarks interpretation={interpretation} />}
    </section>
  );
}

/** The filter's value where there is one filter for the words, else the words. */
function meaning({ field, text }: Interpretation["spans"][number], interpretation: Interpretation | undefined): string {
  const root = rootOf(field);
  const value = (interpretation?.filters as Record<string, never> | undefined)?.[root];
  const several = interpretation?.spans.filter((span) => rootOf(span.field) === root).length ?? 0;
  if (root === "near") return text.replace(/^near\s+/i, "");
  return value === undefined || several > 1 ? text : filterText(root, value);
}

interface ChipProps {
  name: string;
  text: string;
  isByHand?: boolean;
  isFaint?: boolean;
  onMark?: (isOn: boolean) => void;
  onEdit?: () => void;
  onRemove: () => void;
}

function Chip({ name, text, isByHand = false, isFaint = false, onMark, onEdit, onRemove }: ChipProps) {
  const label: ComponentChildren = (
    <>
      <span class="chip-name">{name}</span> {text}
    </>
  );
  return (
    <li
      class={`chip${isByHand ? " by-hand" : ""}${isFaint ? " overruled" : ""}`}
      title={isFaint ? "A filter set by hand wins over these words" : undefined}
      onMouseEnter={() => onMark?.(true)}
      onMouseLeave={() => onMark?.(false)}
      onFocusIn={() => onMark?.(true)}
      onFocusOut={() => onMark?.(false)}
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

interface ReadingProps {
  query: string;
  interpretation: Interpretation;
  marked: number;
  onMark: (index: number) => void;
}

/** The query with the words marked that were understood, and those that were not. */
function Reading({ query, interpretation, marked, onMark }: ReadingProps) {
  const parts: ComponentChildren[] = [];
  let at = 0;
  const rest = (to: number): void => {
    if (to > at) parts.push(...withUnresolved(query.slice(at, to), interpretation.unresolved));
  };
  for (const [index, { start, end }] of interpretation.spans.entries()) {
    if (start < at) continue;
    rest(start);
    parts.push(
      <mark
        key={start}
        class={index === marked ? "marked" : ""}
        onMouseEnter={() => onMark(index)}
        onMouseLeave={() => onMark(-1)}
      >
        {query.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  rest(query.length);
  return <p class="reading">{parts}</p>;
}

function withUnresolved(text: string, unresolved: readonly string[]): ComponentChildren[] {
  const lower = text.toLowerCase();
  for (const phrase of unresolved) {
    const at = phrase === "" ? -1 : lower.indexOf(phrase.toLowerCase());
    if (at === -1) continue;
    const end = at + phrase.length;
    return [
      ...withUnresolved(text.slice(0, at), unresolved),
      <span key={`not ${at}`} class="not-understood">
        {text.slice(at, end)}
      </span>,
      ...withUnresolved(text.slice(end), unresolved),
    ];
  }
  return text === "" ? [] : [text];
}

function Remarks({ interpretation: { corrections, unresolved, conflicts } }: { interpretation: Interpretation }) {
  if (corrections.length + unresolved.length + conflicts.length === 0) return null;
  return (
    <ul class="remarks">
      {corrections.map(({ from, to }) => (
        <li key={from}>
          Read <em>{from}</em> as <strong>{to}</strong>.
        </li>
      ))}
      {unresolved.length > 0 && (
        <li>
          Not understood, and narrowing nothing: <strong>{unresolved.join(", ")}</strong>.
        </li>
      )}
      {conflicts.map(({ field, detail }) => (
        <li key={field}>
          {filterName(rootOf(field))}: {detail}
        </li>
      ))}
    </ul>
  );
}
