import type { Property } from "@plat/client";
import { formatRelativeTime } from "../format.ts";
import { Dialog, DialogFooter } from "../ui/dialog.tsx";
import { Table } from "../ui/table.tsx";
import { propertyFields, fieldText } from "./fields.ts";

interface ConflictDialogProps {
  before: Property;
  latest: Property;
  texts: ReadonlyMap<string, string>;
  onKeepMine: () => void;
  onDiscardMine: () => void;
  onClose: () => void;
}

const displayText = (text: string): string =>
  text === "" ? "empty" : text.length > 80 ? `${text.slice(0, 80)}…` : text;

/** Resolves an edit conflict: shows the changes of both users and lets the user save or discard their own. */
export function ConflictDialog({ before, latest, texts, onKeepMine, onDiscardMine, onClose }: ConflictDialogProps) {
  const rows = propertyFields.flatMap((field) => {
    const was = fieldText(before, field);
    const theirs = fieldText(latest, field);
    const mine = texts.get(field.path) ?? was;
    return theirs === was && mine === was ? [] : [{ field, was, theirs, mine }];
  });
  return (
    <Dialog title="Changed by another user" onClose={onClose} isWide>
      <p>
        This listing was changed {formatRelativeTime(latest.updatedAt)}, after you opened it. Your changes have not been
        saved.
      </p>
      <Table
        caption="Differences"
        rows={rows}
        rowKey={({ field }) => field.path}
        columns={[
          { name: "Field", render: ({ field }) => <strong>{field.label}</strong> },
          { name: "Original", render: ({ was }) => displayText(was) },
          {
            name: "Current",
            render: ({ was, theirs }) => (theirs === was ? null : <strong>{displayText(theirs)}</strong>),
          },
          { name: "Yours", render: ({ was, mine }) => (mine === was ? null : <strong>{displayText(mine)}</strong>) },
        ]}
      />
      <p class="hint">“Save my changes” updates only the fields that you changed.</p>
      <DialogFooter
        action="Save my changes"
        onAct={onKeepMine}
        dismissal="Discard my changes"
        onDismiss={onDiscardMine}
      />
    </Dialog>
  );
}
