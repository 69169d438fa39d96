import { createStore } from "./store.ts";
import { leaveOrAsk, question } from "./unsaved-changes.ts";

/** Where in the page one is: `#/listings/1?tab=ads`. */
export interface Place {
  path: readonly string[];
  query: URLSearchParams;
}

function read(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { path: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export const place = createStore<Place>(read());

/** What is said at the head of a page to somebody who was led there; forgotten with the next page. */
export const notice = createStore<string>("");
let nextNotice = "";

/** Steps of the history are numbered, so that one that somebody does not want after all can be taken back. */
function stepOf(state: unknown): number | undefined {
  return typeof state === "object" && state !== null && "step" in state && typeof state.step === "number"
    ? state.step
    : undefined;
}
/** The step whose place is shown, and the one where the browser is. */
let shown = stepOf(history.state) ?? 0;
let current = shown;
history.replaceState({ step: shown }, "");

addEventListener("hashchange", () => {
  current = stepOf(history.state) ?? current + 1;
  history.replaceState({ step: current }, "");
  const said = nextNotice;
  nextNotice = "";
  if (current === shown) question.set(undefined);
  else
    leaveOrAsk(
      () => follow(said),
      () => history.go(shown - current),
    );
});

function follow(said: string): void {
  shown = current;
  notice.set(said);
  place.set(read());
}

export const href = (path: string, query?: Record<string, string | undefined>): string => {
  const entries = Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `#${path}${entries.length === 0 ? "" : `?${new URLSearchParams(entries).toString()}`}`;
};

export const go = (path: string, query?: Record<string, string | undefined>): void => {
  location.hash = href(path, query);
};

/** Leads elsewhere and says something there. */
export const goSaying = (path: string, text: string): void => {
  nextNotice = text;
  go(path);
};

/** Changes the address without a step in the history. */
export const replace = (path: string, query?: Record<string, string | undefined>): void => {
  history.replaceState({ step: current }, "", href(path, query));
  place.set(read());
};
