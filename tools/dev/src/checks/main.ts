import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";
import { checkSubjects, type Commit } from "./commit-messages.ts";
import { checkFileNames } from "./file-names.ts";
import { checkProse } from "./prose.ts";

/**
 * `npm run check`, names and prose: file names, wording of documentation, comments, messages and test titles, and
 * subjects of commits.
 */
const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });

/** Commits after this one follow the rules for subjects. */
const rulesSince = "87b058d2f27caba4bb4e32be04cf8ceb10371412";

/** Natural language as data, generated files, and the lists of the words themselves. */
const exempt = [
  /^packages\/interpreter\/(src\/languages\/[a-z]+|test)\//,
  /^packages\/client\/src\/generated\//,
  /^tools\/bench\/baselines\//,
  /^tools\/dev\/src\/checks\/(terms|file-names)\.ts$/,
  /^tools\/dev\/test\/checks\.integration\.test\.ts$/,
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
const findings = [...checkFileNames(files), ...prose, ...checkSubjects(newCommits())];
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;

function newCommits(): Commit[] {
  // A shallow clone does not contain the commit: CI fetches the whole history.
  if (!isAncestor(rulesSince)) return [];
  const log = git("log", "--no-merges", "--format=%H%x09%s", `${rulesSince}..HEAD`);
  return log.split("\n").flatMap((line) => {
    const [hash, subject] = line.split("\t");
    return hash === undefined || subject === undefined ? [] : [{ hash, subject }];
  });
}

function isAncestor(commit: string): boolean {
  return spawnSync("git", ["merge-base", "--is-ancestor", commit, "HEAD"], { cwd: root, stdio: "ignore" }).status === 0;
}
