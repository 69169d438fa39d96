import { programEnvironment } from "@plat/testkit";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}
export interface RunningCli {
  child: ChildProcess;
  /** Standard error so far. */
  stderr(): string;
  ended: Promise<CliResult>;
}

const programs = { import: "main.ts", export: "export.ts" };
export const testKey = "svc_pk_onlyATest";

/** A temporary working directory, and the CLI programs as child processes in it. */
export class CliSandbox {
  readonly folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<CliSandbox> {
    return new CliSandbox(await mkdtemp(join(tmpdir(), "plat-import-")));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file. An object is written as JSON. */
  async write(name: string, content: string | Buffer | object): Promise<string> {
    const plain = typeof content === "string" || Buffer.isBuffer(content);
    await writeFile(this.path(name), plain ? content : JSON.stringify(content));
    return this.path(name);
  }

  /** The parsed lines of an NDJSON file; empty if the file does not exist. */
  async lines(name: string): Promise<Record<string, unknown>[]> {
    const content = await readFile(this.path(name), "utf8").catch(() => "");
    return content
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  start(program: keyof typeof programs, args: readonly string[], env: Record<string, string> = {}): RunningCli {
    const file = fileURLToPath(new URL(`../src/${programs[program]}`, import.meta.url));
    const child = spawn(process.execPath, [file, ...args], {
      cwd: this.folder,
      env: programEnvironment({ PLAT_PROGRESS_DIR: this.path("progress"), ...env }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.push(child);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = once(child, "close").then(([code, signal]): CliResult => ({ code, signal, stdout, stderr }));
    return { child, stderr: () => stderr, ended };
  }

  /** Runs a program and waits for its exit. */
  run(program: keyof typeof programs, args: readonly string[], env: Record<string, string> = {}): Promise<CliResult> {
    return this.start(program, args, env).ended;
  }

  async close(): Promise<void> {
    for (const child of this.#children) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Mapping for files with the columns ref, name, town and cost. */
export const houseMapping = {
  columns: { externalId: "ref", title: "name", "address.city": "town", price: { column: "cost", as: "number" } },
  constants: { propertyType: "House", propertyCategory: "Residential", currency: "USD" },
};
/** A CSV file for `houseMapping`. */
export const houses = (count: number): string =>
  `ref,name,town,cost\n${Array.from({ length: count }, (_, n) => `h${n},House ${n},Town ${n % 7},${1000 + n}\n`).join("")}`;
