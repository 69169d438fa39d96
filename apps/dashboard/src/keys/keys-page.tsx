import type { ApiKey, ApiKeyCreated } from "@plat/client";
import { useEffect, useState } from "preact/hooks";
import { refreshQuota, plat, quota } from "../api.ts";
import { capitalize, formatCount, pluralize, formatLocalDate, formatDuration, formatDateTime } from "../format.ts";
import { useStore } from "../store.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Icon } from "../ui/icons.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Badge, type Tone } from "../ui/badge.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { RevokeDialog, RotateDialog, UsageDialog } from "./key-dialogs.tsx";
import { CreatedKeyDialog } from "./created-key-dialog.tsx";

type OpenDialog =
  | { what: "create" }
  | { what: "created"; createdKey: ApiKeyCreated; title: string }
  | { what: "revoke" | "rotate" | "usage"; apiKey: ApiKey }
  | undefined;

const tones: Readonly<Record<ApiKey["status"], Tone>> = { active: "success", revoked: "danger", expired: "warning" };

export function KeysPage() {
  const keys = useLoad((signal) => plat.listKeys({ signal }), []);
  const [open, setOpen] = useState<OpenDialog>(undefined);
  const close = (): void => setOpen(undefined);
  const show = (title: string) => (createdKey: ApiKeyCreated) => {
    keys.reload();
    setOpen({ what: "created", createdKey, title });
  };
  const create = (
    <button type="button" class="button primary" onClick={() => setOpen({ what: "create" })}>
      <Icon name="plus" />
      New API key
    </button>
  );
  return (
    <Page
      title="API keys"
      lead="Programs authenticate with API keys. Each key has its own rate limits."
      actions={create}
    >
      <ErrorMessage error={keys.error} onRetry={keys.reload} />
      {keys.data === undefined ? (
        keys.isLoading && <Loading />
      ) : keys.data.length === 0 ? (
        <EmptyState icon="keys" title="No API keys yet" actions={create}>
          Create a key to send requests to the API. It comes with a command that creates your first listing.
        </EmptyState>
      ) : (
        <KeyTable keys={keys.data} onOpen={setOpen} />
      )}
      <QuotaCard />
      {open?.what === "create" && <CreateKeyDialog onClose={close} onCreated={show("Your new API key")} />}
      {open?.what === "created" && <CreatedKeyDialog createdKey={open.createdKey} title={open.title} onClose={close} />}
      {open?.what === "revoke" && <RevokeDialog apiKey={open.apiKey} onClose={close} onChange={keys.reload} />}
      {open?.what === "rotate" && (
        <RotateDialog apiKey={open.apiKey} onClose={close} onRotated={show("Your replacement API key")} />
      )}
      {open?.what === "usage" && <UsageDialog apiKey={open.apiKey} onClose={close} onChange={keys.reload} />}
    </Page>
  );
}

function KeyTable({ keys, onOpen }: { keys: readonly ApiKey[]; onOpen: (open: OpenDialog) => void }) {
  const [showsInactive, setShowsInactive] = useState(false);
  const active = keys.filter(({ status }) => status === "active");
  const inactiveCount = keys.length - active.length;
  const rows = showsInactive || active.length === 0 ? keys : active;
  const columns: Column<ApiKey>[] = [
    {
      name: "Name",
      value: (key) => key.name,
      render: (key) => (
        <>
          <strong>{key.name}</strong>
          <code class="subtext">{key.hint}</code>
        </>
      ),
    },
    {
      name: "Status",
      value: (key) => key.status,
      render: (key) => <Badge tone={tones[key.status]}>{capitalize(key.status)}</Badge>,
    },
    { name: "Permissions", render: (key) => key.scopes.join(", ") },
    {
      name: "Last used",
      value: (key) => key.lastUsedAt,
      render: (key) =>
        key.lastUsedAt === null ? <span class="muted">Never</span> : <RelativeTime iso={key.lastUsedAt} />,
    },
    { name: "Requests", value: (key) => key.usageCount, render: (key) => formatCount(key.usageCount), isNumber: true },
    {
      name: "Expires",
      value: (key) => key.revokedAt ?? key.expiresAt,
      render: (key) =>
        key.revokedAt !== null ? (
          `Revoked ${formatLocalDate(key.revokedAt)}`
        ) : key.expiresAt === null ? (
          <span class="muted">Never</span>
        ) : (
          formatDateTime(key.expiresAt)
        ),
    },
    {
      name: "Actions",
      render: (key) => (
        <span class="row-actions">
          <button type="button" class="button small" onClick={() => onOpen({ what: "usage", apiKey: key })}>
            Usage<span class="visually-hidden"> of {key.name}</span>
          </button>
          {key.status === "active" && (
            <>
              <button type="button" class="button small" onClick={() => onOpen({ what: "rotate", apiKey: key })}>
                Rotate<span class="visually-hidden"> {key.name}</span>
              </button>
              <button
                type="button"
                class="button small danger-quiet"
                onClick={() => onOpen({ what: "revoke", apiKey: key })}
              >
                Revoke<span class="visually-hidden"> {key.name}</span>
              </button>
            </>
          )}
        </span>
      ),
    },
  ];
  return (
    <Card>
      <Table caption="API keys" columns={columns} rows={rows} rowKey={(key) => key.id} />
      {inactiveCount > 0 && active.length > 0 && (
        <button
          type="button"
          class="button quiet small"
          aria-expanded={showsInactive}
          onClick={() => setShowsInactive(!showsInactive)}
        >
          {showsInactive ? "Hide inactive keys" : `Show ${pluralize(inactiveCount, "inactive key")}`}
        </button>
      )}
    </Card>
  );
}

/** The remaining quota of the session. */
function QuotaCard() {
  const windows = useStore(quota);
  useEffect(() => {
    void refreshQuota().catch(() => undefined);
  }, []);
  if (windows.length === 0) return null;
  return (
    <Card title="Rate limits">
      <p class="muted">Remaining requests of this session. Each API key has the same limits, counted separately.</p>
      <ul class="quota-windows">
        {windows.map(({ policy, limit, remaining, window, reset }) => (
          <li key={policy}>
            <strong>
              {formatCount(remaining)} <span class="muted">of {formatCount(limit)}</span>
            </strong>
            <meter
              aria-label={`Remaining requests, ${policy}`}
              min={0}
              max={limit}
              low={limit * 0.25}
              value={remaining}
            />
            <span class="muted">
              per {formatDuration(window)}
              {remaining < limit && `, more in ${formatDuration(reset)}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
