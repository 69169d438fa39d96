import type { Agent } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatCount } from "../format.ts";
import { href } from "../router.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useAction } from "../use-load.ts";
import { usePagedList } from "../use-paged-list.ts";
import { AgentDialog } from "./agent-dialog.tsx";

const pageSize = 50;
type OpenDialog = { what: "create" } | { what: "edit" | "delete"; agent: Agent } | undefined;

/** Lists the agents of the organization and creates, edits and deletes them. */
export function AgentsPage() {
  const agents = usePagedList((cursor, signal) => plat.listAgents({ limit: pageSize, ...cursor, signal }), []);
  const [open, setOpen] = useState<OpenDialog>(undefined);
  const close = (): void => setOpen(undefined);
  const create = (
    <button type="button" class="button primary" onClick={() => setOpen({ what: "create" })}>
      <Icon name="plus" />
      New agent
    </button>
  );
  return (
    <Page title="Agents" lead="The people responsible for your listings." actions={create}>
      <ErrorMessage error={agents.error} onRetry={agents.reload} />
      {agents.items === undefined ? (
        agents.isLoading && <Loading />
      ) : agents.items.length === 0 && !agents.hasMore ? (
        <EmptyState icon="agents" title="No agents yet" actions={create}>
          Assign an agent to a listing to show their name, phone number and email with it.
        </EmptyState>
      ) : (
        <Card>
          <AgentTable agents={agents.items} onOpen={setOpen} />
          <ShowMore pages={agents} />
        </Card>
      )}
      {open?.what === "create" && (
        <AgentDialog
          agent={undefined}
          onClose={close}
          onSaved={(created) => agents.edit((items) => [created, ...items])}
          onConflict={agents.reload}
        />
      )}
      {open?.what === "edit" && (
        <AgentDialog
          agent={open.agent}
          onClose={close}
          onSaved={(saved) => agents.edit((items) => items.map((each) => (each.id === saved.id ? saved : each)))}
          onConflict={agents.reload}
        />
      )}
      {open?.what === "delete" && (
        <DeleteDialog
          agent={open.agent}
          onClose={close}
          onDeleted={() => agents.edit((items) => items.filter(({ id }) => id !== open.agent.id))}
        />
      )}
    </Page>
  );
}

function AgentTable({ agents, onOpen }: { agents: readonly Agent[]; onOpen: (open: OpenDialog) => void }) {
  const columns: Column<Agent>[] = [
    {
      name: "Name",
      value: (agent) => agent.name,
      render: (agent) => (
        <>
          <strong>{agent.name}</strong>
          {agent.licenseNumber !== null && <span class="subtext">{agent.licenseNumber}</span>}
        </>
      ),
    },
    { name: "Email", value: (agent) => agent.email, render: (agent) => agent.email ?? "–" },
    { name: "Phone", render: (agent) => agent.phone ?? "–" },
    { name: "Languages", render: (agent) => (agent.languages.length === 0 ? "–" : agent.languages.join(", ")) },
    {
      name: "Active listings",
      value: (agent) => agent.activeListings,
      render: (agent) => (
        <a href={href("/listings", { status: "active", agent: agent.id })}>{formatCount(agent.activeListings)}</a>
      ),
      isNumber: true,
    },
    {
      name: "Actions",
      render: (agent) => (
        <span class="row-actions">
          <button type="button" class="button small" onClick={() => onOpen({ what: "edit", agent })}>
            Edit<span class="visually-hidden"> {agent.name}</span>
          </button>
          <button type="button" class="button small danger-quiet" onClick={() => onOpen({ what: "delete", agent })}>
            Delete<span class="visually-hidden"> {agent.name}</span>
          </button>
        </span>
      ),
    },
  ];
  return <Table caption="Agents" rows={agents} rowKey={({ id }) => id} columns={columns} />;
}

function DeleteDialog({ agent, onClose, onDeleted }: { agent: Agent; onClose: () => void; onDeleted: () => void }) {
  const remove = useAction(async () => {
    await plat.deleteAgent(agent.id);
    onDeleted();
    onClose();
  });
  return (
    <ConfirmDialog
      title={`Delete ${agent.name}?`}
      action="Delete agent"
      isRunning={remove.isRunning}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <p>Listings of this agent are not deleted. This cannot be undone.</p>
      <ErrorMessage error={remove.error} />
    </ConfirmDialog>
  );
}
