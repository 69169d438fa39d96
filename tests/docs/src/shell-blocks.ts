import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = new URL("../../../", import.meta.url);

/** A shell block of a page. */
interface ShellBlock {
  text: string;
  /** Expected HTTP status of the last request, if the page announces an error with `<!-- status: 404 -->`. */
  expectedStatus: number | undefined;
}

/**
 * Reads the shell blocks of a page that send requests to Plat, in order. Blocks with npm commands are tested separately, and
 * blocks after `<!-- not run: reason -->` are not executed.
 * @param page path relative to the root of the repository
 */
async function readShellBlocks(page: string): Promise<ShellBlock[]> {
  const text = await readFile(new URL(page, root), "utf8");
  const pattern = /(?:^<!-- (?:status: (\d{3})|(not run): [^>]+) -->\n\n)?^```sh\n([\s\S]*?)^```/gm;
  return [...text.matchAll(pattern)].flatMap(([, status, notRun, block = ""]) =>
    notRun !== undefined || /^npm /m.test(block)
      ? []
      : [{ text: block, expectedStatus: status === undefined ? undefined : Number(status) }],
  );
}

/** A shell block after its execution. */
export interface ExecutedBlock extends ShellBlock {
  /** HTTP status of every request, in order. */
  statuses: number[];
  /** Standard output. */
  stdout: string;
}

/**
 * Executes all shell blocks of a page in one shell. The address and the key in the page are replaced with those of a running
 * Plat.
 * @throws Error with the output if a command other than a request fails
 */
export async function executePage(page: string, { url, key }: { url: string; key: string }): Promise<ExecutedBlock[]> {
  const blocks = await readShellBlocks(page);
  const prelude = ["set -euo pipefail", `curl() { command curl -w '%{stderr}\\nstatus %{http_code}\\n' "$@"; }`];
  const marked = blocks.map(({ text }, index) => `echo "block ${index}"; echo "block ${index}" >&2\n${text}`);
  const script = [...prelude, ...marked].join("\n").replaceAll("http://127.0.0.1:8080", url);
  const output = await run("bash", ["-c", script.replaceAll(/^KEY=.*$/gm, `KEY=${key}`)], { timeout: 240_000 });
  const splitByBlock = (text: string): string[] => text.split(/block \d+\n/).slice(1);
  const stderr = splitByBlock(output.stderr);
  const stdout = splitByBlock(output.stdout);
  return blocks.map((block, index) => ({
    ...block,
    stdout: stdout[index] ?? "",
    statuses: [...(stderr[index] ?? "").matchAll(/^status (\d+)$/gm)].map(([, status]) => Number(status)),
  }));
}
