import type { Line } from "./lines.ts";

/** The line or, where quotes hold line breaks, the lines that make one row of a CSV file. */
export interface RawRecord {
  /** The line where it begins. */
  line: number;
  bytes: Buffer;
  /** Why it cannot be read, if so. */
  problem?: string;
}

export interface CsvShape {
  /** One byte each; without a quote, quotes are characters like others. */
  delimiter: number;
  quote: number | undefined;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

type State = "start" | "plain" | "quoted" | "closed";
type Scan = { end: State } | { problem: string };

/** Goes over one line, from inside a quoted value or not. */
function scan(bytes: Buffer, inside: boolean, quote: number, delimiter: number): Scan {
  if (!inside && !bytes.includes(quote)) return { end: "start" };
  let state: State = inside ? "quoted" : "start";
  for (const byte of bytes) {
    if (state === "quoted") {
      if (byte === quote) state = "closed";
    } else if (byte === delimiter || byte === newline) {
      state = "start";
    } else if (byte === quote) {
      if (state === "plain") return { problem: "a quote stands inside a value that is not quoted" };
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
 * Puts the lines of a CSV file together to records. Where a quote is never closed, or closed wrongly, only the line in
 * which the record began is lost: reading goes on with the line after it. Holds at most `bytesMax` and one line.
 */
export async function* readRecords(
  lines: AsyncIterable<Line>,
  shape: CsvShape,
  bytesMax: number,
): AsyncGenerator<RawRecord> {
  const assembler = new Assembler(shape, bytesMax);
  for await (const line of lines) yield* assembler.take(line);
  yield* assembler.end();
}

const neverClosed = "a quote is opened and never closed";

class Assembler {
  readonly #shape: CsvShape;
  readonly #bytesMax: number;
  /** The lines of a record that has begun and not ended. */
  #open: Line[] = [];
  #size = 0;

  constructor(shape: CsvShape, bytesMax: number) {
    this.#shape = shape;
    this.#bytesMax = bytesMax;
  }

  /** The records that end with this line, the abandoned ones too. */
  *take(line: Line): Generator<RawRecord> {
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

  /** Gives up the first line and takes the others anew; none of them opens a quote by itself, so this ends. */
  *#abandon(problem: string): Generator<RawRecord> {
    const [first, ...rest] = this.#open;
    this.#reset();
    if (first !== undefined) yield { line: first.number, bytes: first.bytes ?? Buffer.alloc(0), problem };
    for (const line of rest) yield* this.take(line);
  }

  #reset(): void {
    this.#open = [];
    this.#size = 0;
  }
}
