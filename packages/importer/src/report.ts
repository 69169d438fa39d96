import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { usage } from "./cli-error.ts";

/** One thing that is wrong with a row. `field` is null when the row cannot be read at all. */
export interface Reason {
  field: string | null;
  detail: string;
  /** The column it came from, and what stood there. */
  column?: string;
  value?: string;
}

/** A row that is not in, as the report has it: one JSON object a line. */
export interface Refusal {
  line: number;
  externalId: string | null;
  reasons: Reason[];
}

/** Refusals shown on the terminal; all of them are in the report. */
const shownMax = 10;

/** The file of refused rows. It is made when there is one, in the order of the rows. */
export class Report {
  readonly path: string;
  readonly #tell: (sentence: string) => void;
  #file: number | undefined;
  #bytes: number;
  #shown = 0;

  /**
   * Goes on after `bytes` of a report that an earlier run began; 0 begins anew and removes an old one. The first
   * refusals are also told in words.
   */
  constructor(path: string, bytes: number, tell: (sentence: string) => void) {
    this.path = path;
    this.#tell = tell;
    const there = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    this.#bytes = there < bytes ? 0 : bytes;
    if (bytes === 0) rmSync(path, { force: true });
  }

  /** Length of what is written. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @throws Failure when the file cannot be written */
  add(refusal: Refusal): void {
    const line = Buffer.from(`${JSON.stringify(refusal)}\n`);
    try {
      const file = this.#open();
      writeSync(file, line, 0, line.length, this.#bytes);
    } catch (error) {
      throw usage(
        `The report ${this.path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
    this.#bytes += line.length;
    this.#shown++;
    if (this.#shown <= shownMax) this.#tell(sentenceOf(refusal));
    if (this.#shown === shownMax + 1) this.#tell(`More refused rows: see ${this.path}`);
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

function sentenceOf({ line, reasons }: Refusal): string {
  const parts = reasons.map(({ field, detail, value }) => {
    const what = field === null || field === "" ? detail : `${field} ${detail}`;
    return value === undefined ? what : `${what} (${JSON.stringify(value)})`;
  });
  return `line ${line}: ${parts.join("; ")}`;
}
