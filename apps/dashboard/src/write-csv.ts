/** Escapes a cell according to RFC 4180 and prevents formula injection in spreadsheets (OWASP: CSV injection). */
function escapeCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : `${value as string | number}`;
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns rows as CSV with CRLF line ends. */
export const writeCsv = (rows: readonly (readonly unknown[])[]): string =>
  `${rows.map((row) => row.map(escapeCell).join(",")).join("\r\n")}\r\n`;
