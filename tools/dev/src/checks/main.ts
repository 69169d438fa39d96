import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";
import { checkSubjects, type Commit } from "./commit-messages.ts";
import { checkFileNames } from "./file-names.ts";
import { checkProse } from "./prose.ts";

/**
 * `npm run check`, names and prose: file names, wording of documentation, comments, messages and test titles, and
 * subjects of the commits since CHECK_COMMITS_SINCE (in CI: the base of the change).
 */
const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });

/** Natural language as data, generated files, and the lists of the words themselves. */
const exempt = [
  /^packages\/interpreter\/(src\/lang|test)\//,
  /^packages\/client\/src\/generated\//,
  /^tools\/bench\/baselines\//,
  /^tools\/dev\/src\/checks\/(terms|file-names)\.ts$/,
  /^tools\/dev\/test\/checks\.test\.ts$/,
  /^docs\/develop\/glossary\.md$/,
  /^CHANGELOG\.md$/,
];

const files = git("ls-files", "--cached", "--others", "--exclude-standard")
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)) && !exempt.some((pattern) => pattern.test(file)));

const prose = files
  .filter((file) => /\.(md|ts|tsx|mjs)$/.test(file))
  .flatMap((file) =>
    checkProse(file, readFileSync(join(root, file), "utf8")).map(
      ({ line, text, instead }) => `${file}:${line}: "${text.replace(/\s+/g, " ")}": use ${instead}`,
    ),
  );
const since = process.env["CHECK_COMMITS_SINCE"] ?? "";
const findings = [...checkFileNames(files), ...prose, ...checkSubjects(since === "" ? [] : commitsSince(since))];
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;

function commitsSince(base: string): Commit[] {
  const log = git("log", "--no-merges", "--format=%H%x09%s", `${base}..HEAD`);
  return log.split("\n").flatMap((line) => {
    const [hash, subject] = line.split("\t");
    return hash === undefined || subject === undefined ? [] : [{ hash, subject }];
  });
}
