import type { WriteStream } from "node:tty";

export interface Counts {
  rows: number;
  rejected: number;
  /** Part of the file that was processed, from 0 to 1. */
  share: number;
}

/** Prints messages and, on a terminal, a progress line below them. */
export interface Display {
  print: (message: string) => void;
  update: (counts: Counts) => void;
  /** Clears the progress line. */
  end: () => void;
}

const refreshMs = 100;
const clearLine = "\r\u001B[K";
const width = 24;

/** `[████······] 42 % · 12,345 rows · 812 rows/s · 3 rejected` */
export function progressLine({ rows, rejected, share }: Counts, rowsPerSecond: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  const bar = "█".repeat(full) + "·".repeat(width - full);
  const number = (value: number): string => Math.round(value).toLocaleString("en-US");
  const parts = [`${Math.round(share * 100)} %`, `${number(rows)} rows`, `${number(rowsPerSecond)} rows/s`];
  return `[${bar}] ${[...parts, `${number(rejected)} rejected`].join(" · ")}`;
}

/**
 * Creates a display. The progress line is omitted if the stream is not a terminal.
 * @param stream - usually standard error
 * @param now - monotonic clock in milliseconds
 */
export function createDisplay(stream: Pick<WriteStream, "write" | "isTTY">, now = () => performance.now()): Display {
  const { isTTY } = stream;
  const startedAt = now();
  let line = "";
  let drawnAt = -Infinity;
  let firstRows: number | undefined;
  return {
    print(message) {
      stream.write(line === "" ? `${message}\n` : `${clearLine}${message}\n${line}`);
    },
    update(counts) {
      firstRows ??= counts.rows;
      if (!isTTY || now() - drawnAt < refreshMs) return;
      drawnAt = now();
      const seconds = Math.max(0.001, (drawnAt - startedAt) / 1000);
      line = progressLine(counts, (counts.rows - firstRows) / seconds);
      stream.write(clearLine + line);
    },
    end() {
      if (line !== "") stream.write(clearLine);
      line = "";
    },
  };
}
