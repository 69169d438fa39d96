import type { Session } from "@plat/client";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { quota, rateLimits, serviceUrl, signOut } from "./api.ts";
import { href, notice, place } from "./router.ts";
import { useStore } from "./store.ts";
import { leaveOrAsk } from "./unsaved-changes.ts";
import { Icon, type IconName } from "./ui/icons.tsx";
import { useAction } from "./use-load.ts";

const rooms: readonly { id: string; label: string; icon: IconName }[] = [
  { id: "", label: "Start", icon: "start" },
  { id: "search", label: "Search", icon: "search" },
  { id: "listings", label: "Listings", icon: "listings" },
  { id: "agents", label: "Agents", icon: "agents" },
  { id: "market", label: "Market", icon: "market" },
  { id: "keys", label: "API keys", icon: "keys" },
  { id: "changes", label: "Changes", icon: "changes" },
  { id: "import", label: "Import", icon: "import" },
  { id: "settings", label: "Settings", icon: "settings" },
];

interface ShellProps {
  session: Session;
  isHidden: boolean;
  children: ComponentChildren;
}

/** What is around every page. */
export function Shell({ session, isHidden, children }: ShellProps) {
  const { path } = useStore(place);
  const said = useStore(notice);
  const leave = useAction(signOut);
  const room = path[0] ?? "";
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the rooms are a row that goes on beyond the window.
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [room]);
  return (
    <div class="shell" hidden={isHidden}>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the page
      </a>
      <aside class="side">
        <a class="brand" href={href("/")}>
          <img src="./icon.svg" alt="" width="28" height="28" />
          <span>
            <strong>Plat</strong>
            <small title={session.organization.name}>{session.organization.name}</small>
          </span>
        </a>
        <nav aria-label="Main" ref={nav}>
          <ul>
            {rooms.map(({ id, label, icon }) => (
              <li key={id}>
                <a href={href(`/${id}`)} {...(room === id ? { "aria-current": "page" as const } : {})}>
                  <Icon name={icon} />
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="side-foot">
          <Quota />
          <a href={`${serviceUrl}/docs`}>
            <Icon name="docs" />
            API reference
          </a>
          <button
            type="button"
            disabled={leave.isRunning}
            onClick={() => leaveOrAsk(() => leave.run())}
            title={session.user.email ?? undefined}
          >
            <Icon name="out" />
            Sign out
          </button>
        </div>
      </aside>
      <main id="main" tabIndex={-1}>
        <p class="notice" role="status">
          {said}
        </p>
        {children}
      </main>
    </div>
  );
}

/** The address carries the page, so the link moves the focus by itself. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#main")?.focus();
}

const windowNames: Readonly<Record<string, string>> = {
  minute: "this minute",
  "ten-minutes": "in ten minutes",
  hour: "this hour",
};

/** What is left of the tightest window. */
function Quota() {
  const left = useStore(rateLimits);
  const limits = useStore(quota);
  const known = left.flatMap(({ policy, remaining }) => {
    const limit = limits.find((each) => each.policy === policy)?.limit;
    return limit === undefined ? [] : [{ policy, remaining, limit }];
  });
  const tightest = known.toSorted((a, b) => a.remaining / a.limit - b.remaining / b.limit)[0];
  if (tightest === undefined) return null;
  const text = `${tightest.remaining} of ${tightest.limit} requests left ${windowNames[tightest.policy] ?? `(${tightest.policy})`}`;
  return (
    <div class="quota" title="Your session's own quota; each API key has another">
      <meter
        aria-label="Requests left"
        min={0}
        max={tightest.limit}
        low={tightest.limit * 0.25}
        value={tightest.remaining}
      />
      <span>{text}</span>
    </div>
  );
}
