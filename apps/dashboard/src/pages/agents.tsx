import type { Agent } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatCount } from "../format.ts";
import { href } from "../router.ts";
import { Confirm } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { More } from "../ui/show-more.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Card, Page } from "../ui/page.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useAction } from "../use-load.ts";
import { usePages } from "../use-paged-list.ts";
import { AgentDialog } from "./agent-dialog.tsx";

const pageSize = 50;
type Open = { what: "create" } | { what: "edit" | "delete"; agent: Agent } | undefined;

/** The people who look after listings. */
export function AgentsPage() {
  const agents = usePages((cursor, signal) => plat.listAgents({ limit: pageSize, ...cursor, signal }), []);
  const [open, setOpen] = useState<Open>(undefined);
  const close = (): void => setOpen(undefined);
  const create = (
    <button type="button" class="button primary" onClick={() => setOpen({ what: "create" })}>
      <Icon name="plus" />
      New agent
    </button>
  );
  return (
    <Page title="Agents" lead="The people who look after your listings." actions={create}>
      <Trouble error={agents.error} onRetry={agents.reload} />
      {agents.items === undefined ? (
        agents.isLoading && <Loading />
      ) : agents.items.length === 0 && !agents.hasMore ? (
        <Empty icon="agents" title="No agent yet" actions={create}>
          Each listing may name one, in its form; name, telephone and e-mail then stand beside it.
        </Empty>
      ) : (
        <Card>
          <AgentTable agents={agents.items} onOpen={setOpen} />
          <More pages={agents} />
        </Card>
      )}
      {open?.what === "create" && (
        <AgentDialog
          before={undefined}
          onClose={close}
          onSaved={(made) => agents.edit((items) => [made, ...items])}
          onStale={agents.reload}
        />
      )}
      {open?.what === "edit" && (
        <AgentDialog
          before={open.agent}
          onClose={close}
          onSaved={(saved) => agents.edit((items) => items.map((each) => (each.id === saved.id ? saved : each)))}
          onStale={agents.reload}
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

function AgentTable({ agents, onOpen }: { agents: readonly Agent[]; onOpen: (open: Open) => void }) {
  const columns: Column<Agent>[] = [
    {
      name: "Name",
      value: (agent) => agent.name,
      show: (agent) => (
        <>
          <strong>{agent.name}</strong>
          {agent.licenseNumber !== null && <span class="under">{agent.licenseNumber}</span>}
        </>
      ),
    },
    { name: "E-mail", value: (agent) => agent.email, show: (agent) => agent.email ?? "–" },
    { name: "Telephone", show: (agent) => agent.phone ?? "–" },
    { name: "Languages", show: (agent) => (agent.languages.length === 0 ? "–" : agent.languages.join(", ")) },
    {
      name: "Active listings",
      value: (agent) => agent.activeListings,
      show: (agent) => (
        <a href={href("/listings", { status: "active", agent: agent.id })}>{formatCount(agent.activeListings)}</a>
      ),
      isNumber: true,
    },
    {
      name: "Actions",
      show: (agent) => (
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
  return <Table caption="Agents" rows={agents} keyOf={({ id }) => id} columns={columns} />;
}

function DeleteDialog({ agent, onClose, onDeleted }: { agent: Agent; onClose: () => void; onDeleted: () => void }) {
  const remove = useAction(async () => {
    await plat.deleteAgent(agent.id);
    onDeleted();
    onClose();
  });
  return (
    <Confirm
      title={`Delete ${agent.name}?`}
      action="Delete agent"
      isRunning={remove.isRunning}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <p>The listings of this agent stay, without an agent. This cannot be undone.</p>
      <Trouble error={remove.error} />
    </Confirm>
  );
}
