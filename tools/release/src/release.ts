import { type Breaking, compareLock, type Lock } from "@plat/contracts/lock";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { archive, archiveOf, releasable, type Releasable, releasedFile } from "./released.ts";

export class ReleaseError extends Error {
  override name = "ReleaseError";
}

const lockFile = "packages/contracts/contracts.lock.json";

/** `1.10.0` comes after `1.9.3`. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number));
  for (const at of [0, 1, 2]) if (a?.[at] !== b?.[at]) return (a?.[at] ?? 0) > (b?.[at] ?? 0);
  return false;
}

/** What in the contracts of today would let the last release of any service down. */
export async function brokenPromises(project: string): Promise<Record<string, Breaking[]>> {
  const now = JSON.parse(readFileSync(join(project, lockFile), "utf8")) as Lock;
  const found = await Promise.all(
    releasable.map(async (service) => {
      const then = JSON.parse(await releasedFile(service, lockFile, project)) as Lock;
      return [service, compareLock(then, now)] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, breaking]) => breaking.length > 0));
}

function git(project: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: project, encoding: "utf8" }).trim();
}

/**
 * Releases one service: its version, its archive, the chart's tag, a commit and the tag `<service>/v<version>`.
 * @throws ReleaseError in a sentence for the person who releases
 */
export async function release(project: string, name: string, version: string): Promise<string> {
  const service = releasable.find((each) => each === name);
  if (service === undefined)
    throw new ReleaseError(`There is no service '${name}'; there are ${releasable.join(", ")}.`);
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseError(`'${version}' is no version like 1.2.3.`);
  if (git(project, "status", "--porcelain") !== "") throw new ReleaseError("There are changes that are not committed.");
  const manifest = join(project, "services", service, "package.json");
  const text = readFileSync(manifest, "utf8");
  const before = (JSON.parse(text) as { version: string }).version;
  const tag = `${service}/v${version}`;
  const isFirst = git(project, "tag", "--list", `${service}/v*`) === "";
  if (!(isFirst ? version === before || isNewer(version, before) : isNewer(version, before)))
    throw new ReleaseError(`${service} is at ${before}; ${version} does not come after it.`);
  refuseBroken(await brokenPromises(project));

  writeFileSync(manifest, text.replace(`"version": "${before}"`, `"version": "${version}"`));
  setChartTag(project, service, version);
  await archive(service, project);
  const files = [manifest, join(project, chartValues), archiveOf(service, project)];
  git(project, "add", ...files);
  git(project, "commit", "--quiet", "--message", `Release ${service} ${version}`);
  git(project, "tag", "--annotate", tag, "--message", `${service} ${version}`);
  return tag;
}

/**
 * The command that publishes a release. It names the one tag: GitHub starts no workflow for tags of which more than three
 * arrive in one push.
 */
export const publishing = (tag: string): string => `git push origin HEAD ${tag}`;

function refuseBroken(broken: Record<string, Breaking[]>): void {
  const lines = Object.entries(broken).flatMap(([service, list]) =>
    list.map(({ subject, where, detail }) => `  ${service}: ${subject}: ${where} ${detail}`),
  );
  if (lines.length > 0)
    throw new ReleaseError(`Running releases would be let down; add a v2 beside these:\n${lines.join("\n")}`);
}

const chartValues = "deploy/kubernetes/values.yaml";

function setChartTag(project: string, service: Releasable, version: string): void {
  const file = join(project, chartValues);
  const pattern = new RegExp(`(\\n  ${service}:\\n(?:    #.*\\n)*    tag: )"[^"]*"`);
  const text = readFileSync(file, "utf8");
  if (!pattern.test(text)) throw new ReleaseError(`${chartValues} has no tag of ${service}.`);
  writeFileSync(file, text.replace(pattern, `$1"${version}"`));
}
