import { backingServiceNames, type BackingServiceName, urlVariables } from "@plat/backing-services";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Tests of the backing services themselves: they start all four, whatever URLs are given. */
const ownSuite = "tools/backing-services";
/** Slow to start, so all suites share them. Redis and NATS are always a suite's own: tests stop them and fill them. */
const sharedNames: readonly BackingServiceName[] = ["mongo", "elasticsearch"];

/** Packages with tests, the ground first: folders below the root. */
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

/** What of the engines a choice of suites needs. */
export interface BackingServiceNeeds {
  /** Put in place before the first suite, which would run out of time waiting for a build. */
  first: readonly BackingServiceName[];
  /** Started, or taken from their URLs, once for all suites. */
  shared: readonly BackingServiceName[];
  /** Given by URL, but made all the same by suites that test engines: put in place before each of these. */
  despiteUrl: (folder: string) => readonly BackingServiceName[];
}

/** @param folders suites below the root @param env where the URLs of engines are looked up */
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
