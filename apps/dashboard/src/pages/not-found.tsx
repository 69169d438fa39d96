import { href } from "../router.ts";
import { Page } from "../ui/page.tsx";
import { Empty } from "../ui/empty-state.tsx";

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Empty
        icon="search"
        title="There is nothing at this address"
        actions={
          <a class="button primary" href={href("/")}>
            To the start
          </a>
        }
      >
        The link may be old, or mistyped.
      </Empty>
    </Page>
  );
}
