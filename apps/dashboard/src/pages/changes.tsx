import type { ChangeEvent } from "@plat/client";
import { useEffect, useState } from "preact/hooks";
import { plat, session } from "../api.ts";
import { capitalize, humanize, pluralize } from "../format.ts";
import { href } from "../router.ts";
import { useStore } from "../store.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Badge, type Tone } from "../ui/badge.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useSubjectNames } from "./subject-names.ts";

const kinds = [
  { value: "all", label: "All" },
  { value: "property", label: "Listings" },
  { value: "agent", label: "Agents" },
  { value: "ad", label: "Ads" },
] as const;
type Kind = (typeof kinds)[number]["value"];

const maxEvents = 200;
const tones: Readonly<Record<string, Tone>> = {
  created: "success",
  deleted: "danger",
  status_changed: "accent",
  price_changed: "accent",
};

type Feed = { state: "connecting" | "open" | "waiting"; events: readonly ChangeEvent[]; error: unknown };

const maxPageSize = 100;

/**
 * Returns the position of the end of the feed. A filter on a rare event type scans the feed to its end in few requests.
 */
async function findFeedEnd(signal: AbortSignal): Promise<number> {
  let after = 0;
  for (;;) {
    const { data, page } = await plat.listEvents({ after, types: ["agent.deleted"], limit: maxPageSize, signal });
    after = page.nextAfter;
    if (data.length < maxPageSize) return after;
  }
}

/**
 * Follows the change feed: the latest events, newest first, and new events while the page is open.
 * @param attempt a new value reconnects after an error
 */
function useFeed(organizationId: string, attempt: number): Feed {
  const [feed, setFeed] = useState<Feed>({ state: "connecting", events: [], error: undefined });
  useEffect(() => {
    const controller = new AbortController();
    setFeed({ state: "connecting", events: [], error: undefined });
    const listen = async (): Promise<void> => {
      const onState = (state: "open" | "waiting"): void => setFeed((before) => ({ ...before, state }));
      let arrived: ChangeEvent[] = [];
      const after = Math.max(0, (await findFeedEnd(controller.signal)) - maxEvents / 2);
      for await (const event of plat.changes({ after, signal: controller.signal, onState })) {
        // Events that arrive together are rendered together.
        if (arrived.length === 0)
          setTimeout(() => {
            const batch = arrived.toReversed();
            arrived = [];
            if (controller.signal.aborted) return;
            setFeed((before) => ({ ...before, events: [...batch, ...before.events].slice(0, maxEvents) }));
          }, 50);
        arrived.push(event);
      }
    };
    listen().catch((error: unknown) => {
      if (!controller.signal.aborted) setFeed((before) => ({ ...before, error }));
    });
    return () => controller.abort();
  }, [organizationId, attempt]);
  return feed;
}

const stateLabels = { connecting: "Connecting", open: "Live", waiting: "Reconnecting" } as const;

export function ChangesPage() {
  const current = useStore(session);
  const [attempt, setAttempt] = useState(0);
  const [kind, setKind] = useState<Kind>("all");
  const { state, events, error } = useFeed(current?.organization.id ?? "", attempt);
  const names = useSubjectNames(events);
  const visibleEvents = kind === "all" ? events : events.filter(({ subject }) => subject.kind === kind);
  const lead = (
    <>
      Changes to your listings, agents and ads as they happen.{" "}
      <Badge tone={error !== undefined ? "danger" : state === "open" ? "success" : "warning"}>
        {error === undefined ? stateLabels[state] : "Disconnected"}
      </Badge>
    </>
  );
  return (
    <Page title="Changes" lead={lead}>
      <div class="toolbar">
        <Segmented label="Type" options={kinds} value={kind} onChange={setKind} />
      </div>
      <ErrorMessage error={error} onRetry={() => setAttempt(attempt + 1)} />
      {state === "connecting" && events.length === 0 && error === undefined ? (
        <Loading />
      ) : visibleEvents.length === 0 ? (
        <EmptyState icon="changes" title={events.length === 0 ? "No changes yet" : "No matching changes"}>
          {events.length === 0
            ? "Changes appear here when a listing, an agent or an ad is created, updated or deleted."
            : `None of the last ${pluralize(events.length, "change")} has this type. New changes appear here.`}{" "}
          Programs can read the same feed at <code>GET /events</code>.
        </EmptyState>
      ) : (
        <Card>
          <ol class="feed" aria-label="Changes, newest first" aria-live="polite" aria-relevant="additions">
            {visibleEvents.map((event) => (
              <ChangeItem key={event.id} event={event} name={names.get(event.subject.id)} />
            ))}
          </ol>
        </Card>
      )}
    </Page>
  );
}

function ChangeItem({ event, name = event.subject.id }: { event: ChangeEvent; name: string | undefined }) {
  const action = event.type.slice(event.type.indexOf(".") + 1);
  return (
    <li>
      <Badge tone={tones[action] ?? "neutral"}>{capitalize(humanize(action))}</Badge>
      <div class="feed-summary">
        <span class="muted">{event.subject.kind === "property" ? "listing" : event.subject.kind}</span>{" "}
        {event.subject.kind === "property" && action !== "deleted" ? (
          <a href={href(`/listings/${event.subject.id}`)}>{name}</a>
        ) : (
          name
        )}
        {action !== "created" && event.changes.length > 0 && (
          <ul class="feed-changes">
            {event.changes.slice(0, 4).map(({ field, from, to }) => (
              <li key={field}>
                <code>{field}</code> {formatValue(from)} → {formatValue(to)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <RelativeTime iso={event.at} />
    </li>
  );
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
