import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BackingServiceName } from "../src/index.ts";
import { findOnPath } from "../src/paths.ts";
import { reasonOf } from "../src/types.ts";

/** Waits until the condition holds. @throws Error with its name after the timeout */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  withinMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await delay(25);
  }
}

/** The message of the error, with those of its causes, that the work fails with. */
export async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(() => {
    throw new Error("it did not fail");
  }, reasonOf);
}

/** Writes a shell script. */
export async function program(folder: string, name: string, script: string): Promise<string> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return join(folder, name);
}

/** A folder for PATH with only what is needed to run programs. */
export async function emptyPath(): Promise<string> {
  const bin = await temporaryFolder();
  const prefix = await findOnPath("setpriv", process.env);
  if (prefix !== undefined) await symlink(prefix, join(bin, "setpriv"));
  return bin;
}

const folders: string[] = [];

export async function temporaryFolder(): Promise<string> {
  // Paths of users contain spaces.
  const folder = await mkdtemp(join(tmpdir(), "plat services-"));
  folders.push(folder);
  return folder;
}

export async function removeTemporaryFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** The environment without URLs of backing services and without a choice of MongoDB. */
export function cleanEnv(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { MONGO_URL: _m, MONGO_BUILD: _b, ELASTICSEARCH_URL: _e, REDIS_URL: _r, NATS_URL: _n, ...rest } = process.env;
  return { ...rest, ...more };
}

/** Runs a script of this folder in a separate process. @returns the first line that it prints */
export async function spawnScript(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = cleanEnv(),
): Promise<{ child: ChildProcess; line: string }> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"], env });
  for await (const line of createInterface({ input: child.stdout })) return { child, line };
  throw new Error(`${script} ended without a word`);
}

export interface Started {
  pid: number;
  url: string;
}

/** A process that starts backing services and then waits until it is killed. */
export async function spawnStarter(
  dataDir: string,
  backingServices: readonly BackingServiceName[],
): Promise<{ child: ChildProcess; backingServices: Partial<Record<BackingServiceName, Started>> }> {
  const { child, line } = await spawnScript("starter.ts", [dataDir, ...backingServices]);
  return { child, backingServices: JSON.parse(line) as Partial<Record<BackingServiceName, Started>> };
}
