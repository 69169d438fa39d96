import { ENGINE_NAMES, type EngineName, URL_VARIABLES } from "@plat/engines";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Tests of the engines themselves: they start all four, whatever is given. */
const ofEngines = "deploy/engines";
/** Slow to start, so all suites share them. Redis and NATS are always a suite's own: tests stop them and fill them. */
const sharedNames: readonly EngineName[] = ["mongo", "elasticsearch"];

/** Packages with tests, the ground first: folders below the root. */
export function allSuites(root: string): string[] {
  const inside = (parent: string): string[] => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  const all = [
    ...inside("packages"),
    ofEngines,
    "deploy/local",
    "deploy/release",
    ...inside("services"),
    ...inside("tests"),
  ];
  return all.filter((folder) => existsSync(join(root, folder, "package.json")) && hasTests(join(root, folder)));
}

function hasTests(folder: string): boolean {
  const own = join(folder, "test");
  const places = existsSync(own) ? readdirSync(own, { recursive: true }) : [];
  return [...places, ...readdirSync(folder)].some((name) => String(name).endsWith(".test.ts"));
}

/** What of the engines a choice of suites needs. */
export interface EngineNeeds {
  /** Put in place before the first suite, which would run out of time waiting for a build. */
  first: readonly EngineName[];
  /** Started, or taken from their URLs, once for all suites. */
  shared: readonly EngineName[];
  /** Given by URL, but made all the same by suites that test engines: put in place before each of these. */
  despiteUrl: (folder: string) => readonly EngineName[];
}

/** @param folders suites below the root @param env where the URLs of engines are looked up */
export function engineNeeds(root: string, folders: readonly string[], env: NodeJS.ProcessEnv): EngineNeeds {
  const given = (name: EngineName): boolean => (env[URL_VARIABLES[name]] ?? "") !== "";
  const shared = folders.some((folder) => sharesEngines(root, folder)) ? sharedNames : [];
  const wanted = folders.includes(ofEngines) || shared.length > 0 ? ENGINE_NAMES : [];
  return {
    first: wanted.filter((name) => !(sharedNames.includes(name) && given(name))),
    shared,
    despiteUrl: (folder) => (folder === ofEngines ? sharedNames.filter(given) : []),
  };
}

/** Suites get engines, and Plat as a whole, from the testkit alone. */
function sharesEngines(root: string, folder: string): boolean {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Record<string, object>;
  return ["dependencies", "devDependencies"].some((kind) => "@plat/testkit" in (manifest[kind] ?? {}));
}
