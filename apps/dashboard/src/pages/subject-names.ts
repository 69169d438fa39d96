import type { ChangeEvent } from "@plat/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { plat } from "../api.ts";

type Names = ReadonlyMap<string, string>;

/** Returns the new name of the subject if the event changed it. */
function nameInEvent({ changes }: ChangeEvent): string | undefined {
  const to = changes.find(({ field }) => field === "title" || field === "name" || field === "headline")?.to;
  return typeof to === "string" ? to : undefined;
}

/** Adds the names from events, newest first, to the fetched names. */
function mergeNames(events: readonly ChangeEvent[], fetched: Names): Names {
  const names = new Map(fetched);
  for (const event of events.toReversed()) {
    const name = nameInEvent(event);
    if (name !== undefined) names.set(event.subject.id, name);
  }
  return names;
}

/** Minimum time in ms between two lookups: each lookup counts against the quota. */
const minLookupIntervalMs = 10_000;
const lookupLimit = 100;

async function fetchRecentNames(signal: AbortSignal): Promise<Names> {
  const [listings, agents] = await Promise.all([
    plat.listProperties({ sort: "-updatedAt", fields: ["id", "title"], limit: lookupLimit, signal }),
    plat.listAgents({ limit: lookupLimit, signal }),
  ]);
  return new Map([
    ...listings.data.map(({ id = "", title = "" }) => [id, title] as const),
    ...agents.data.map(({ id, name }) => [id, name] as const),
  ]);
}

/**
 * Returns names for the subjects of change events, which contain only the changed fields. A listing that has changed is
 * among the most recently updated ones, so one lookup finds nearly all names. Other subjects are shown by their id.
 */
export function useSubjectNames(events: readonly ChangeEvent[]): Names {
  const [fetchedNames, setFetchedNames] = useState<Names>(new Map());
  const [lookups, setLookups] = useState(0);
  const lookedUp = useRef(new Set<string>());
  const lastLookup = useRef(Number.NEGATIVE_INFINITY);
  const controller = useRef(new AbortController());
  const names = mergeNames(events, fetchedNames);
  const unknown = events.filter(({ subject: { kind, id } }) => kind !== "ad" && !names.has(id));
  const needsLookup = unknown.some(({ subject }) => !lookedUp.current.has(subject.id));
  const latest = useRef(unknown);
  latest.current = unknown;
  useEffect(() => {
    if (!needsLookup) return undefined;
    const lookUp = async (): Promise<void> => {
      lastLookup.current = performance.now();
      for (const { subject } of latest.current) lookedUp.current.add(subject.id);
      // Subjects that arrive during this lookup are part of the next one.
      setLookups((before) => before + 1);
      const found = await fetchRecentNames(controller.current.signal);
      setFetchedNames((before) => new Map([...before, ...found]));
    };
    // A failed lookup is ignored: the list then shows ids.
    const timer = setTimeout(
      () => void lookUp().catch(() => undefined),
      lastLookup.current + minLookupIntervalMs - performance.now(),
    );
    return () => clearTimeout(timer);
  }, [needsLookup, lookups]);
  useEffect(() => () => controller.current.abort(), []);
  return names;
}
