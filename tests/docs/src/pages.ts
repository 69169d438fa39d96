import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = new URL("../../../", import.meta.url);

export interface Block {
  text: string;
  /** Status of the last answer, when the page says that it is not a success. */
  answers: number | undefined;
}

/** The shell blocks of a page that talk to a running Plat, in their order. `<!-- answers 404 -->` stands before one that is refused. */
export async function blocksOf(page: string): Promise<Block[]> {
  const text = await readFile(new URL(page, root), "utf8");
  return [...text.matchAll(/(?:^<!-- answers (\d{3}) -->\n\n)?^```sh\n([\s\S]*?)^```/gm)].flatMap(
    ([, answers, block = ""]) =>
      /^npm /m.test(block) ? [] : [{ text: block, answers: answers === undefined ? undefined : Number(answers) }],
  );
}

export interface RanBlock extends Block {
  /** Status of every request, in order. */
  statuses: number[];
  /** What it wrote. */
  printed: string;
}

/**
 * Runs a page as pasted, in one shell, with the address and the key of a running Plat in place of those that it names.
 * @throws Error with what was printed when a command other than a request fails
 */
export async function runPage(page: string, { url, key }: { url: string; key: string }): Promise<RanBlock[]> {
  const blocks = await blocksOf(page);
  const prelude = ["set -euo pipefail", `curl() { command curl -w '%{stderr}\\nstatus %{http_code}\\n' "$@"; }`];
  const marked = blocks.map(({ text }, at) => `echo "block ${at}"; echo "block ${at}" >&2\n${text}`);
  const script = [...prelude, ...marked].join("\n").replaceAll("http://127.0.0.1:8080", url);
  const { stdout, stderr } = await run("bash", ["-c", script.replaceAll(/^KEY=.*$/gm, `KEY=${key}`)], {
    timeout: 240_000,
  });
  const byBlock = (output: string): string[] => output.split(/block \d+\n/).slice(1);
  const parts = byBlock(stderr);
  const printed = byBlock(stdout);
  return blocks.map((block, at) => ({
    ...block,
    printed: printed[at] ?? "",
    statuses: [...(parts[at] ?? "").matchAll(/^status (\d+)$/gm)].map(([, status]) => Number(status)),
  }));
}
