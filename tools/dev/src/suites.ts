import { backingServiceNames, type BackingServiceName, urlVariables } from "@plat/backing-services";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Tests of the backing services themselves: they start all four, whatever URLs are given. */
const ownSuite = "tools/backing-services";
/** Slow to start, so all suites share them. Every suite starts its own Redis and NATS, because tests stop and fill them. */
const sharedNames: readonly BackingServiceName[] = ["mongo", "elasticsearch"];

/** The backing services that the selected suites need. */
export interface BackingServiceNeeds {
  /** Installed before the first suite: an installation takes longer than a test's timeout. */
  install: readonly BackingServiceName[];
  /** Started once for all suites, or taken from their URLs. */
  shared: readonly BackingServiceName[];
  /** Given by URL, but tested by a selected suite, which fails if they cannot be installed. */
  despiteUrl: readonly BackingServiceName[];
}

/** @param folders suites below the root @param env where the URLs of backing services are looked up */
export function backingServiceNeeds(
  root: string,
  folders: readonly string[],
  env: NodeJS.ProcessEnv,
): BackingServiceNeeds {
  const given = (name: BackingServiceName): boolean => (env[urlVariables[name]] ?? "") !== "";
  const shared = folders.some((folder) => usesBackingServices(root, folder)) ? sharedNames : [];
  const testsThem = folders.includes(ownSuite);
  const wanted = testsThem || shared.length > 0 ? backingServiceNames : [];
  return {
    install: wanted.filter((name) => !(sharedNames.includes(name) && given(name))),
    shared,
    despiteUrl: testsThem ? sharedNames.filter(given) : [],
  };
}

/** Suites start backing services, and Plat as a whole, only by way of the testkit. */
function usesBackingServices(root: string, folder: string): boolean {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Record<string, object>;
  return "@plat/testkit" in (manifest["devDependencies"] ?? {});
}
