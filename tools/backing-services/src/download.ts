import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { withRetries } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { waitForLock } from "./lock.ts";
import { cacheFolder, exists } from "./paths.ts";
import { BackingServiceError } from "./types.ts";

/** A slow download is not aborted; one that receives no bytes for this long is. */
const STALL_TIMEOUT_MS = 30_000;
const CONCURRENCY = 6;

export interface Download {
  url: string;
  file: string;
  /** Size of the file. */
  bytes: number;
  sha256: string;
}

/** The SHA-256 of a file (hex). */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** `fetch` that accepts credentials in the URL, as mirrors of companies often have them. */
export async function request(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const target = new URL(url);
  const { username, password } = target;
  if (username !== "") {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    headers = { ...headers, authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
    target.username = "";
    target.password = "";
  }
  return fetch(target, { headers, ...(signal === undefined ? {} : { signal }) });
}

/** A URL for messages: without credentials. */
export const withoutCredentials = (url: string): string => url.replace(/\/\/[^@/]*@/, "//");

/** Aborts when `restart` was not called for `timeoutMs`. */
function stallTimer(timeoutMs: number): { signal: AbortSignal; restart: () => void; end: () => void } {
  const abort = new AbortController();
  const timer = setTimeout(
    () => abort.abort(new BackingServiceError(`no data received for ${timeoutMs / 1000} s`)),
    timeoutMs,
  );
  return { signal: abort.signal, restart: () => void timer.refresh(), end: () => clearTimeout(timer) };
}

/**
 * Continues `part` where an earlier attempt stopped, or starts again if the server ignores the range.
 * @param onBytes called with the size so far
 * @throws DownloadError
 */
async function receive(
  { url, bytes: total }: Download,
  part: string,
  context: ProvisionContext,
  stallMs: number,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const stall = stallTimer(stallMs);
  const signal = AbortSignal.any([stall.signal, ...(context.signal === undefined ? [] : [context.signal])]);
  try {
    const present = await sizeOf(part);
    if (present >= total) {
      if (present === total) return;
      await rm(part);
    }
    const from = present < total ? present : 0;
    const response = await request(url, from === 0 ? {} : { range: `bytes=${from}-` }, signal);
    const resumes = response.status === 206 && response.headers.get("content-range")?.startsWith(`bytes ${from}-`);
    if (!response.ok || response.body === null || (response.status === 206 && resumes !== true)) {
      await response.body?.cancel();
      if (from > 0) await rm(part);
      throw new DownloadError(`responded with ${response.status}`, isPermanent(response.status));
    }
    let size = resumes === true ? from : 0;
    const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
    body.on("data", (chunk: Uint8Array) => {
      stall.restart();
      size += chunk.length;
      onBytes(size);
    });
    await pipeline(body, createWriteStream(part, { flags: resumes === true ? "a" : "w" }), { signal });
  } catch (error) {
    // An aborted stream reports only that it was aborted.
    throw stall.signal.aborted ? stall.signal.reason : error;
  } finally {
    stall.end();
  }
}

class DownloadError extends BackingServiceError {
  /** Another attempt would fail in the same way. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}

const isPermanent = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** @returns the path of the verified file in the folder of downloads, `<cache>/downloads/<sha256>` */
async function downloadOne(
  item: Download,
  context: ProvisionContext,
  stallMs: number,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const stored = join(cacheFolder(context.env), "downloads", item.sha256);
  const part = `${stored}.part`;
  await mkdir(dirname(stored), { recursive: true });
  const lock = await waitForLock(`${stored}.lock`, () => undefined, context.signal);
  try {
    if (await exists(stored)) return stored;
    let permanent = false;
    const attempt = async (): Promise<void> => {
      try {
        await receive(item, part, context, stallMs, onBytes);
      } catch (error) {
        permanent = error instanceof DownloadError && error.permanent;
        throw error;
      }
      if ((await sha256Of(part)) === item.sha256) return;
      await rm(part);
      throw new BackingServiceError(`it does not have the expected SHA-256 ${item.sha256}`);
    };
    const name = withoutCredentials(item.url);
    await withRetries(`downloading ${name}`, context, attempt, () => !permanent).catch((error: unknown) => {
      context.signal?.throwIfAborted();
      throw new BackingServiceError(name, { cause: error });
    });
    await rename(part, stored);
    return stored;
  } finally {
    await lock.release();
  }
}

export interface DownloadOptions {
  /** Milliseconds without data after which an attempt fails. */
  stallMs?: number;
}

/**
 * Downloads the files, at most six concurrently. Interrupted downloads are resumed, also by a later process. The files
 * are moved to their places when all are complete.
 * @throws BackingServiceError if a download fails three times or a checksum differs
 */
export async function downloadAll(
  items: readonly Download[],
  context: ProvisionContext,
  { stallMs = STALL_TIMEOUT_MS }: DownloadOptions = {},
): Promise<void> {
  const queue = [...items];
  const received = new Map<Download, number>();
  const stored = new Map<Download, string>();
  const total = items.reduce((sum, { bytes }) => sum + bytes, 0);
  const onBytes = (item: Download, bytes: number): void => {
    received.set(item, bytes);
    const sum = [...received.values()].reduce((a, b) => a + b, 0);
    context.status?.(`downloading ${megabytes(sum)} of ${megabytes(total)} MB`);
  };
  const abort = new AbortController();
  const signal = context.signal === undefined ? abort.signal : AbortSignal.any([abort.signal, context.signal]);
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const current = item;
      stored.set(item, await downloadOne(item, { ...context, signal }, stallMs, (bytes) => onBytes(current, bytes)));
      onBytes(item, item.bytes);
    }
  };
  const workers = Array.from({ length: CONCURRENCY }, worker);
  try {
    await Promise.all(workers);
  } catch (error) {
    abort.abort(error);
    // None of them may still write when the caller has removed its folder or tries again.
    await Promise.allSettled(workers);
    throw error;
  }
  for (const [{ file }, from] of stored) {
    await mkdir(dirname(file), { recursive: true });
    await rename(from, file);
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
