import type { ChangeEvent } from "@plat/client";
import { useEffect, useState } from "preact/hooks";
import { plat, session } from "../api.ts";
import { plural } from "../format.ts";
import { href } from "../router.ts";
import { useStore } from "../store.ts";
import { Ago } from "../ui/relative-time.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useNames } from "./subject-names.ts";

const kinds = [
  { value: "all", label: "Everything" },
  { value: "property", label: "Listings" },
  { value: "agent", label: "Agents" },
  { value: "ad", label: "Ads" },
] as const;
type Kind = (typeof kinds)[number]["value"];

const shownMax = 200;
const tones: Readonly<Record<string, Tone>> = {
  created: "good",
  deleted: "bad",
  status_changed: "accent",
  price_changed: "accent",
};

type Feed = { state: "connecting" | "open" | "waiting"; events: readonly ChangeEvent[]; error: unknown };

const pageMax = 100;

/** Where the feed ends now: the page of a rare kind of change says so, as it is looked for up to the end. */
async function feedEnd(signal: AbortSignal): Promise<number> {
  let after = 0;
  for (;;) {
    const { data, page } = await plat.listEvents({ after, types: ["agent.deleted"], limit: pageMax, signal });
    after = page.nextAfter;
    if (data.length < pageMax) return after;
  }
}

/** The last changes and those that follow, the newest first, for as long as the page is open. */
function useFeed(organizationId: string, round: number): Feed {
  const [feed, setFeed] = useState<Feed>({ state: "connecting", events: [], error: undefined });
  useEffect(() => {
    const stop = new AbortController();
    setFeed({ state: "connecting", events: [], error: undefined });
    const listen = async (): Promise<void> => {
      const onState = (state: "open" | "waiting"): void => setFeed((before) => ({ ...before, state }));
      let arrived: ChangeEvent[] = [];
      const after = Math.max(0, (await feedEnd(stop.signal)) - shownMax / 2);
      for await (const event of plat.changes({ after, signal: stop.signal, onState })) {
        // What comes in one piece is shown in one step.
        if (arrived.length === 0)
          setTimeout(() => {
            const batch = arrived.toReversed();
            arrived = [];
            if (stop.signal.aborted) return;
            setFeed((before) => ({ ...before, events: [...batch, ...before.events].slice(0, shownMax) }));
          }, 50);
        arrived.push(event);
      }
    };
    listen().catch((error: unknown) => {
      if (!stop.signal.aborted) setFeed((before) => ({ ...before, error }));
    });
    return () => stop.abort();
  }, [organizationId, round]);
  return feed;
}

const states = { connecting: "Connecting", open: "Live", waiting: "Connecting again" } as const;

export function ChangesPage() {
  const current = useStore(session);
  const [round, setRound] = useState(0);
  const [kind, setKind] = useState<Kind>("all");
  const { state, events, error } = useFeed(current?.organization.id ?? "", round);
  const names = useNames(events);
  const shown = kind === "all" ? events : events.filter(({ subject }) => subject.kind === kind);
  const lead = (
    <>
      What happens to your listings, agents and ads, as it happens.{" "}
      <Badge tone={error !== undefined ? "bad" : state === "open" ? "good" : "warn"}>
        {error === undefined ? states[state] : "Stopped"}
      </Badge>
    </>
  );
  return (
    <Page title="Changes" lead={lead}>
      <div class="toolbar">
        <Segmented label="Kind" options={kinds} value={kind} onChange={setKind} />
      </div>
      <Trouble error={error} onRetry={() => setRound(round + 1)} />
      {state === "connecting" && events.length === 0 && error === undefined ? (
        <Loading />
      ) : shown.length === 0 ? (
        <Empty icon="changes" title={events.length === 0 ? "Nothing has changed yet" : "None among the last changes"}>
          {events.length === 0
            ? "Create, change or delete a listing, here or with a key: it appears at once."
            : `The last ${plural(events.length, "change")} were of another kind; a new one appears at once.`}{" "}
          Programs read the same at <code>GET /events</code>.
        </Empty>
      ) : (
        <Card>
          <ol class="feed" aria-label="Changes, newest first" aria-live="polite" aria-relevant="additions">
            {shown.map((event) => (
              <Change key={event.id} event={event} name={names.get(event.subject.id)} />
            ))}
          </ol>
        </Card>
      )}
    </Page>
  );
}

function Change({ event, name = event.subject.id }: { event: ChangeEvent; name: string | undefined }) {
  const what = event.type.slice(event.type.indexOf(".") + 1);
  return (
    <li>
      <Badge tone={tones[what] ?? "plain"}>{what.replaceAll("_", " ")}</Badge>
      <div class="feed-what">
        <span class="faint">{event.subject.kind === "property" ? "listing" : event.subject.kind}</span>{" "}
        {event.subject.kind === "property" && what !== "deleted" ? (
          <a href={href(`/listings/${event.subject.id}`)}>{name}</a>
        ) : (
          name
        )}
        {what !== "created" && event.changes.length > 0 && (
          <ul class="feed-changes">
            {event.changes.slice(0, 4).map(({ field, from, to }) => (
              <li key={field}>
                <code>{field}</code> {shortly(from)} → {shortly(to)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Ago iso={event.at} />
    </li>
  );
}

function shortly(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
