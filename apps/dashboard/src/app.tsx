import type { Session } from "@plat/client";
import type { ComponentChildren } from "preact";
import { useEffect, useErrorBoundary, useRef } from "preact/hooks";
import { sessionExpired, refreshQuota, session } from "./api.ts";
import { Shell } from "./shell.tsx";
import { href, currentRoute } from "./router.ts";
import { useStore } from "./store.ts";
import { AgentsPage } from "./pages/agents.tsx";
import { ChangesPage } from "./pages/changes.tsx";
import { ImportPage } from "./import/import-page.tsx";
import { KeysPage } from "./keys/keys-page.tsx";
import { ListingsPage } from "./pages/listings.tsx";
import { MarketPage } from "./pages/market.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { SettingsPage } from "./pages/settings.tsx";
import { SessionExpiredDialog, SignInPage } from "./pages/sign-in.tsx";
import { HomePage } from "./pages/home.tsx";
import { EditPage } from "./property/edit-page.tsx";
import { PropertyPage } from "./property/property-page.tsx";
import { SearchPage } from "./search/search-page.tsx";
import { Page } from "./ui/page.tsx";
import { EmptyState } from "./ui/empty-state.tsx";
import { UnsavedChangesPrompt } from "./ui/unsaved-changes-prompt.tsx";

export function App() {
  const current = useStore(session);
  const isExpired = useStore(sessionExpired);
  const { path } = useStore(currentRoute);
  const last = useRef<Session | undefined>(undefined);
  // If the session expires, the page stays mounted behind the sign-in dialog and retains its input.
  if (current !== undefined || !isExpired) last.current = current;
  const organizationId = current?.organization.id;
  useEffect(() => {
    // Also verifies the stored session: the client clears it if the API rejects it.
    if (organizationId !== undefined) void refreshQuota().catch(() => undefined);
  }, [organizationId]);
  const shownSession = last.current;
  if (shownSession === undefined) return <SignInPage isNew={path[0] === "sign-up"} />;
  return (
    <>
      <Shell key={shownSession.user.id} session={shownSession} isHidden={current === undefined}>
        <PageErrorBoundary>{pageFor(path)}</PageErrorBoundary>
      </Shell>
      {current === undefined && <SessionExpiredDialog isNew={path[0] === "sign-up"} />}
      <UnsavedChangesPrompt />
    </>
  );
}

/** Shows an error page if rendering fails, for example because of a malformed link. The navigation stays usable. */
function PageErrorBoundary({ children }: { children: ComponentChildren }) {
  const route = useStore(currentRoute);
  const [error, reset] = useErrorBoundary((cause: unknown) => reportError(cause));
  useEffect(reset, [route]);
  if (error === undefined || error === null) return <>{children}</>;
  return (
    <Page title="This page can’t be displayed">
      <EmptyState
        icon="search"
        title="Something went wrong"
        actions={
          <a class="button primary" href={href("/")}>
            Go to home
          </a>
        }
      >
        If you followed a link, it may be incomplete or invalid.
      </EmptyState>
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
      return <HomePage />;
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
