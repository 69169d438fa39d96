import { expect } from "chai";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root as project } from "../src/paths.ts";
import { summarize } from "../src/test-results.ts";
import { planTasks, runTasks } from "../src/turbo.ts";

/** A workspace with one package `thing`, whose tests run with the mocha and the reporter of this project. */
describe("suites run by turbo", () => {
  let root: string;
  const tasks = ["test"];
  const options: string[] = [];
  const { signal } = new AbortController();

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "plat-turbo-"));
    const { packageManager } = JSON.parse(await readFile(join(project, "package.json"), "utf8")) as {
      packageManager: string;
    };
    const mocha = `node ${join(project, "node_modules/mocha/bin/mocha.js")}`;
    const script = `${mocha} --no-config --reporter ${join(project, "tools/dev/src/reporter.ts")} some.test.mjs`;
    const files = {
      "package.json": JSON.stringify({ name: "workspace", private: true, packageManager }),
      "pnpm-workspace.yaml": "packages: [packages/*]\npmOnFail: ignore\nverifyDepsBeforeRun: false\n",
      "turbo.json": JSON.stringify({ tasks: { test: { outputs: ["test-results/test.json"] } } }),
      ".gitignore": "node_modules\n.turbo\ntest-results\n",
      "packages/thing/package.json": JSON.stringify({ name: "thing", scripts: { test: script } }),
    };
    await mkdir(join(root, "packages/thing"), { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const run = async (tests: string): Promise<ReturnType<typeof summarize>> => {
    await writeFile(join(root, "packages/thing/some.test.mjs"), tests);
    return summarize(root, await runTasks({ root, tasks, options }, { env: process.env, signal, stdio: "ignore" }));
  };

  it("report each failed test and hook with the first line of its error", async () => {
    const { passed, failed, failures } = await run(`
      describe("a thing", () => {
        it("works", () => {});
        it("breaks", () => { throw new Error("for this reason\\nand more"); });
        describe("with a hook", () => {
          before(() => { throw new Error("no server"); });
          it("is never tried", () => {});
        });
      });`);
    expect({ passed, failed }).to.deep.equal({ passed: 1, failed: 2 });
    expect(failures[0]).to.equal("packages/thing: a thing breaks: for this reason");
    expect(failures[1]).to.match(/with a hook.*: no server$/);
  });

  it("report a suite whose process exits before the end", async () => {
    const { failures } = await run(`it("leaves", () => process.exit(0));`);
    expect(failures).to.deep.equal(["packages/thing: exited without results"]);
  });

  it("are taken from the cache, with their results, until an input changes", async () => {
    const cached = async (): Promise<boolean[]> => {
      const planned = await planTasks({ root, tasks, options: [] });
      return planned.map((task) => task.cached);
    };
    expect((await run(`it("works", () => {});`)).passed).to.equal(1);
    expect(await cached()).to.deep.equal([true]);
    await rm(join(root, "packages/thing/test-results"), { recursive: true });
    expect((await run(`it("works", () => {});`)).passed).to.equal(1);
    await writeFile(join(root, "packages/thing/some.test.mjs"), `it("works differently", () => {});`);
    expect(await cached()).to.deep.equal([false]);
  });
});
