import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { usage } from "./cli-error.ts";

/** Whoever read standard output has seen enough. */
export class ReaderGone extends Error {}

/** A file that has its name only once it is whole, or standard output. */
export function destination(path: string | undefined) {
  const temporary = `${path}.part-${process.pid}`;
  const stream = path === undefined ? process.stdout : createWriteStream(temporary);
  let failure: NodeJS.ErrnoException | undefined;
  stream.on("error", (error) => (failure = error));
  const check = (): void => {
    if (failure?.code === "EPIPE" && path === undefined) throw new ReaderGone();
    if (failure !== undefined) throw usage(`${path ?? "Standard output"} cannot be written: ${failure.message}.`);
  };
  return {
    async write(text: string): Promise<void> {
      check();
      if (!stream.write(text))
        await Promise.race([once(stream, "drain"), once(stream, "error")]).catch(() => undefined);
      check();
    },
    async end(): Promise<void> {
      if (path === undefined) return;
      stream.end();
      await finished(stream).catch(() => undefined);
      check();
      await rename(temporary, path);
    },
    async discard(): Promise<void> {
      if (path === undefined) return;
      stream.destroy();
      await rm(temporary, { force: true });
    },
  };
}
