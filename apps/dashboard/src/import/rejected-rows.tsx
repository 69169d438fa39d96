import { formatCount } from "../format.ts";
import type { RejectedRow } from "./send-rows.ts";

const maxRows = 20;

/** Lists the first rejected rows with their errors. */
export function RejectedRows({ rejected }: { rejected: readonly RejectedRow[] }) {
  return (
    <ul class="rejected-rows">
      {rejected.slice(0, maxRows).map(({ line, errors }) => (
        <li key={line}>
          <strong>Line {line}</strong> {errors.map(({ field, detail }) => `${field} ${detail}`).join("; ")}
        </li>
      ))}
      {rejected.length > maxRows && <li class="muted">and {formatCount(rejected.length - maxRows)} more</li>}
    </ul>
  );
}
