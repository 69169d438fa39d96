import type { ApiKey, ApiKeyCreated } from "@plat/client";
import { useState } from "preact/hooks";
import { plat, session } from "../api.ts";
import { formatCount } from "../format.ts";
import { CreateKeyDialog } from "../keys/create-key-dialog.tsx";
import { newKey } from "../keys/last-created-key.ts";
import { createCurl, KeyShown } from "../keys/created-key-dialog.tsx";
import { href } from "../router.ts";
import { useStore } from "../store.ts";
import { Ago } from "../ui/relative-time.tsx";
import { Icon } from "../ui/icons.tsx";
import { Loading } from "../ui/loading.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";

const statuses = ["active", "pending", "inactive", "sold", "rented"] as const;

/** The way from a new organization to a found listing, and afterwards where things stand. */
export function StartPage() {
  const current = useStore(session);
  const state = useLoad(
    async (signal) => {
      const [keys, counts] = await Promise.all([plat.listKeys({ signal }), plat.propertyCounts({ signal })]);
      return { keys, counts };
    },
    [current?.organization.id],
  );
  const name = current?.organization.name ?? "";
  return (
    <Page title={name === "" ? "Start" : name} lead="Where your listings and keys stand.">
      <Trouble error={state.error} onRetry={state.reload} />
      {state.data === undefined ? (
        state.isLoading && <Loading lines={6} />
      ) : (
        <>
          <Steps
            hasKey={state.data.keys.some(({ status }) => status === "active")}
            isKeyUsed={state.data.keys.some(({ usageCount }) => usageCount > 0)}
            hasListing={state.data.counts.total > 0}
            onChange={state.reload}
          />
          <Card title="Your listings" actions={<a href={href("/listings")}>All listings</a>}>
            <dl class="tiles">
              <div class="tile">
                <dt>all</dt>
                <dd>{formatCount(state.data.counts.total)}</dd>
              </div>
              {statuses.map((status) => (
                <div key={status} class="tile">
                  <dt>{status}</dt>
                  <dd>
                    <a href={href("/listings", { status })}>
                      {formatCount(state.data?.counts[status] ?? 0)}
                      <span class="visually-hidden"> {status} listings</span>
                    </a>
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
          {state.data.keys.length > 0 && <KeysCard keys={state.data.keys} />}
        </>
      )}
    </Page>
  );
}

/** What the programs of the organization ask by. */
function KeysCard({ keys }: { keys: readonly ApiKey[] }) {
  const active = keys.filter(({ status }) => status === "active");
  const lastUsedAt = keys
    .flatMap((key) => key.lastUsedAt ?? [])
    .toSorted()
    .at(-1);
  const requests = active.reduce((sum, { usageCount }) => sum + usageCount, 0);
  return (
    <Card title="Your API keys" actions={<a href={href("/keys")}>All keys</a>}>
      <dl class="tiles">
        <div class="tile">
          <dt>active</dt>
          <dd>{formatCount(active.length)}</dd>
        </div>
        <div class="tile">
          <dt>requests with them</dt>
          <dd>{formatCount(requests)}</dd>
        </div>
        <div class="tile">
          <dt>a key last used</dt>
          <dd>{lastUsedAt === undefined ? "never" : <Ago iso={lastUsedAt} />}</dd>
        </div>
      </dl>
    </Card>
  );
}

interface StepsProps {
  hasKey: boolean;
  isKeyUsed: boolean;
  hasListing: boolean;
  onChange: () => void;
}

function Steps({ hasKey, isKeyUsed, hasListing, onChange }: StepsProps) {
  const [isCreating, setCreating] = useState(false);
  const [shown, setShown] = useState<ApiKeyCreated | undefined>(undefined);
  const made = useStore(newKey);
  const isDone = hasKey && hasListing;
  // Stays open while the new key is at hand: its line can be copied here.
  if (isDone && made === undefined) return null;
  return (
    <Card title={isDone ? "All set" : "First steps"}>
      <ol class="steps">
        <Step isDone={hasKey} title="Make an API key">
          {!hasKey && (
            <>
              <p>Programs sign their requests with it. It is shown once.</p>
              <button type="button" class="button primary" onClick={() => setCreating(true)}>
                Create your first key
              </button>
            </>
          )}
        </Step>
        <Step isDone={hasListing} title="Put a listing in">
          {!hasListing && (
            <>
              {made?.scopes.includes("write") === true && made.status === "active" ? (
                <CodeBlock label="Paste into a shell" text={createCurl(made.key)} />
              ) : (
                <p>With a key over HTTP, or here:</p>
              )}
              <div class="actions">
                <button type="button" class="button" onClick={onChange}>
                  {isKeyUsed ? "Look again" : "I have pasted it: look"}
                </button>
                <a class="button" href={href("/listings/new")}>
                  Add one by hand
                </a>
                <a class="button" href={href("/import")}>
                  Import a CSV file
                </a>
              </div>
            </>
          )}
        </Step>
        <Step isDone={false} title="Find it">
          {hasListing && (
            <a class="button primary" href={href("/search", { q: "2 bed apartment with a terrace" })}>
              <Icon name="search" />
              Ask for it in plain words
            </a>
          )}
        </Step>
      </ol>
      {isCreating && (
        <CreateKeyDialog
          onClose={() => setCreating(false)}
          onMade={(key) => {
            setCreating(false);
            setShown(key);
            onChange();
          }}
        />
      )}
      {shown !== undefined && <KeyShown made={shown} title="Your new API key" onClose={() => setShown(undefined)} />}
    </Card>
  );
}

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: preact.ComponentChildren }) {
  return (
    <li class={isDone ? "step done" : "step"}>
      <span class="step-mark" aria-hidden="true">
        {isDone && <Icon name="check" />}
      </span>
      <div>
        <h3>
          {title}
          {isDone && <span class="visually-hidden"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
