import type { Property } from "@plat/client";
import { formatAgo } from "../format.ts";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Table } from "../ui/table.tsx";
import { propertyFields, textOf } from "./fields.ts";

interface ConflictDialogProps {
  before: Property;
  now: Property;
  texts: ReadonlyMap<string, string>;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}

const shown = (text: string): string => (text === "" ? "nothing" : text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Somebody changed the listing while it was being edited: what they did, what you did, and the choice between them. */
export function ConflictDialog({ before, now, texts, onMine, onTheirs, onClose }: ConflictDialogProps) {
  const rows = propertyFields.flatMap((field) => {
    const was = textOf(before, field);
    const theirs = textOf(now, field);
    const mine = texts.get(field.path) ?? was;
    return theirs === was && mine === was ? [] : [{ field, was, theirs, mine }];
  });
  return (
    <Dialog title="Changed by somebody else" onClose={onClose} isWide>
      <p>
        This listing was changed {formatAgo(now.updatedAt)}, after you opened it. Nothing of yours has been saved yet.
      </p>
      <Table
        caption="What differs"
        rows={rows}
        keyOf={({ field }) => field.path}
        columns={[
          { name: "Field", show: ({ field }) => <strong>{field.label}</strong> },
          { name: "As you opened it", show: ({ was }) => shown(was) },
          { name: "Now", show: ({ was, theirs }) => (theirs === was ? null : <strong>{shown(theirs)}</strong>) },
          { name: "Yours", show: ({ was, mine }) => (mine === was ? null : <strong>{shown(mine)}</strong>) },
        ]}
      />
      <p class="hint">“Save mine” changes only the fields that you changed; everything else stays as it is now.</p>
      <DialogFoot action="Save mine" onAct={onMine} dismissal="Drop mine" onDismiss={onTheirs} />
    </Dialog>
  );
}
