/** One line of the result. */
export interface Check {
  what: string;
  wanted: string;
  seen: string;
  /** What is not as wanted; green without any. */
  failures: readonly string[];
}

/** The result as a table, then every failure in words. */
export function report(checks: readonly Check[]): string {
  const lines = checks.map(({ what, wanted, seen, failures }) => [
    failures.length === 0 ? "ok" : "RED",
    what,
    wanted,
    seen,
  ]);
  const rows = [["", "check", "wanted", "seen"], ...lines];
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
