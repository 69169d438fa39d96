import type { Display } from "./terminal-display.ts";
import type { PreparedRow } from "./chunks.ts";
import { exitCodeFor } from "./import-rows.ts";
import type { Report } from "./report.ts";

/** Reads and validates all rows like an import, sends none, and prints the first listing. @returns the exit code */
export async function dryRun(
  rows: AsyncIterable<PreparedRow>,
  report: Report,
  display: Display,
  share: () => number,
): Promise<number> {
  let valid = 0;
  let rejected = 0;
  for await (const row of rows) {
    if ("item" in row) {
      if (valid === 0) process.stdout.write(`Line ${row.line} would be sent as ${JSON.stringify(row.item, null, 2)}\n`);
      valid++;
    } else {
      report.add(row);
      rejected++;
    }
    display.update({ rows: valid + rejected, rejected, share: share() });
  }
  display.end();
  report.close();
  const more = rejected > 0 ? ` Rejected rows: ${report.path}` : "";
  process.stdout.write(
    `Dry run, nothing was sent. ${valid + rejected} rows: ${valid} valid, ${rejected} rejected.${more}\n`,
  );
  return exitCodeFor(rejected);
}
