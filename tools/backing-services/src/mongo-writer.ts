import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BackingServiceError } from "./types.ts";
import type { Installation } from "./types.ts";

/** The program that wrote a data folder. The servers have incompatible files. */
export interface Writer {
  kind: string;
  /** Undefined in folders of earlier releases. */
  version: string | undefined;
}

const fileIn = (dataDir: string): string => join(dataDir, "written-by");

/** Undefined for a new folder. */
export async function readWriter(dataDir: string): Promise<Writer | undefined> {
  const text = await readFile(fileIn(dataDir), "utf8").catch(() => "");
  const [kind = "", version] = text.trim().split(" ");
  return kind === "" ? undefined : { kind, version };
}

/** Records the program that is about to use the folder. @throws BackingServiceError if another one wrote its data */
export async function recordWriter(dataDir: string, { kind = "", version, label }: Installation): Promise<void> {
  const writer = await readWriter(dataDir);
  if (writer !== undefined && writer.kind !== kind)
    throw new BackingServiceError(`The data in ${dataDir} was written by ${writer.kind}, which ${label} cannot read.`);
  await writeFile(fileIn(dataDir), `${[kind, version].join(" ").trim()}\n`);
}
