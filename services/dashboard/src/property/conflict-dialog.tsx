import type { Property } from "@plat/client";
import { formatAgo } from "../format.ts";
import { Dialog } from "../ui/dialog.tsx";
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
      <div class="table-wrap" role="region" aria-label="Differences" tabIndex={0}>
        <table>
          <caption class="visually-hidden">What differs</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">As you opened it</th>
              <th scope="col">Now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, was, theirs, mine }) => (
              <tr key={field.path}>
                <th scope="row">{field.label}</th>
                <td>{shown(was)}</td>
                <td>{theirs === was ? "" : <strong>{shown(theirs)}</strong>}</td>
                <td>{mine === was ? "" : <strong>{shown(mine)}</strong>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">“Save mine” changes only the fields that you changed; everything else stays as it is now.</p>
      <div class="dialog-foot">
        <button type="button" class="button" onClick={onTheirs}>
          Drop mine
        </button>
        <button type="button" class="button primary" onClick={onMine}>
          Save mine
        </button>
      </div>
    </Dialog>
  );
}
