import { createStore } from "./store.ts";

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
addEventListener("hashchange", () => place.set(read()));

export const href = (path: string, query?: Record<string, string | undefined>): string => {
  const entries = Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `#${path}${entries.length === 0 ? "" : `?${new URLSearchParams(entries).toString()}`}`;
};

export const go = (path: string, query?: Record<string, string | undefined>): void => {
  location.hash = href(path, query);
};

/** Changes the address without a step in the history. */
export const replace = (path: string, query?: Record<string, string | undefined>): void => {
  history.replaceState(null, "", href(path, query));
  place.set(read());
};
