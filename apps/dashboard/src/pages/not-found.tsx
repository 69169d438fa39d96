import { href } from "../router.ts";
import { Page } from "../ui/page.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon="search"
        title="This page doesn’t exist"
        actions={
          <a class="button primary" href={href("/")}>
            Go to home
          </a>
        }
      >
        The link may be outdated or mistyped.
      </EmptyState>
    </Page>
  );
}
