import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { usageError } from "./cli-error.ts";

/** One reason why a row was rejected. `field` is null if the row cannot be read at all. */
export interface Reason {
  field: string | null;
  detail: string;
  /** Source of the field: the name of the column and its value. */
  column?: string;
  value?: string;
}

/** A rejected row: one JSON object per line of the report. */
export interface RejectedRow {
  line: number;
  externalId: string | null;
  reasons: Reason[];
}

/** Number of rejected rows that are also printed. */
const shownMax = 10;

/** The file of rejected rows, in the order of the input. It is created with the first rejected row. */
export class Report {
  readonly path: string;
  readonly #tell: (message: string) => void;
  #file: number | undefined;
  #bytes: number;
  #shown = 0;

  /**
   * @param bytes - size of the report that an interrupted run wrote, after which writing continues; 0 removes an old report
   * @param print - receives a description of each of the first rejected rows
   */
  constructor(path: string, bytes: number, print: (message: string) => void) {
    this.path = path;
    this.#tell = print;
    const existingBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    this.#bytes = existingBytes < bytes ? 0 : bytes;
    if (bytes === 0) rmSync(path, { force: true });
  }

  /** Size of the report in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Appends a row. @throws CliError if the file cannot be written */
  add(rejectedRow: RejectedRow): void {
    const line = Buffer.from(`${JSON.stringify(rejectedRow)}\n`);
    try {
      const file = this.#open();
      writeSync(file, line, 0, line.length, this.#bytes);
    } catch (error) {
      throw usageError(
        `The report ${this.path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
    this.#bytes += line.length;
    this.#shown++;
    if (this.#shown <= shownMax) this.#tell(describeRejection(rejectedRow));
    if (this.#shown === shownMax + 1) this.#tell(`More rejected rows: see ${this.path}`);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #open(): number {
    if (this.#file === undefined) {
      this.#file = openSync(this.path, this.#bytes === 0 ? "w" : "r+");
      ftruncateSync(this.#file, this.#bytes);
    }
    return this.#file;
  }
}

function describeRejection({ line, reasons }: RejectedRow): string {
  const parts = reasons.map(({ field, detail, value }) => {
    const what = field === null || field === "" ? detail : `${field} ${detail}`;
    return value === undefined ? what : `${what} (${JSON.stringify(value)})`;
  });
  return `line ${line}: ${parts.join("; ")}`;
}
