import { expect } from "chai";
import { execFile as execFileOf } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { root } from "../src/paths.ts";
import type { Counts } from "../src/test-run.ts";

const execFile = promisify(execFileOf);
const testRun = new URL("../src/test-run.ts", import.meta.url).href;

describe("result of a suite", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-of-test-run-"));
    await mkdir(join(folder, "test"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** In a process of its own: what it prints of the failures that are meant would mislead a reader here. */
  async function outcomeOf(tests: string): Promise<Counts> {
    await writeFile(join(folder, "test/some.test.mjs"), tests);
    const options = { root, folder: relative(root, folder), env: {}, temporary: join(folder, "tmp") };
    const program = `
      const { suite } = await import(${JSON.stringify(testRun)});
      const { signal } = new AbortController();
      console.log("\\n" + JSON.stringify(await suite({ ...${JSON.stringify(options)}, signal })));`;
    const { stdout } = await execFile(process.execPath, ["--input-type=module", "--eval", program]);
    return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Counts;
  }

  it("names each failed test and hook with the first line of its error", async () => {
    const { passed, failed, failures } = await outcomeOf(`
      describe("a thing", () => {
        it("works", () => {});
        it("breaks", () => { throw new Error("for this reason\\nand more"); });
        describe("with a hook", () => {
          before(() => { throw new Error("no engine"); });
          it("is never tried", () => {});
        });
      });`);
    expect({ passed, failed }).to.deep.equal({ passed: 1, failed: 2 });
    expect(failures[0]).to.match(/a thing breaks: for this reason$/);
    expect(failures[1]).to.match(/with a hook.*: no engine$/);
  });

  it("is a failure if a test is skipped", async () => {
    const { failed, failures } = await outcomeOf(`it.skip("later", () => {});`);
    expect(failed).to.equal(1);
    expect(failures[0]).to.match(/1 skipped$/);
  });

  it("is a failure if the process exits before the end", async () => {
    const { failed, failures } = await outcomeOf(`it("leaves", () => process.exit(0));`);
    expect(failed).to.equal(1);
    expect(failures[0]).to.match(/exited without a result$/);
  });
});
