import type { ApiKey, ApiKeyCreated } from "@plat/client";
import { useEffect, useState } from "preact/hooks";
import { lookAtMe, plat, quota } from "../api.ts";
import { formatCount, formatDay, formatLength, formatMoment } from "../format.ts";
import { useStore } from "../store.ts";
import { Ago } from "../ui/relative-time.tsx";
import { Icon } from "../ui/icons.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Badge, type Tone } from "../ui/badge.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { RevokeDialog, RotateDialog, UsageDialog } from "./key-dialogs.tsx";
import { KeyShown } from "./created-key-dialog.tsx";

type Open =
  | { what: "create" }
  | { what: "made"; made: ApiKeyCreated; title: string }
  | { what: "revoke" | "rotate" | "usage"; listed: ApiKey }
  | undefined;

const tones: Readonly<Record<ApiKey["status"], Tone>> = { active: "good", revoked: "bad", expired: "warn" };

export function KeysPage() {
  const keys = useLoad((signal) => plat.listKeys({ signal }), []);
  const [open, setOpen] = useState<Open>(undefined);
  const close = (): void => setOpen(undefined);
  const show = (title: string) => (made: ApiKeyCreated) => {
    keys.reload();
    setOpen({ what: "made", made, title });
  };
  const create = (
    <button type="button" class="button primary" onClick={() => setOpen({ what: "create" })}>
      <Icon name="plus" />
      New key
    </button>
  );
  return (
    <Page
      title="API keys"
      lead="What your programs sign their requests with. Each has a quota of its own."
      actions={create}
    >
      <Trouble error={keys.error} onRetry={keys.reload} />
      {keys.data === undefined ? (
        keys.isLoading && <Loading />
      ) : keys.data.length === 0 ? (
        <Empty icon="keys" title="No key yet" actions={create}>
          Make one, paste the line that comes with it into a shell, and your first listing is in.
        </Empty>
      ) : (
        <KeyTable keys={keys.data} onOpen={setOpen} />
      )}
      <QuotaCard />
      {open?.what === "create" && <CreateKeyDialog onClose={close} onMade={show("Your new API key")} />}
      {open?.what === "made" && <KeyShown made={open.made} title={open.title} onClose={close} />}
      {open?.what === "revoke" && <RevokeDialog listed={open.listed} onClose={close} onChange={keys.reload} />}
      {open?.what === "rotate" && (
        <RotateDialog listed={open.listed} onClose={close} onMade={show("The key that replaces it")} />
      )}
      {open?.what === "usage" && <UsageDialog listed={open.listed} onClose={close} onChange={keys.reload} />}
    </Page>
  );
}

function KeyTable({ keys, onOpen }: { keys: readonly ApiKey[]; onOpen: (open: Open) => void }) {
  const [isAll, setAll] = useState(false);
  const active = keys.filter(({ status }) => status === "active");
  const ended = keys.length - active.length;
  const shown = isAll || active.length === 0 ? keys : active;
  const columns: Column<ApiKey>[] = [
    {
      name: "Name",
      value: (key) => key.name,
      show: (key) => (
        <>
          <strong>{key.name}</strong>
          <code class="under">{key.hint}</code>
        </>
      ),
    },
    { name: "Status", value: (key) => key.status, show: (key) => <Badge tone={tones[key.status]}>{key.status}</Badge> },
    { name: "May", show: (key) => key.scopes.join(", ") },
    {
      name: "Last used",
      value: (key) => key.lastUsedAt,
      show: (key) => (key.lastUsedAt === null ? <span class="faint">never</span> : <Ago iso={key.lastUsedAt} />),
    },
    { name: "Requests", value: (key) => key.usageCount, show: (key) => formatCount(key.usageCount), isNumber: true },
    {
      name: "Ends",
      value: (key) => key.revokedAt ?? key.expiresAt,
      show: (key) =>
        key.revokedAt !== null ? (
          `revoked ${formatDay(key.revokedAt)}`
        ) : key.expiresAt === null ? (
          <span class="faint">never</span>
        ) : (
          formatMoment(key.expiresAt)
        ),
    },
    {
      name: "Actions",
      show: (key) => (
        <span class="row-actions">
          <button type="button" class="button small" onClick={() => onOpen({ what: "usage", listed: key })}>
            Usage<span class="visually-hidden"> of {key.name}</span>
          </button>
          {key.status === "active" && (
            <>
              <button type="button" class="button small" onClick={() => onOpen({ what: "rotate", listed: key })}>
                Rotate<span class="visually-hidden"> {key.name}</span>
              </button>
              <button
                type="button"
                class="button small danger-quiet"
                onClick={() => onOpen({ what: "revoke", listed: key })}
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
      <Table caption="API keys" columns={columns} rows={shown} keyOf={(key) => key.id} />
      {ended > 0 && active.length > 0 && (
        <button type="button" class="button quiet small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? "Hide those that have ended" : `Show ${ended} that have ended`}
        </button>
      )}
    </Card>
  );
}

/** What this session may still ask. */
function QuotaCard() {
  const windows = useStore(quota);
  useEffect(() => {
    void lookAtMe().catch(() => undefined);
  }, []);
  if (windows.length === 0) return null;
  return (
    <Card title="Quota">
      <p class="faint">What is left to this session. Every key has the same limits, counted apart.</p>
      <ul class="quota-windows">
        {windows.map(({ policy, limit, remaining, window, reset }) => (
          <li key={policy}>
            <strong>
              {formatCount(remaining)} <span class="faint">of {formatCount(limit)}</span>
            </strong>
            <meter aria-label={`Left of ${policy}`} min={0} max={limit} low={limit * 0.25} value={remaining} />
            <span class="faint">
              in {formatLength(window)}
              {remaining < limit && `, more in ${formatLength(reset)}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
