import type { Session } from "@plat/client";
import type { ComponentChildren } from "preact";
import { useEffect, useErrorBoundary, useRef } from "preact/hooks";
import { hasEnded, lookAtMe, session } from "./api.ts";
import { Shell } from "./shell.tsx";
import { href, place } from "./router.ts";
import { useStore } from "./store.ts";
import { AgentsPage } from "./pages/agents.tsx";
import { ChangesPage } from "./pages/changes.tsx";
import { ImportPage } from "./import/import-page.tsx";
import { KeysPage } from "./keys/keys-page.tsx";
import { ListingsPage } from "./pages/listings.tsx";
import { MarketPage } from "./pages/market.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { SettingsPage } from "./pages/settings.tsx";
import { SignInAgain, SignInPage } from "./pages/sign-in.tsx";
import { StartPage } from "./pages/home.tsx";
import { EditPage } from "./property/edit-page.tsx";
import { PropertyPage } from "./property/property-page.tsx";
import { SearchPage } from "./search/search-page.tsx";
import { Page } from "./ui/page.tsx";
import { Empty } from "./ui/empty-state.tsx";
import { LeaveQuestion } from "./ui/unsaved-changes-prompt.tsx";

export function App() {
  const current = useStore(session);
  const isEnded = useStore(hasEnded);
  const { path } = useStore(place);
  const last = useRef<Session | undefined>(undefined);
  // A session that ended by itself leaves the page below the sign-in, with all that was typed into it.
  if (current !== undefined || !isEnded) last.current = current;
  const organizationId = current?.organization.id;
  useEffect(() => {
    // Also tells whether the kept session still holds; should it not, the client forgets it.
    if (organizationId !== undefined) void lookAtMe().catch(() => undefined);
  }, [organizationId]);
  const shown = last.current;
  if (shown === undefined) return <SignInPage isNew={path[0] === "sign-up"} />;
  return (
    <>
      <Shell key={shown.user.id} session={shown} isHidden={current === undefined}>
        <Guarded>{pageFor(path)}</Guarded>
      </Shell>
      {current === undefined && <SignInAgain isNew={path[0] === "sign-up"} />}
      <LeaveQuestion />
    </>
  );
}

/** A page that cannot be shown, as for an address that was put together wrongly, leaves the rest standing. */
function Guarded({ children }: { children: ComponentChildren }) {
  const here = useStore(place);
  const [error, reset] = useErrorBoundary((fault: unknown) => reportError(fault));
  useEffect(reset, [here]);
  if (error === undefined || error === null) return <>{children}</>;
  return (
    <Page title="This page cannot be shown">
      <Empty
        icon="search"
        title="Something on it is not as it should be"
        actions={
          <a class="button primary" href={href("/")}>
            To the start
          </a>
        }
      >
        If a link led here, it may have been cut off or changed on the way.
      </Empty>
    </Page>
  );
}

function pageFor([page, id, action, ...rest]: readonly string[]): ComponentChildren {
  if (rest.length > 0) return <NotFoundPage />;
  if (page === "listings" && id !== undefined) {
    if (id === "new" && action === undefined) return <EditPage id={undefined} />;
    if (action === "edit") return <EditPage key={id} id={id} />;
    return action === undefined ? <PropertyPage key={id} id={id} /> : <NotFoundPage />;
  }
  if (id !== undefined) return <NotFoundPage />;
  switch (page) {
    case undefined:
    case "sign-up":
    case "sign-in":
      return <StartPage />;
    case "search":
      return <SearchPage />;
    case "listings":
      return <ListingsPage />;
    case "agents":
      return <AgentsPage />;
    case "market":
      return <MarketPage />;
    case "keys":
      return <KeysPage />;
    case "changes":
      return <ChangesPage />;
    case "import":
      return <ImportPage />;
    case "settings":
      return <SettingsPage />;
    default:
      return <NotFoundPage />;
  }
}
