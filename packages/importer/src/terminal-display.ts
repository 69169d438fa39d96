import type { WriteStream } from "node:tty";

export interface Counts {
  rows: number;
  refused: number;
  /** From 0 to 1. */
  share: number;
}

/** Sentences and, on a terminal, a line below them that shows how far the work is. */
export interface Display {
  tell: (sentence: string) => void;
  update: (counts: Counts) => void;
  /** Takes the line away. */
  end: () => void;
}

const refreshMs = 100;
const clearLine = "\r\u001B[K";
const width = 24;

/** `[████······] 42 % · 12,345 rows · 812 rows/s · 3 refused` */
export function barText({ rows, refused, share }: Counts, rowsPerSecond: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  const bar = "█".repeat(full) + "·".repeat(width - full);
  const number = (value: number): string => Math.round(value).toLocaleString("en-US");
  const parts = [`${Math.round(share * 100)} %`, `${number(rows)} rows`, `${number(rowsPerSecond)} rows/s`];
  return `[${bar}] ${[...parts, `${number(refused)} refused`].join(" · ")}`;
}

/** Writes to standard error; no progress where that is no terminal. */
export function createDisplay(stream: Pick<WriteStream, "write" | "isTTY">, now = () => performance.now()): Display {
  const { isTTY } = stream;
  const startedAt = now();
  let line = "";
  let drawnAt = -Infinity;
  let firstRows: number | undefined;
  return {
    tell(sentence) {
      stream.write(line === "" ? `${sentence}\n` : `${clearLine}${sentence}\n${line}`);
    },
    update(counts) {
      firstRows ??= counts.rows;
      if (!isTTY || now() - drawnAt < refreshMs) return;
      drawnAt = now();
      const seconds = Math.max(0.001, (drawnAt - startedAt) / 1000);
      line = barText(counts, (counts.rows - firstRows) / seconds);
      stream.write(clearLine + line);
    },
    end() {
      if (line !== "") stream.write(clearLine);
      line = "";
    },
  };
}
