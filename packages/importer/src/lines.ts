const newline = 0x0a;

/** A line of a file. `bytes` includes the line feed; the last line may have none. */
export interface Line {
  /** Line number from 1, as in editors. */
  number: number;
  /** `undefined` if the line is longer than the limit. */
  bytes: Buffer | undefined;
}

/** Splits a stream of bytes into lines. Buffers at most one line (of `bytesMax` bytes) and one chunk. */
export async function* readLines(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (last: Buffer): Line => {
    const tooLong = length + last.length > bytesMax;
    const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    length = 0;
    return { number: number++, bytes: tooLong ? undefined : bytes };
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      yield take(chunk.subarray(from, end + 1));
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    length += rest.length;
    if (rest.length > 0 && length <= bytesMax) parts.push(rest);
    else if (length > bytesMax) parts = [];
  }
  if (length > 0) yield take(Buffer.alloc(0));
}

const carriageReturn = 0x0d;

/** Whether a line is empty except for its line break. */
export const isBlank = (bytes: Buffer): boolean => bytes.every((byte) => byte === newline || byte === carriageReturn);
