import type { ApiKey, ApiKeyCreated } from "@plat/client";
import { useState } from "preact/hooks";
import { plat, session } from "../api.ts";
import { capitalize, formatCount } from "../format.ts";
import { CreateKeyDialog } from "../keys/create-key-dialog.tsx";
import { lastCreatedKey } from "../keys/last-created-key.ts";
import { createListingCommand, CreatedKeyDialog } from "../keys/created-key-dialog.tsx";
import { href } from "../router.ts";
import { useStore } from "../store.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Icon } from "../ui/icons.tsx";
import { Loading } from "../ui/loading.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Card, Page } from "../ui/page.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";

const statuses = ["active", "pending", "inactive", "sold", "rented"] as const;

/** Onboarding of a new organization, then an overview of its listings and API keys. */
export function HomePage() {
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
    <Page title={name === "" ? "Home" : name} lead="An overview of your listings and API keys.">
      <ErrorMessage error={state.error} onRetry={state.reload} />
      {state.data === undefined ? (
        state.isLoading && <Loading lines={6} />
      ) : (
        <>
          <OnboardingSteps
            hasKey={state.data.keys.some(({ status }) => status === "active")}
            isKeyUsed={state.data.keys.some(({ usageCount }) => usageCount > 0)}
            hasListing={state.data.counts.total > 0}
            onChange={state.reload}
          />
          <Card title="Your listings" actions={<a href={href("/listings")}>All listings</a>}>
            <dl class="tiles">
              <div class="tile">
                <dt>All</dt>
                <dd>{formatCount(state.data.counts.total)}</dd>
              </div>
              {statuses.map((status) => (
                <div key={status} class="tile">
                  <dt>{capitalize(status)}</dt>
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

/** A summary of the API keys of the organization. */
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
          <dt>Active</dt>
          <dd>{formatCount(active.length)}</dd>
        </div>
        <div class="tile">
          <dt>Requests</dt>
          <dd>{formatCount(requests)}</dd>
        </div>
        <div class="tile">
          <dt>Last used</dt>
          <dd>{lastUsedAt === undefined ? "Never" : <RelativeTime iso={lastUsedAt} />}</dd>
        </div>
      </dl>
    </Card>
  );
}

interface OnboardingStepsProps {
  hasKey: boolean;
  isKeyUsed: boolean;
  hasListing: boolean;
  onChange: () => void;
}

function OnboardingSteps({ hasKey, isKeyUsed, hasListing, onChange }: OnboardingStepsProps) {
  const [isCreating, setCreating] = useState(false);
  const [newKey, setNewKey] = useState<ApiKeyCreated | undefined>(undefined);
  const createdKey = useStore(lastCreatedKey);
  const isDone = hasKey && hasListing;
  // Stays visible while the new key is available: its command can be copied here.
  if (isDone && createdKey === undefined) return null;
  return (
    <Card title={isDone ? "All set" : "Get started"}>
      <ol class="steps">
        <Step isDone={hasKey} title="Create an API key">
          {!hasKey && (
            <>
              <p>Programs use it to authenticate. It is shown only once.</p>
              <button type="button" class="button primary" onClick={() => setCreating(true)}>
                Create your first key
              </button>
            </>
          )}
        </Step>
        <Step isDone={hasListing} title="Create a listing">
          {!hasListing && (
            <>
              {createdKey?.scopes.includes("write") === true && createdKey.status === "active" ? (
                <CodeBlock label="Run in a shell" text={createListingCommand(createdKey.key)} />
              ) : (
                <p>Use the API with your key, or create one here:</p>
              )}
              <div class="actions">
                <button type="button" class="button" onClick={onChange}>
                  {isKeyUsed ? "Check again" : "Check for the listing"}
                </button>
                <a class="button" href={href("/listings/new")}>
                  New listing
                </a>
                <a class="button" href={href("/import")}>
                  Import CSV
                </a>
              </div>
            </>
          )}
        </Step>
        <Step isDone={false} title="Search for it">
          {hasListing && (
            <a class="button primary" href={href("/search", { q: "2 bed apartment with a terrace" })}>
              <Icon name="search" />
              Search in plain language
            </a>
          )}
        </Step>
      </ol>
      {isCreating && (
        <CreateKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setNewKey(key);
            onChange();
          }}
        />
      )}
      {newKey !== undefined && (
        <CreatedKeyDialog createdKey={newKey} title="Your new API key" onClose={() => setNewKey(undefined)} />
      )}
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
