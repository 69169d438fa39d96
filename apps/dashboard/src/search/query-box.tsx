import { useEffect, useId, useRef, useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatCount } from "../format.ts";
import { Icon } from "../ui/icons.tsx";
import { matchCompletions, type Completion, completionsFromMarket, phrasesBefore } from "./completions.ts";

const placeholder = "2 bed apartment in Valencia under 400k with a terrace, no studios";
const suggestDebounceMs = 300;

let loadedCompletions: Promise<Completion[]> | undefined;
/** Loads the completions once. After a failure the next call tries again. */
const loadCompletions = (): Promise<Completion[]> =>
  (loadedCompletions ??= plat.aggregate().then(completionsFromMarket, () => {
    loadedCompletions = undefined;
    return [];
  }));

interface QueryBoxProps {
  query: string;
  onSearch: (query: string) => void;
}

/** The search box: plain language with completions (ARIA combobox pattern). */
export function QueryBox({ query, onSearch }: QueryBoxProps) {
  const [text, setText] = useState(query);
  const [completions, setCompletions] = useState<{ start: number; items: Completion[] }>({ start: 0, items: [] });
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Incremented by each input and close. Completions of an older input are discarded. */
  const inputVersion = useRef(0);
  const list = useId();
  useEffect(() => setText(query), [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = (): void => {
    inputVersion.current++;
    clearTimeout(timer.current);
    setCompletions({ start: 0, items: [] });
    setActive(-1);
  };
  const show = (next: { start: number; items: Completion[] }): void => {
    setCompletions(next);
    setActive(-1);
  };
  const updateCompletions = async (value: string, caret: number): Promise<void> => {
    const version = ++inputVersion.current;
    const found = matchCompletions(value, caret, await loadCompletions());
    if (inputVersion.current !== version) return;
    show(found);
    const last = phrasesBefore(value, caret).at(-1);
    if (found.items.length > 0 || last === undefined || last.phrase.length < 3) return;
    // Communities and postal codes are not part of the aggregations, so they are requested from the API.
    timer.current = setTimeout(() => {
      plat.suggest({ q: last.phrase, limit: 6 }).then(
        ({ data }) => {
          if (inputVersion.current === version) show({ start: last.start, items: data });
        },
        () => undefined,
      );
    }, suggestDebounceMs);
  };
  const select = (completion: Completion): void => {
    const caret = input.current?.selectionStart ?? text.length;
    setText(`${text.slice(0, completions.start)}${completion.value} ${text.slice(caret).trimStart()}`);
    close();
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const count = completions.items.length;
    if (event.key === "Escape" && count > 0) close();
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count > 0)
      setActive(event.key === "ArrowDown" ? (active + 1) % count : (Math.max(active, 0) + count - 1) % count);
    else if ((event.key === "Enter" || event.key === "Tab") && active >= 0 && completions.items[active] !== undefined)
      select(completions.items[active]);
    else return;
    event.preventDefault();
  };
  return (
    <form
      class="query-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        onSearch(text.trim());
      }}
    >
      <Icon name="search" />
      <label class="visually-hidden" for="query">
        What are you looking for?
      </label>
      <input
        ref={input}
        id="query"
        type="text"
        enterKeyHint="search"
        role="combobox"
        autoComplete="off"
        spellcheck={false}
        maxLength={512}
        placeholder={placeholder}
        aria-expanded={completions.items.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        value={text}
        onInput={(event) => {
          const { value, selectionStart } = event.currentTarget;
          setText(value);
          clearTimeout(timer.current);
          void updateCompletions(value, selectionStart ?? value.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <button type="submit" class="button primary">
        Search
      </button>
      <ul class="completions" id={list} role="listbox" aria-label="Suggestions" hidden={completions.items.length === 0}>
        {completions.items.map((item, index) => (
          <li
            key={`${item.kind} ${item.value}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => {
              // Keeps the focus in the input, which would close the list on blur.
              event.preventDefault();
              select(item);
            }}
          >
            <span>{item.value}</span>
            <span class="muted">
              {item.kind === "propertyType" ? "type" : item.kind === "postalCode" ? "postal code" : item.kind} ·{" "}
              {formatCount(item.count)}
            </span>
          </li>
        ))}
      </ul>
    </form>
  );
}
