import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { withRetries } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { BackingServiceError } from "./types.ts";

const TIMEOUT_MS = 120_000;

export interface Download {
  url: string;
  file: string;
  sha256: string;
}

/** Whether the bytes have this SHA-256 (hex). */
export function hasChecksum(bytes: Uint8Array, sha256: string): boolean {
  return createHash("sha256").update(bytes).digest("hex") === sha256;
}

async function downloadOne(item: Download, context: ProvisionContext): Promise<number> {
  return withRetries(item.url, context, async () => {
    const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(context.signal === undefined ? [] : [context.signal])];
    const response = await fetch(item.url, { signal: AbortSignal.any(limits) });
    if (!response.ok) throw new BackingServiceError(`${item.url} responded with ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!hasChecksum(bytes, item.sha256))
      throw new BackingServiceError(`${item.url} does not have the expected SHA-256 ${item.sha256}`);
    await mkdir(dirname(item.file), { recursive: true });
    await writeFile(item.file, bytes);
    return bytes.length;
  });
}

/**
 * Downloads the files, at most six concurrently.
 * @throws BackingServiceError if a download fails or a checksum differs
 */
export async function downloadAll(items: readonly Download[], context: ProvisionContext): Promise<void> {
  const queue = [...items];
  let done = 0;
  let bytes = 0;
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const length = await downloadOne(item, context);
      bytes += length;
      done++;
      if (done % 10 === 0 || done === items.length) {
        context.progress(`downloaded ${done} of ${items.length} files, ${(bytes / 1e6).toFixed(0)} MB`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: 6 }, worker));
  } finally {
    queue.length = 0;
  }
}
