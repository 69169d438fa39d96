import type { Display } from "./terminal-display.ts";
import type { Prepared } from "./chunks.ts";
import { codeFor } from "./import-rows.ts";
import type { Report } from "./report.ts";

/** Reads and checks all rows as an import would, sends none, and shows the first listing. Gives the exit code. */
export async function dryRun(
  rows: AsyncIterable<Prepared>,
  report: Report,
  display: Display,
  share: () => number,
): Promise<number> {
  let good = 0;
  let refused = 0;
  for await (const row of rows) {
    if ("item" in row) {
      if (good === 0) process.stdout.write(`Line ${row.line} would be sent as ${JSON.stringify(row.item, null, 2)}\n`);
      good++;
    } else {
      report.add(row);
      refused++;
    }
    display.update({ rows: good + refused, refused, share: share() });
  }
  display.end();
  report.close();
  const more = refused > 0 ? ` The refused ones: ${report.path}` : "";
  process.stdout.write(`Dry run, nothing was sent. ${good + refused} rows: ${good} good, ${refused} refused.${more}\n`);
  return codeFor(refused);
}
