import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pipeline } from "node:stream/promises";
import { validator } from "@plat/contracts";
import { z } from "zod";
import { usageError } from "./cli-error.ts";

const state = z.object({
  /** Part of the Idempotency-Keys, so that requests without a response are not executed twice. */
  runId: z.string(),
  file: z.string(),
  /** Number of rows from the start of the file that are all acknowledged. */
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  rejected: z.int(),
  /** Size of the report of rejected rows, in bytes. */
  reportBytes: z.int(),
});
export type State = z.output<typeof state>;
const check = validator(state);

/** Default folder for the progress of imports: with the project's other local data. */
export const defaultFolder = fileURLToPath(new URL("../../../.data/import", import.meta.url));

/** SHA-256 of a file's content in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest("hex");
}

/** Stores the progress of one import in a file whose name is derived from everything that identifies the import. */
export class ProgressStore {
  readonly #path: string;

  /** @param parts - identify the import: content of the file, mapping, address, mode and credential */
  constructor(folder: string, parts: readonly string[]) {
    const name = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
    this.#path = join(folder, `${name}.json`);
  }

  /** Loads the state of an interrupted run; undefined if there is none. */
  load(): State | undefined {
    try {
      const result = check(JSON.parse(readFileSync(this.#path, "utf8")));
      return result.ok ? result.value : undefined;
    } catch {
      return undefined;
    }
  }

  /** Replaces the state atomically. @throws CliError if it cannot be written */
  save(next: State): void {
    const temporary = `${this.#path}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(temporary, JSON.stringify(next));
      renameSync(temporary, this.#path);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw usageError(
        `The progress of the import cannot be written (set PLAT_PROGRESS_DIR to use another folder): ${why}.`,
      );
    }
  }

  clear(): void {
    rmSync(this.#path, { force: true });
  }
}
