import { formatCount, plural } from "../format.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Card } from "../ui/page.tsx";
import type { Read } from "./mapping.ts";
import { RefusedList } from "./rejected-rows.tsx";

interface DryRunProps {
  rows: readonly Read[];
  hasIds: boolean;
  onSend: () => void;
}

/** What would be sent and what would not. */
export function DryRun({ rows, hasIds, onSend }: DryRunProps) {
  const refused = rows.flatMap((row) => ("problems" in row ? [row] : []));
  const first = rows.find((row) => "item" in row);
  const good = rows.length - refused.length;
  return (
    <Card title="Dry run">
      <p role="status">
        {plural(good, "row")} would be sent, {formatCount(refused.length)} refused before that.{" "}
        {hasIds
          ? "Rows whose id is there already change that listing, so importing them again does no harm."
          : "Without an id of your own every row becomes a new listing, each time you import it."}
      </p>
      <div class="actions">
        <button type="button" class="button primary" disabled={good === 0} onClick={onSend}>
          Import {plural(good, "row")}
        </button>
      </div>
      {refused.length > 0 && <RefusedList refused={refused} />}
      {first !== undefined && (
        <CodeBlock label="The first listing, as it would be sent" text={JSON.stringify(first.item, null, 2)} />
      )}
    </Card>
  );
}
