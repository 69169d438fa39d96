import { serviceUrl } from "../api.ts";
import { curlCommand } from "../curl.ts";
import { lastCreatedKey } from "../keys/last-created-key.ts";
import { useStore } from "../store.ts";
import { Dialog } from "../ui/dialog.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import type { FullSearchRequest } from "./search-state.ts";

/** Shows the current search as an API request. */
export function RequestDialog({ request, onClose }: { request: FullSearchRequest; onClose: () => void }) {
  const createdKey = useStore(lastCreatedKey);
  const url = `${serviceUrl}/properties/search`;
  return (
    <Dialog title="API request" onClose={onClose} isWide>
      <CodeBlock label="curl" text={curlCommand({ url, key: createdKey?.key ?? "svc_pk_…", body: request })} />
      {createdKey === undefined && <p class="hint">Replace svc_pk_… with one of your API keys.</p>}
      <CodeBlock label="Request body (JSON)" text={JSON.stringify(request, null, 2)} />
    </Dialog>
  );
}
