/**
 * Decodes a text file: UTF-16 if it has a byte order mark, UTF-8 if it is valid, otherwise Windows-1252, which
 * spreadsheets on Windows write in Western Europe and America.
 */
export function decodeText(bytes: Uint8Array): string {
  const byteOrderMark = `${bytes[0] ?? 0} ${bytes[1] ?? 0}`;
  if (byteOrderMark === "255 254") return new TextDecoder("utf-16le").decode(bytes);
  if (byteOrderMark === "254 255") return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
