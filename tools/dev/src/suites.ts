import { backingServiceNames, type BackingServiceName, urlVariables } from "@plat/backing-services";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Tests of the backing services themselves: they start all four, whatever URLs are given. */
const ownSuite = "tools/backing-services";
/** Slow to start, so all suites share them. Every suite starts its own Redis and NATS, because tests stop and fill them. */
const sharedNames: readonly BackingServiceName[] = ["mongo", "elasticsearch"];

/** Folders of packages with tests; those that others depend on come first. */
export function allSuites(root: string): string[] {
  const inside = (parent: string): string[] => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  const all = ["packages", "tools", "services", "apps", "tests"].flatMap(inside);
  return all.filter((folder) => existsSync(join(root, folder, "package.json")) && hasTests(join(root, folder)));
}

function hasTests(folder: string): boolean {
  const own = join(folder, "test");
  const places = existsSync(own) ? readdirSync(own, { recursive: true }) : [];
  return [...places, ...readdirSync(folder)].some((name) => String(name).endsWith(".test.ts"));
}

/** The backing services that the selected suites need. */
export interface BackingServiceNeeds {
  /** Installed before the first suite: a build takes longer than a test's timeout. */
  first: readonly BackingServiceName[];
  /** Started once for all suites, or taken from their URLs. */
  shared: readonly BackingServiceName[];
  /** Given by URL, but nevertheless installed before a suite that tests the backing services themselves. */
  despiteUrl: (folder: string) => readonly BackingServiceName[];
}

/** @param folders suites below the root @param env where the URLs of backing services are looked up */
export function backingServiceNeeds(
  root: string,
  folders: readonly string[],
  env: NodeJS.ProcessEnv,
): BackingServiceNeeds {
  const given = (name: BackingServiceName): boolean => (env[urlVariables[name]] ?? "") !== "";
  const shared = folders.some((folder) => usesBackingServices(root, folder)) ? sharedNames : [];
  const wanted = folders.includes(ownSuite) || shared.length > 0 ? backingServiceNames : [];
  return {
    first: wanted.filter((name) => !(sharedNames.includes(name) && given(name))),
    shared,
    despiteUrl: (folder) => (folder === ownSuite ? sharedNames.filter(given) : []),
  };
}

/** Suites start backing services, and Plat as a whole, only by way of the testkit. */
function usesBackingServices(root: string, folder: string): boolean {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Record<string, object>;
  return "@plat/testkit" in (manifest["devDependencies"] ?? {});
}
