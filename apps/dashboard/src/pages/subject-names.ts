import type { ChangeEvent } from "@plat/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { plat } from "../api.ts";

type Names = ReadonlyMap<string, string>;

/** What a change says that its subject is called from then on. */
function toldBy({ changes }: ChangeEvent): string | undefined {
  const to = changes.find(({ field }) => field === "title" || field === "name" || field === "headline")?.to;
  return typeof to === "string" ? to : undefined;
}

/** Names of subjects as they are called by now, of which the newest change comes first. */
function namesIn(events: readonly ChangeEvent[], asked: Names): Names {
  const names = new Map(asked);
  for (const event of events.toReversed()) {
    const name = toldBy(event);
    if (name !== undefined) names.set(event.subject.id, name);
  }
  return names;
}

/** Milliseconds between two looks for names: each is a request of the quota. */
const pauseMs = 10_000;
const lookedAt = 100;

async function newestNames(signal: AbortSignal): Promise<Names> {
  const [listings, agents] = await Promise.all([
    plat.listProperties({ sort: "-updatedAt", fields: ["id", "title"], limit: lookedAt, signal }),
    plat.listAgents({ limit: lookedAt, signal }),
  ]);
  return new Map([
    ...listings.data.map(({ id = "", title = "" }) => [id, title] as const),
    ...agents.data.map(({ id, name }) => [id, name] as const),
  ]);
}

/**
 * Names for a list of changes, which tell no more than what was changed. A listing that has changed stands among those
 * that changed last: one look finds nearly all of them. Who is not found is shown by id.
 */
export function useNames(events: readonly ChangeEvent[]): Names {
  const [asked, setAsked] = useState<Names>(new Map());
  const [looks, setLooks] = useState(0);
  const looked = useRef(new Set<string>());
  const last = useRef(Number.NEGATIVE_INFINITY);
  const stop = useRef(new AbortController());
  const names = namesIn(events, asked);
  const unknown = events.filter(({ subject: { kind, id } }) => kind !== "ad" && !names.has(id));
  const wanted = unknown.some(({ subject }) => !looked.current.has(subject.id));
  const latest = useRef(unknown);
  latest.current = unknown;
  useEffect(() => {
    if (!wanted) return undefined;
    const look = async (): Promise<void> => {
      last.current = performance.now();
      for (const { subject } of latest.current) looked.current.add(subject.id);
      // What comes meanwhile and is still wanted is looked for next time.
      setLooks((before) => before + 1);
      const found = await newestNames(stop.current.signal);
      setAsked((before) => new Map([...before, ...found]));
    };
    // Names are a help; without them the list says the same.
    const timer = setTimeout(() => void look().catch(() => undefined), last.current + pauseMs - performance.now());
    return () => clearTimeout(timer);
  }, [wanted, looks]);
  useEffect(() => () => stop.current.abort(), []);
  return names;
}
