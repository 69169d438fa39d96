import { basename } from "node:path";

/** Names that describe the manner of a test or nothing at all. A test file is named after its subject. */
const vague = new Set(
  (
    "pure edge life thread growth matrix told peer peers misc stuff parts " +
    "outside use late robust trouble together turns steps engine engines doorbell ledger"
  ).split(" "),
);

/**
 * @param files paths of the repository, with `/`
 * @returns a sentence for each name to change
 */
export function checkFileNames(files: readonly string[]): string[] {
  const sources = files.filter((file) => /^(apps|packages|services|tests|tools)\/.+\.(ts|tsx|mjs)$/.test(file));
  return [...sources.flatMap(checkName), ...sameNames(sources)];
}

function checkName(file: string): string[] {
  const [stem = ""] = basename(file).split(".");
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)) return [`${file}: use kebab-case`];
  return vague.has(stem) ? [`${file}: '${stem}' does not name a subject`] : [];
}

/** Two sources of one service with the same name cannot be told apart in an editor's tabs or in a stack trace. */
function sameNames(files: readonly string[]): string[] {
  const byName = new Map<string, string[]>();
  for (const file of files) {
    const service = /^services\/[^/]+\/src\//.exec(file)?.[0];
    if (service === undefined || basename(file) === "index.ts") continue;
    const key = service + basename(file);
    byName.set(key, [...(byName.get(key) ?? []), file]);
  }
  return [...byName.values()].filter((same) => same.length > 1).map((same) => `${same.join(", ")}: the same name`);
}
