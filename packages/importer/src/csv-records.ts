import type { Line } from "./lines.ts";

/** One row of a CSV file: a line, or several lines if quoted values contain line breaks. */
export interface RawRecord {
  /** Number of its first line, from 1. */
  line: number;
  bytes: Buffer;
  /** Why the record cannot be read. */
  problem?: string;
}

export interface CsvShape {
  /** Byte values. If `quote` is undefined, the file has no quoted values. */
  delimiter: number;
  quote: number | undefined;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

type State = "start" | "plain" | "quoted" | "closed";
type Scan = { end: State } | { problem: string };

/** Scans one line. `inside`: the line starts within a quoted value. */
function scan(bytes: Buffer, inside: boolean, quote: number, delimiter: number): Scan {
  if (!inside && !bytes.includes(quote)) return { end: "start" };
  let state: State = inside ? "quoted" : "start";
  for (const byte of bytes) {
    if (state === "quoted") {
      if (byte === quote) state = "closed";
    } else if (byte === delimiter || byte === newline) {
      state = "start";
    } else if (byte === quote) {
      if (state === "plain") return { problem: "a quote is inside a value that is not quoted" };
      state = "quoted";
    } else if (state !== "closed") {
      state = "plain";
    } else if (byte !== carriageReturn) {
      return { problem: "something follows the closing quote of a value" };
    }
  }
  return { end: state };
}

/**
 * Assembles the lines of a CSV file into records. If a quote is never closed, or closed wrongly, only the first line of
 * the record is lost, and reading continues with the next line. Buffers at most `bytesMax` bytes plus one line.
 */
export async function* readRecords(
  lines: AsyncIterable<Line>,
  shape: CsvShape,
  bytesMax: number,
): AsyncGenerator<RawRecord> {
  const assembler = new Assembler(shape, bytesMax);
  for await (const line of lines) yield* assembler.push(line);
  yield* assembler.end();
}

const neverClosed = "a quote is opened and never closed";

class Assembler {
  readonly #shape: CsvShape;
  readonly #bytesMax: number;
  /** Lines of the record that is not complete yet. */
  #open: Line[] = [];
  #size = 0;

  constructor(shape: CsvShape, bytesMax: number) {
    this.#shape = shape;
    this.#bytesMax = bytesMax;
  }

  /** Returns the records that end with this line, including broken ones. */
  *push(line: Line): Generator<RawRecord> {
    const begun = this.#open.length > 0;
    this.#open.push(line);
    this.#size += line.bytes?.length ?? 0;
    const found = this.#scan(line, begun);
    if ("problem" in found) yield* this.#abandon(begun ? neverClosed : found.problem);
    else if (found.end !== "quoted") yield this.#complete();
    else if (this.#size > this.#bytesMax) yield* this.#abandon(neverClosed);
  }

  *end(): Generator<RawRecord> {
    while (this.#open.length > 0) yield* this.#abandon(neverClosed);
  }

  #scan({ bytes }: Line, begun: boolean): Scan {
    const { quote, delimiter } = this.#shape;
    if (bytes === undefined) return { problem: `the line is longer than ${this.#bytesMax} bytes` };
    return quote === undefined ? { end: "start" } : scan(bytes, begun, quote, delimiter);
  }

  #complete(): RawRecord {
    const [first] = this.#open;
    const parts = this.#open.flatMap(({ bytes }) => bytes ?? []);
    this.#reset();
    return { line: first?.number ?? 0, bytes: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts) };
  }

  /** Reports the first line as broken and reads the others again. Terminates, because each call removes one line. */
  *#abandon(problem: string): Generator<RawRecord> {
    const [first, ...rest] = this.#open;
    this.#reset();
    if (first !== undefined) yield { line: first.number, bytes: first.bytes ?? Buffer.alloc(0), problem };
    for (const line of rest) yield* this.push(line);
  }

  #reset(): void {
    this.#open = [];
    this.#size = 0;
  }
}
