import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Copies the parts of the project that a release reads into a new repository with one commit, in a temporary folder. */
export function copyProject(): string {
  const project = mkdtempSync(join(tmpdir(), "plat-release-"));
  const files = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "turbo.json", ".npmrc", ".gitignore"];
  const folders = ["packages", "services", "tools/release", "deploy/kubernetes"];
  for (const part of [...files, ...folders])
    cpSync(join(root, part), join(project, part), {
      recursive: true,
      filter: (path) => !/\/(node_modules|\.turbo|dist)$/.test(path),
    });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: project });
  git("init", "--quiet");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
  commitAll(project, "copy the project");
  return project;
}

export function commitAll(project: string, message: string): void {
  execFileSync("git", ["add", "--all"], { cwd: project });
  execFileSync("git", ["commit", "--quiet", "--message", message], { cwd: project });
}
