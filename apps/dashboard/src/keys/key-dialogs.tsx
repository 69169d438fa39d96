import type { ApiKey, ApiKeyCreated } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatRelativeTime, formatCount, formatDateTime, pluralize } from "../format.ts";
import { ColumnChart } from "../ui/charts.tsx";
import { ConfirmDialog, Dialog, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Loading } from "../ui/loading.tsx";
import { Table } from "../ui/table.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useAction, useLoad } from "../use-load.ts";
import { lastCreatedKey } from "./last-created-key.ts";

interface KeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
  onChange: () => void;
}

export function RevokeDialog({ apiKey, onClose, onChange }: KeyDialogProps) {
  const revoke = useAction(async () => {
    await plat.revokeKey(apiKey.id);
    onChange();
    onClose();
  });
  return (
    <ConfirmDialog
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke key"
      isRunning={revoke.isRunning}
      onConfirm={revoke.run}
      onClose={onClose}
    >
      <p>
        Requests with <code>{apiKey.hint}</code> are rejected immediately. This cannot be undone.
        {apiKey.lastUsedAt !== null && ` It was last used ${formatRelativeTime(apiKey.lastUsedAt)}.`}
      </p>
      <ErrorMessage error={revoke.error} />
    </ConfirmDialog>
  );
}

const gracePeriodOptions = [
  { value: "0", label: "Immediately" },
  { value: "1", label: "After 1 hour" },
  { value: "24", label: "After 1 day" },
  { value: "168", label: "After 1 week" },
] as const;

interface RotateDialogProps extends Omit<KeyDialogProps, "onChange"> {
  onRotated: (key: ApiKeyCreated) => void;
}

export function RotateDialog({ apiKey, onClose, onRotated }: RotateDialogProps) {
  const [hours, setHours] = useState("24");
  const rotate = useAction(async () => {
    const replacement = await plat.rotateKey(apiKey.id, { graceHours: Number(hours) });
    lastCreatedKey.set(replacement);
    onRotated(replacement);
  });
  return (
    <Dialog title={`Rotate “${apiKey.name}”`} onClose={onClose}>
      <p>A new key with the same name and permissions replaces this key. Both keys work until the old key expires.</p>
      <Field label="Old key expires">
        {(control) => (
          <select {...control} value={hours} onChange={(event) => setHours(event.currentTarget.value)}>
            {gracePeriodOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ErrorMessage error={rotate.error} />
      <DialogFooter action="Rotate key" onAct={() => rotate.run()} isRunning={rotate.isRunning} onDismiss={onClose} />
    </Dialog>
  );
}

const days = 30;

/** Returns the totals of the last 30 days (UTC), with 0 for days without requests. */
function fillMissingDays(
  data: readonly { date: string; total: number }[],
  now = Date.now(),
): { label: string; value: number }[] {
  const totals = new Map(data.map(({ date, total }) => [date, total]));
  return Array.from({ length: days }, (_, index) => {
    const label = new Date(now - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return { label, value: totals.get(label) ?? 0 };
  });
}

export function UsageDialog({ apiKey, onClose }: KeyDialogProps) {
  const usage = useLoad((signal) => plat.keyUsage(apiKey.id, { days, signal }), [apiKey.id]);
  const endpoints = new Map<string, { endpoint: string; statusClass: string; count: number }>();
  for (const day of usage.data?.data ?? []) {
    for (const each of day.endpoints) {
      const name = `${each.endpoint} ${each.statusClass}`;
      endpoints.set(name, { ...each, count: each.count + (endpoints.get(name)?.count ?? 0) });
    }
  }
  return (
    <Dialog title={`Usage of “${apiKey.name}”`} onClose={onClose} isWide>
      <p>
        {pluralize(apiKey.usageCount, "request")} in total. Created {formatDateTime(apiKey.createdAt)}
        {apiKey.lastUsedAt === null ? ". Never used." : `. Last used ${formatRelativeTime(apiKey.lastUsedAt)}.`}
      </p>
      <ErrorMessage error={usage.error} onRetry={usage.reload} />
      {usage.data === undefined ? (
        usage.isLoading && <Loading />
      ) : (
        <>
          <ColumnChart label="Requests per day (UTC), last 30 days" columns={fillMissingDays(usage.data.data)} />
          {endpoints.size > 0 && (
            <Table
              caption="Requests by endpoint and status"
              rows={[...endpoints.values()]}
              rowKey={(each) => `${each.endpoint} ${each.statusClass}`}
              initialSort={{ column: 2, isDescending: true }}
              columns={[
                { name: "Endpoint", value: (each) => each.endpoint, render: (each) => <code>{each.endpoint}</code> },
                { name: "Status", value: (each) => each.statusClass, render: (each) => each.statusClass },
                {
                  name: "Requests",
                  value: (each) => each.count,
                  render: (each) => formatCount(each.count),
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
