import { isUtf8 } from "node:buffer";
import { isBlank, type Line } from "./lines.ts";
import { type BrokenRow, notUtf8, recordBytesMax, type Row } from "./rows.ts";

/** Number of rows that are read to determine the columns. */
const sampleSize = 100;

function rowOf({ number: line, bytes }: Line): Row | BrokenRow {
  if (bytes === undefined) return { line, problem: `the line is longer than ${recordBytesMax} bytes` };
  if (!isUtf8(bytes)) return { line, problem: notUtf8 };
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    return { line, problem: "is not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { line, problem: "is not a JSON object" };
  return { line, cells: new Map(Object.entries(value)) };
}

async function* readAll(lines: AsyncIterable<Line>): AsyncGenerator<Row | BrokenRow> {
  for await (const line of lines) if (line.bytes === undefined || !isBlank(line.bytes)) yield rowOf(line);
}

/** Reads a file with one JSON object per line. Its columns are the members (paths with dots) of the first rows. */
export async function readNdjson(
  lines: AsyncIterable<Line>,
): Promise<{ columns: readonly string[]; rows: AsyncGenerator<Row | BrokenRow> }> {
  const all = readAll(lines);
  const sample: (Row | BrokenRow)[] = [];
  while (sample.length < sampleSize) {
    const next = await all.next();
    if (next.done === true) break;
    sample.push(next.value);
  }
  const columns = new Set<string>();
  for (const row of sample) if ("cells" in row) for (const name of membersOf(row.cells)) columns.add(name);
  const rows = async function* (): AsyncGenerator<Row | BrokenRow> {
    yield* sample;
    yield* all;
  };
  return { columns: [...columns], rows: rows() };
}

function* membersOf(entries: Iterable<[string, unknown]>, prefix = ""): Generator<string> {
  for (const [name, value] of entries) {
    yield prefix + name;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      yield* membersOf(Object.entries(value), `${prefix}${name}.`);
  }
}

/** The value of a member. A name such as `address.city` is first looked up as a member, then as a path. */
export function member(cells: ReadonlyMap<string, unknown>, name: string): unknown {
  if (cells.has(name)) return cells.get(name);
  const [first = "", ...steps] = name.split(".");
  let value = cells.get(first);
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
