/** A cell as RFC 4180 writes it, and never one that a spreadsheet runs as a formula (OWASP: CSV injection). */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : `${value as string | number}`;
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  `${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;
