import { open } from "node:fs/promises";

/** The last lines of a log file, at most 16 KB; empty if the file does not exist. */
export async function lastLines(file: string, lines = 20): Promise<string> {
  let handle;
  try {
    handle = await open(file, "r");
  } catch {
    return "";
  }
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, 16_384);
    const buffer = Buffer.alloc(length);
    await handle.read(buffer, 0, length, size - length);
    return buffer.toString("utf8").trimEnd().split("\n").slice(-lines).join("\n");
  } finally {
    await handle.close();
  }
}
