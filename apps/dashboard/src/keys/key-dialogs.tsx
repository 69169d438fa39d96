import type { ApiKey, ApiKeyCreated } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatAgo, formatCount, formatMoment, plural } from "../format.ts";
import { Columns } from "../ui/charts.tsx";
import { Confirm, Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Loading } from "../ui/loading.tsx";
import { Table } from "../ui/table.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useAction, useLoad } from "../use-load.ts";
import { newKey } from "./last-created-key.ts";

interface KeyDialogProps {
  listed: ApiKey;
  onClose: () => void;
  onChange: () => void;
}

export function RevokeDialog({ listed, onClose, onChange }: KeyDialogProps) {
  const revoke = useAction(async () => {
    await plat.revokeKey(listed.id);
    onChange();
    onClose();
  });
  return (
    <Confirm
      title={`Revoke “${listed.name}”?`}
      action="Revoke key"
      isRunning={revoke.isRunning}
      onConfirm={revoke.run}
      onClose={onClose}
    >
      <p>
        From that moment every request with <code>{listed.hint}</code> is refused. This cannot be undone.
        {listed.lastUsedAt !== null && ` It was last used ${formatAgo(listed.lastUsedAt)}.`}
      </p>
      <Trouble error={revoke.error} />
    </Confirm>
  );
}

const graces = [
  { value: "0", label: "At once" },
  { value: "1", label: "After an hour" },
  { value: "24", label: "After a day" },
  { value: "168", label: "After a week" },
] as const;

interface RotateProps extends Omit<KeyDialogProps, "onChange"> {
  onMade: (made: ApiKeyCreated) => void;
}

export function RotateDialog({ listed, onClose, onMade }: RotateProps) {
  const [hours, setHours] = useState("24");
  const rotate = useAction(async () => {
    const replacement = await plat.rotateKey(listed.id, { graceHours: Number(hours) });
    newKey.set(replacement);
    onMade(replacement);
  });
  return (
    <Dialog title={`Rotate “${listed.name}”`} onClose={onClose}>
      <p>A new key with the same name and scopes takes its place. Until the old one ends, both work.</p>
      <Field label="The old key ends">
        {(control) => (
          <select {...control} value={hours} onChange={(event) => setHours(event.currentTarget.value)}>
            {graces.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Trouble error={rotate.error} />
      <DialogFoot action="Rotate key" onAct={() => rotate.run()} isRunning={rotate.isRunning} onDismiss={onClose} />
    </Dialog>
  );
}

const days = 30;

/** Every day of the last month, those without requests too. */
function everyDay(
  data: readonly { date: string; total: number }[],
  now = Date.now(),
): { label: string; value: number }[] {
  const totals = new Map(data.map(({ date, total }) => [date, total]));
  return Array.from({ length: days }, (_, index) => {
    const label = new Date(now - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return { label, value: totals.get(label) ?? 0 };
  });
}

export function UsageDialog({ listed, onClose }: KeyDialogProps) {
  const usage = useLoad((signal) => plat.keyUsage(listed.id, { days, signal }), [listed.id]);
  const endpoints = new Map<string, { endpoint: string; statusClass: string; count: number }>();
  for (const day of usage.data?.data ?? []) {
    for (const each of day.endpoints) {
      const name = `${each.endpoint} ${each.statusClass}`;
      endpoints.set(name, { ...each, count: each.count + (endpoints.get(name)?.count ?? 0) });
    }
  }
  return (
    <Dialog title={`Usage of “${listed.name}”`} onClose={onClose} isWide>
      <p>
        {plural(listed.usageCount, "request")} in all, made {formatMoment(listed.createdAt)}
        {listed.lastUsedAt === null ? ", never used." : `, last used ${formatAgo(listed.lastUsedAt)}.`}
      </p>
      <Trouble error={usage.error} onRetry={usage.reload} />
      {usage.data === undefined ? (
        usage.isLoading && <Loading />
      ) : (
        <>
          <Columns label="Requests by day (UTC), last 30 days" columns={everyDay(usage.data.data)} />
          {endpoints.size > 0 && (
            <Table
              caption="Requests by endpoint and status"
              rows={[...endpoints.values()]}
              keyOf={(each) => `${each.endpoint} ${each.statusClass}`}
              first={{ column: 2, isDescending: true }}
              columns={[
                { name: "Endpoint", value: (each) => each.endpoint, show: (each) => <code>{each.endpoint}</code> },
                { name: "Status", value: (each) => each.statusClass, show: (each) => each.statusClass },
                {
                  name: "Requests",
                  value: (each) => each.count,
                  show: (each) => formatCount(each.count),
                  isNumber: true,
                },
              ]}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
