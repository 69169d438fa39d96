import { formatCount, pluralize } from "../format.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Card } from "../ui/page.tsx";
import type { ParsedRow } from "./mapping.ts";
import { RejectedRows } from "./rejected-rows.tsx";

interface DryRunProps {
  rows: readonly ParsedRow[];
  hasIds: boolean;
  onImport: () => void;
}

/** Shows which rows will be imported and which are rejected, before anything is sent. */
export function DryRun({ rows, hasIds, onImport }: DryRunProps) {
  const rejected = rows.flatMap((row) => ("errors" in row ? [row] : []));
  const first = rows.find((row) => "item" in row);
  const valid = rows.length - rejected.length;
  return (
    <Card title="Dry run">
      <p role="status">
        {pluralize(valid, "row")} ready to import, {formatCount(rejected.length)} rejected.{" "}
        {hasIds
          ? "Rows with the ID of an existing listing update it, so it is safe to import the file again."
          : "The rows have no IDs, so every import creates new listings."}
      </p>
      <div class="actions">
        <button type="button" class="button primary" disabled={valid === 0} onClick={onImport}>
          Import {pluralize(valid, "row")}
        </button>
      </div>
      {rejected.length > 0 && <RejectedRows rejected={rejected} />}
      {first !== undefined && <CodeBlock label="First listing (JSON)" text={JSON.stringify(first.item, null, 2)} />}
    </Card>
  );
}
