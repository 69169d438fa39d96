/** One line of the report. */
export interface Check {
  what: string;
  expected: string;
  seen: string;
  /** Violations; the check passes if there are none. */
  failures: readonly string[];
}

/** The report as text: a table of all checks, then every violation. */
export function report(checks: readonly Check[]): string {
  const lines = checks.map(({ what, expected, seen, failures }) => [
    failures.length === 0 ? "ok" : "FAILED",
    what,
    expected,
    seen,
  ]);
  const rows = [["", "check", "expected", "seen"], ...lines];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const failures = checks.flatMap(({ what, failures: list }) => list.map((failure) => `  ${what}: ${failure}`));
  return [...table, ...(failures.length === 0 ? [] : ["", ...failures])].join("\n");
}
