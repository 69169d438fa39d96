import { type Breaking, compareLock, type Lock } from "@plat/contracts/lock";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  recordReleased,
  releasable,
  type Releasable,
  releasedCommitsFile,
  releasedFile,
  ReleaseError,
} from "./released.ts";

const lockFile = "packages/contracts/contracts.lock.json";

/** Whether a version (`1.10.0`) is greater than another (`1.9.3`). */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number));
  for (const at of [0, 1, 2]) if (a?.[at] !== b?.[at]) return (a?.[at] ?? 0) > (b?.[at] ?? 0);
  return false;
}

/** Changes of the contracts since the last release of each service that would break that release, by service. */
export async function breakingChanges(project: string): Promise<Record<string, Breaking[]>> {
  const current = JSON.parse(readFileSync(join(project, lockFile), "utf8")) as Lock;
  const found = await Promise.all(
    releasable.map(async (service) => {
      const released = JSON.parse(await releasedFile(service, lockFile, project)) as Lock;
      return [service, compareLock(released, current)] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, breaking]) => breaking.length > 0));
}

function git(project: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: project, encoding: "utf8" }).trim();
}

/**
 * Records HEAD as the last release of every service, for the time before the first release.
 * @returns the hash of the commit
 */
export async function recordBaseline(project: string): Promise<string> {
  const commit = git(project, "rev-parse", "HEAD");
  await recordReleased(project, releasable, commit);
  return commit;
}

/**
 * Releases one service: sets its version and the tag of its image in the chart, commits, tags the commit
 * `<service>/v<version>`, and records the tagged commit as the service's last release in a second commit.
 * @returns the name of the tag
 * @throws ReleaseError if the service or version is invalid, the work tree is not clean, or a contract has changed in a
 * way that breaks a release
 */
export async function release(project: string, name: string, version: string): Promise<string> {
  const service = releasable.find((each) => each === name);
  if (service === undefined)
    throw new ReleaseError(`There is no service '${name}'. The services are ${releasable.join(", ")}.`);
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new ReleaseError(`'${version}' is not a version of the form major.minor.patch, for example 1.2.3.`);
  if (git(project, "status", "--porcelain") !== "")
    throw new ReleaseError("The work tree contains changes that are not committed.");
  const manifest = join(project, "services", service, "package.json");
  const text = readFileSync(manifest, "utf8");
  const before = (JSON.parse(text) as { version: string }).version;
  const tag = `${service}/v${version}`;
  const isFirst = git(project, "tag", "--list", `${service}/v*`) === "";
  if (!(isFirst ? version === before || isNewer(version, before) : isNewer(version, before)))
    throw new ReleaseError(`${service} is at version ${before}; ${version} is not newer.`);
  requireNoBreakingChanges(await breakingChanges(project));

  writeFileSync(manifest, text.replace(`"version": "${before}"`, `"version": "${version}"`));
  setChartTag(project, service, version);
  git(project, "add", manifest, join(project, chartValues));
  // The first release may have the version and the chart's tag already.
  git(project, "commit", "--quiet", "--allow-empty", "--message", `${service}: release ${version}`);
  git(project, "tag", "--annotate", tag, "--message", `${service} ${version}`);

  // A commit cannot contain its own hash.
  await recordReleased(project, [service], git(project, "rev-parse", "HEAD"));
  git(project, "add", join(project, releasedCommitsFile));
  git(project, "commit", "--quiet", "--message", `release: record ${service} ${version}`);
  return tag;
}

/**
 * The command that publishes a release. It pushes a single tag, because GitHub starts no workflow for a push of more than
 * three tags.
 */
export const pushCommand = (tag: string): string => `git push origin HEAD ${tag}`;

function requireNoBreakingChanges(breaking: Record<string, Breaking[]>): void {
  const lines = Object.entries(breaking).flatMap(([service, list]) =>
    list.map(({ subject, where, detail }) => `  ${service}: ${subject}: ${where} ${detail}`),
  );
  if (lines.length > 0)
    throw new ReleaseError(
      `These changes of the contracts break released services; add a v2 of the subject instead:\n${lines.join("\n")}`,
    );
}

const chartValues = "deploy/kubernetes/values.yaml";

function setChartTag(project: string, service: Releasable, version: string): void {
  const file = join(project, chartValues);
  const pattern = new RegExp(`(\\n  ${service}:\\n(?:    #.*\\n)*    tag: )"[^"]*"`);
  const text = readFileSync(file, "utf8");
  if (!pattern.test(text)) throw new ReleaseError(`${chartValues} contains no image tag for ${service}.`);
  writeFileSync(file, text.replace(pattern, `$1"${version}"`));
}
