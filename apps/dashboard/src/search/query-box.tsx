import { useEffect, useId, useRef, useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatCount } from "../format.ts";
import { Icon } from "../ui/icons.tsx";
import { completions, type Name, namesOf, phrasesBefore } from "./completions.ts";

const examples = "2 bed apartment in Valencia under 400k with a terrace, no studios";
const pauseMs = 300;

let known: Promise<Name[]> | undefined;
/** Names that stand in the market, asked for once. */
const knownNames = (): Promise<Name[]> =>
  (known ??= plat.aggregate().then(namesOf, () => {
    known = undefined;
    return [];
  }));

interface QueryBoxProps {
  query: string;
  onAsk: (query: string) => void;
}

/** One box for plain language, which offers the names that stand in the listings (a combobox of the ARIA patterns). */
export function QueryBox({ query, onAsk }: QueryBoxProps) {
  const [text, setText] = useState(query);
  const [offer, setOffer] = useState<{ start: number; names: Name[] }>({ start: 0, names: [] });
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Counts what was typed and closed: an offer that comes later than the next of these is no longer wanted. */
  const turn = useRef(0);
  const list = useId();
  useEffect(() => setText(query), [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = (): void => {
    turn.current++;
    clearTimeout(timer.current);
    setOffer({ start: 0, names: [] });
    setActive(-1);
  };
  const show = (next: { start: number; names: Name[] }): void => {
    setOffer(next);
    setActive(-1);
  };
  const typed = async (value: string, caret: number): Promise<void> => {
    const mine = ++turn.current;
    const found = completions(value, caret, await knownNames());
    if (turn.current !== mine) return;
    show(found);
    const last = phrasesBefore(value, caret).at(-1);
    if (found.names.length > 0 || last === undefined || last.phrase.length < 3) return;
    // Communities and postal codes are not among the names at hand.
    timer.current = setTimeout(() => {
      plat.suggest({ q: last.phrase, limit: 6 }).then(
        ({ data }) => {
          if (turn.current === mine) show({ start: last.start, names: data });
        },
        () => undefined,
      );
    }, pauseMs);
  };
  const choose = (name: Name): void => {
    const caret = input.current?.selectionStart ?? text.length;
    setText(`${text.slice(0, offer.start)}${name.value} ${text.slice(caret).trimStart()}`);
    close();
    input.current?.focus();
  };
  const pressed = (event: KeyboardEvent): void => {
    const count = offer.names.length;
    if (event.key === "Escape" && count > 0) close();
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count > 0)
      setActive(event.key === "ArrowDown" ? (active + 1) % count : (Math.max(active, 0) + count - 1) % count);
    else if ((event.key === "Enter" || event.key === "Tab") && active >= 0 && offer.names[active] !== undefined)
      choose(offer.names[active]);
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
        onAsk(text.trim());
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
        placeholder={examples}
        aria-expanded={offer.names.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        value={text}
        onInput={(event) => {
          const { value, selectionStart } = event.currentTarget;
          setText(value);
          clearTimeout(timer.current);
          void typed(value, selectionStart ?? value.length);
        }}
        onKeyDown={pressed}
        onBlur={close}
      />
      <button type="submit" class="button primary">
        Search
      </button>
      <ul class="offers" id={list} role="listbox" aria-label="Names" hidden={offer.names.length === 0}>
        {offer.names.map((name, index) => (
          <li
            key={`${name.kind} ${name.value}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => {
              // Before the box loses the focus.
              event.preventDefault();
              choose(name);
            }}
          >
            <span>{name.value}</span>
            <span class="faint">
              {name.kind === "propertyType" ? "type" : name.kind === "postalCode" ? "postal code" : name.kind} ·{" "}
              {formatCount(name.count)}
            </span>
          </li>
        ))}
      </ul>
    </form>
  );
}
