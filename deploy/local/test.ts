import { ENGINE_NAMES, EngineError, findChromium, provision, startEngines } from "@plat/engines";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./src/paths.ts";
import { check, type Counts, suite } from "./src/test-run.ts";

/**
 * `npm test`: format, lint, boundaries, types, then the tests of every package on real engines of their own.
 * `--check` stops before the engines; names of folders (`services/keys`) choose suites.
 */
const args = process.argv.slice(2);
const checkOnly = args.includes("--check");
const chosen = args.filter((arg) => !arg.startsWith("--"));
const bin = (name: string): string => join(root, "node_modules/.bin", name);

const results: Counts[] = [];
const temporary = await mkdtemp(join(tmpdir(), "plat-npm-test-"));
try {
  if (chosen.length === 0) {
    results.push(await check("format", bin("oxfmt"), ["--check", "."], root));
    results.push(await check("lint", bin("oxlint"), [], root));
    results.push(await check("boundaries", bin("turbo"), ["boundaries"], root));
    results.push(await check("types", bin("tsc"), ["-p", "."], root));
    results.push(await check("types of the dashboard", bin("tsc"), ["-p", "services/dashboard"], root));
  }
  if (!checkOnly) await runSuites();
} catch (error) {
  console.error(error instanceof EngineError ? error.message : error);
  results.push({ passed: 0, failed: 1 });
} finally {
  await rm(temporary, { recursive: true, force: true });
}

const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
const failed = results.reduce((sum, counts) => sum + counts.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function runSuites(): Promise<void> {
  const folders = suites().filter((folder) => chosen.length === 0 || chosen.includes(folder));
  const tell = (line: string): void => console.log(line);
  // Here, where it may take minutes: a suite that waits for it would run out of time.
  await provision(ENGINE_NAMES, tell);
  // The suite that needs it says so itself when there is none.
  if (folders.includes("services/dashboard"))
    await findChromium(process.env, (line) => tell(`Chromium: ${line}`)).catch(() => undefined);
  // These two take long to start, so all suites share them, each with names of its own.
  const engines = await startEngines({
    dataDir: join(temporary, "engines"),
    engines: ["mongo", "elasticsearch"],
    onProgress: tell,
  });
  try {
    const env = { MONGO_URL: engines.mongo.url, ELASTICSEARCH_URL: engines.elasticsearch.url };
    for (const folder of folders) {
      results.push(await suite({ root, folder, env, countsFile: join(temporary, "counts.json") }));
    }
  } finally {
    await engines.stop();
  }
}

/** Packages with tests, the ground first. */
function suites(): string[] {
  const all = [
    ...inside("packages"),
    "deploy/engines",
    "deploy/local",
    "deploy/release",
    ...inside("services"),
    ...inside("tests"),
  ];
  return all.filter((folder) => existsSync(join(root, folder, "package.json")) && hasTests(join(root, folder)));
}

function inside(parent: string): string[] {
  return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
}

function hasTests(folder: string): boolean {
  const own = join(folder, "test");
  const places = existsSync(own) ? readdirSync(own, { recursive: true }) : [];
  return [...places, ...readdirSync(folder)].some((name) => String(name).endsWith(".test.ts"));
}
