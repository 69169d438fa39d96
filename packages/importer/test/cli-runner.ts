import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}
export interface Running {
  child: ChildProcess;
  /** What it wrote to standard error so far. */
  stderr(): string;
  ended: Promise<Ended>;
}

const programs = { import: "main.ts", export: "export.ts" };
export const testKey = "svc_pk_onlyATest";

/** A folder of its own to work in, and the programs run there as a person would run them. */
export class Workshop {
  readonly folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Workshop> {
    return new Workshop(await mkdtemp(join(tmpdir(), "plat-import-")));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file; an object becomes JSON. */
  async write(name: string, content: string | Buffer | object): Promise<string> {
    const plain = typeof content === "string" || Buffer.isBuffer(content);
    await writeFile(this.path(name), plain ? content : JSON.stringify(content));
    return this.path(name);
  }

  /** The lines of a file of JSON lines; none when there is no such file. */
  async lines(name: string): Promise<Record<string, unknown>[]> {
    const content = await readFile(this.path(name), "utf8").catch(() => "");
    return content
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  start(program: keyof typeof programs, args: readonly string[], env: Record<string, string> = {}): Running {
    const file = fileURLToPath(new URL(`../src/${programs[program]}`, import.meta.url));
    const child = spawn(process.execPath, [file, ...args], {
      cwd: this.folder,
      env: { PATH: process.env["PATH"], PLAT_PROGRESS_DIR: this.path("progress"), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.push(child);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = once(child, "close").then(([code, signal]): Ended => ({ code, signal, stdout, stderr }));
    return { child, stderr: () => stderr, ended };
  }

  /** Runs a program to its end. */
  run(program: keyof typeof programs, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return this.start(program, args, env).ended;
  }

  async close(): Promise<void> {
    for (const child of this.#children) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A mapping for files with the columns ref, name, town and cost. */
export const houseMapping = {
  columns: { externalId: "ref", title: "name", "address.city": "town", price: { column: "cost", as: "number" } },
  constants: { propertyType: "House", propertyCategory: "Residential", currency: "USD" },
};
/** A CSV file of that kind. */
export const houses = (count: number): string =>
  `ref,name,town,cost\n${Array.from({ length: count }, (_, n) => `h${n},House ${n},Town ${n % 7},${1000 + n}\n`).join("")}`;
