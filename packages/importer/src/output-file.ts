import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { usageError } from "./cli-error.ts";

/** The process that reads standard output closed the pipe. */
export class BrokenPipe extends Error {}

/**
 * Opens the output: standard output, or a file that is written under a temporary name and renamed when it is complete.
 * @param path - undefined for standard output
 */
export function openOutput(path: string | undefined) {
  const temporary = `${path}.part-${process.pid}`;
  const stream = path === undefined ? process.stdout : createWriteStream(temporary);
  let failure: NodeJS.ErrnoException | undefined;
  stream.on("error", (error) => (failure = error));
  const check = (): void => {
    if (failure?.code === "EPIPE" && path === undefined) throw new BrokenPipe();
    if (failure !== undefined) throw usageError(`${path ?? "Standard output"} cannot be written: ${failure.message}.`);
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
