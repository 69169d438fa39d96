import { createStore } from "./store.ts";
import { confirmLeave, leavePrompt } from "./unsaved-changes.ts";

/** A route in the URL hash, for example `#/listings/1?tab=ads`. */
export interface Route {
  path: readonly string[];
  query: URLSearchParams;
}

function readRoute(): Route {
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

export const currentRoute = createStore<Route>(readRoute());

/** Message shown at the top of the current page. Cleared by the next navigation. */
export const notice = createStore<string>("");
let nextNotice = "";

/** History entries are numbered, so that a navigation can be reverted if the user decides to stay. */
function historyIndexOf(state: unknown): number | undefined {
  return typeof state === "object" && state !== null && "step" in state && typeof state.step === "number"
    ? state.step
    : undefined;
}
/** Index of the history entry that is shown, and of the entry that the browser is at. */
let shownIndex = historyIndexOf(history.state) ?? 0;
let browserIndex = shownIndex;
history.replaceState({ step: shownIndex }, "");

addEventListener("hashchange", () => {
  browserIndex = historyIndexOf(history.state) ?? browserIndex + 1;
  history.replaceState({ step: browserIndex }, "");
  const noticeText = nextNotice;
  nextNotice = "";
  if (browserIndex === shownIndex) leavePrompt.set(undefined);
  else
    confirmLeave(
      () => showRoute(noticeText),
      () => history.go(shownIndex - browserIndex),
    );
});

function showRoute(noticeText: string): void {
  shownIndex = browserIndex;
  notice.set(noticeText);
  currentRoute.set(readRoute());
}

/** Link to a route. Query members that are `undefined` are omitted. */
export const href = (path: string, query?: Record<string, string | undefined>): string => {
  const entries = Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `#${path}${entries.length === 0 ? "" : `?${new URLSearchParams(entries).toString()}`}`;
};

/** Navigates to a route with a new history entry. */
export const navigate = (path: string, query?: Record<string, string | undefined>): void => {
  location.hash = href(path, query);
};

/** Navigates to a path and shows a message there. */
export const navigateWithNotice = (path: string, text: string): void => {
  nextNotice = text;
  navigate(path);
};

/** Changes the route without a new history entry. */
export const replaceRoute = (path: string, query?: Record<string, string | undefined>): void => {
  history.replaceState({ step: browserIndex }, "", href(path, query));
  currentRoute.set(readRoute());
};
