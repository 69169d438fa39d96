import { programEnvironment } from "@plat/testkit";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SearchConfig } from "../../src/config.ts";

export interface CommandResult {
  code: number;
  output: string;
}
export type IndexCommand = "reindex" | "verify";

/** Runs a command of the search service in a child process. */
export const runIndexCommand = (
  config: SearchConfig,
  command: IndexCommand,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const file = fileURLToPath(new URL(`../../src/cli/${command}.ts`, import.meta.url));
    const settings = programEnvironment({
      NATS_URL: config.NATS_URL,
      ELASTICSEARCH_URL: config.ELASTICSEARCH_URL,
      ELASTICSEARCH_INDEX: config.ELASTICSEARCH_INDEX,
      ...env,
    });
    execFile(process.execPath, [file, ...args], { env: settings }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
