import { serviceUrl } from "../api.ts";
import { curlOf } from "../curl.ts";
import { newKey } from "../keys/last-created-key.ts";
import { useStore } from "../store.ts";
import { Dialog } from "../ui/dialog.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import type { WholeRequest } from "./search-state.ts";

/** The search as a program would send it. */
export function RequestDialog({ request, onClose }: { request: WholeRequest; onClose: () => void }) {
  const made = useStore(newKey);
  const url = `${serviceUrl}/properties/search`;
  return (
    <Dialog title="This search as a request" onClose={onClose} isWide>
      <CodeBlock label="curl" text={curlOf({ url, key: made?.key ?? "svc_pk_…", body: request })} />
      {made === undefined && <p class="hint">Put one of your API keys in the place of svc_pk_….</p>}
      <CodeBlock label="Body (JSON)" text={JSON.stringify(request, null, 2)} />
    </Dialog>
  );
}
