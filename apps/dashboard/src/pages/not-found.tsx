import { href } from "../router.ts";
import { Empty, Page } from "../ui/parts.tsx";

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
