import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pipeline } from "node:stream/promises";
import { validator } from "@plat/contracts";
import { z } from "zod";
import { usage } from "./cli-error.ts";

const state = z.object({
  /** Part of the Idempotency-Keys, so that what was sent and not answered is not done twice. */
  runId: z.string(),
  file: z.string(),
  /** Rows, from the first, that are all answered. */
  rows: z.int(),
  made: z.int(),
  updated: z.int(),
  refused: z.int(),
  /** Length of the report of refused rows. */
  reportBytes: z.int(),
});
export type State = z.output<typeof state>;
const check = validator(state);

/** Where imports that are not finished are remembered: with the project's other local data. */
export const defaultFolder = fileURLToPath(new URL("../../../.data/import", import.meta.url));

/** SHA-256 of a file's content. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest("hex");
}

/** How far an import has come, in a file named by all that makes it this import and no other. */
export class Progress {
  readonly #path: string;

  /** `parts`: content of the file, mapping, address, credential … */
  constructor(folder: string, parts: readonly string[]) {
    const name = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
    this.#path = join(folder, `${name}.json`);
  }

  /** What an earlier run left, if it did not finish. */
  load(): State | undefined {
    try {
      const result = check(JSON.parse(readFileSync(this.#path, "utf8")));
      return result.ok ? result.value : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whole or not at all, also when the process dies meanwhile. @throws Failure when it cannot be written */
  save(next: State): void {
    const temporary = `${this.#path}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(temporary, JSON.stringify(next));
      renameSync(temporary, this.#path);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw usage(`How far the import is cannot be written (PLAT_PROGRESS_DIR names another folder): ${why}.`);
    }
  }

  clear(): void {
    rmSync(this.#path, { force: true });
  }
}
