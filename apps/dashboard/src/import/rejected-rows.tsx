import { formatCount } from "../format.ts";
import type { Refused } from "./send-rows.ts";

const shownMax = 20;

export function RefusedList({ refused }: { refused: readonly Refused[] }) {
  return (
    <ul class="refused">
      {refused.slice(0, shownMax).map(({ line, problems }) => (
        <li key={line}>
          <strong>Line {line}</strong> {problems.map(({ field, detail }) => `${field} ${detail}`).join("; ")}
        </li>
      ))}
      {refused.length > shownMax && <li class="faint">and {formatCount(refused.length - shownMax)} more</li>}
    </ul>
  );
}
