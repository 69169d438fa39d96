/**
 * The text of a file: UTF-16 when it says so, UTF-8 when it can be, and otherwise what spreadsheets on Windows write in
 * Western Europe and America.
 */
export function decoded(bytes: Uint8Array): string {
  const mark = `${bytes[0] ?? 0} ${bytes[1] ?? 0}`;
  if (mark === "255 254") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "254 255") return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
