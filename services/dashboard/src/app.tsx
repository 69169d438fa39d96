import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { lookAtMe, session } from "./api.ts";
import { Shell } from "./shell.tsx";
import { place } from "./router.ts";
import { useStore } from "./store.ts";
import { ChangesPage } from "./pages/changes.tsx";
import { ImportPage } from "./import/import-page.tsx";
import { KeysPage } from "./keys/keys-page.tsx";
import { ListingsPage } from "./pages/listings.tsx";
import { MarketPage } from "./pages/market.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { SettingsPage } from "./pages/settings.tsx";
import { SignInPage } from "./pages/sign-in.tsx";
import { StartPage } from "./pages/start.tsx";
import { EditPage } from "./property/edit-page.tsx";
import { PropertyPage } from "./property/property-page.tsx";
import { SearchPage } from "./search/search-page.tsx";

export function App() {
  const current = useStore(session);
  const { path } = useStore(place);
  const organizationId = current?.organization.id;
  useEffect(() => {
    // Also tells whether the kept session still holds; should it not, the client forgets it.
    if (organizationId !== undefined) void lookAtMe().catch(() => undefined);
  }, [organizationId]);
  if (current === undefined) return <SignInPage isNew={path[0] === "sign-up"} />;
  return <Shell session={current}>{pageFor(path)}</Shell>;
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
