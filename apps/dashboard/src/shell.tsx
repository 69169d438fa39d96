import type { Session } from "@plat/client";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { quota, rateLimits, serviceUrl, signOut } from "./api.ts";
import { href, notice, currentRoute } from "./router.ts";
import { useStore } from "./store.ts";
import { confirmLeave } from "./unsaved-changes.ts";
import { Icon, type IconName } from "./ui/icons.tsx";
import { useAction } from "./use-load.ts";

const navigationItems: readonly { id: string; label: string; icon: IconName }[] = [
  { id: "", label: "Home", icon: "home" },
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

/** The frame around every page: navigation, quota and notices. */
export function Shell({ session, isHidden, children }: ShellProps) {
  const { path } = useStore(currentRoute);
  const noticeText = useStore(notice);
  const signingOut = useAction(signOut);
  const section = path[0] ?? "";
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the navigation is a row that scrolls horizontally.
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [section]);
  return (
    <div class="shell" hidden={isHidden}>
      <a class="skip-link" href="#main" onClick={focusMain}>
        Skip to content
      </a>
      <aside class="sidebar">
        <a class="brand" href={href("/")}>
          <img src="./icon.svg" alt="" width="28" height="28" />
          <span>
            <strong>Plat</strong>
            <small title={session.organization.name}>{session.organization.name}</small>
          </span>
        </a>
        <nav aria-label="Main" ref={nav}>
          <ul>
            {navigationItems.map(({ id, label, icon }) => (
              <li key={id}>
                <a href={href(`/${id}`)} {...(section === id ? { "aria-current": "page" as const } : {})}>
                  <Icon name={icon} />
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="sidebar-footer">
          <Quota />
          <a href={`${serviceUrl}/docs`}>
            <Icon name="docs" />
            API reference
          </a>
          <button
            type="button"
            disabled={signingOut.isRunning}
            onClick={() => confirmLeave(() => signingOut.run())}
            title={session.user.email ?? undefined}
          >
            <Icon name="out" />
            Sign out
          </button>
        </div>
      </aside>
      <main id="main" tabIndex={-1}>
        <p class="notice" role="status">
          {noticeText}
        </p>
        {children}
      </main>
    </div>
  );
}

/** Moves the focus with script: the URL hash contains the route, so the anchor cannot be followed. */
function focusMain(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#main")?.focus();
}

const windowLabels: Readonly<Record<string, string>> = {
  minute: "per minute",
  "ten-minutes": "per 10 minutes",
  hour: "per hour",
};

/** Remaining requests of the window that is closest to its limit. */
function Quota() {
  const current = useStore(rateLimits);
  const limits = useStore(quota);
  const windows = current.flatMap(({ policy, remaining }) => {
    const limit = limits.find((each) => each.policy === policy)?.limit;
    return limit === undefined ? [] : [{ policy, remaining, limit }];
  });
  const tightest = windows.toSorted((a, b) => a.remaining / a.limit - b.remaining / b.limit)[0];
  if (tightest === undefined) return null;
  const text = `Requests left: ${tightest.remaining} of ${tightest.limit} ${windowLabels[tightest.policy] ?? `(${tightest.policy})`}`;
  return (
    <div class="quota" title="Rate limits of your session. Each API key has its own rate limits.">
      <meter
        aria-label="Remaining requests"
        min={0}
        max={tightest.limit}
        low={tightest.limit * 0.25}
        value={tightest.remaining}
      />
      <span>{text}</span>
    </div>
  );
}
