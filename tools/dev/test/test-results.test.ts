import { expect } from "chai";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { resultsFile, summarize, type TestResults } from "../src/test-results.ts";

describe("summary of a test run", () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "plat-test-results-"));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const suite = async (folder: string, results: Partial<TestResults>): Promise<void> => {
    const file = resultsFile(join(root, folder), "test");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ passes: 0, failures: 0, pending: 0, failed: [], slowest: [], ...results }));
  };

  it("adds up tests and checks, and names the suite of each failure", async () => {
    await suite("services/keys", { passes: 3 });
    await suite("services/search", { passes: 2, failures: 1, failed: ["search breaks: for this reason"] });
    const { passed, failed, failures } = summarize(root, [
      { task: "check:lint", folder: "", exitCode: 0 },
      { task: "check:types", folder: "", exitCode: 2 },
      { task: "test", folder: "services/keys", exitCode: 0 },
      { task: "test", folder: "services/search", exitCode: 1 },
    ]);
    expect({ passed, failed }).to.deep.equal({ passed: 6, failed: 2 });
    expect(failures).to.deep.equal(["check:types", "services/search: search breaks: for this reason"]);
  });

  it("counts a skipped test as a failure", async () => {
    await suite("services/keys", { passes: 3, pending: 1 });
    const { failed, failures } = summarize(root, [{ task: "test", folder: "services/keys", exitCode: 0 }]);
    expect({ failed, failures }).to.deep.equal({ failed: 1, failures: ["services/keys: 1 skipped"] });
  });

  it("counts a suite without results, and one that exits with an error after its tests passed, as failures", async () => {
    await suite("services/keys", { passes: 3 });
    const { passed, failed, failures } = summarize(root, [
      { task: "test", folder: "services/keys", exitCode: 1 },
      { task: "test", folder: "services/gateway", exitCode: 0 },
    ]);
    expect({ passed, failed }).to.deep.equal({ passed: 3, failed: 2 });
    expect(failures).to.deep.equal(["services/keys: exited with 1", "services/gateway: exited without results"]);
  });

  it("orders the slowest tests of all suites", async () => {
    await suite("a", { slowest: [{ title: "slow", milliseconds: 20 }] });
    await suite("b", { slowest: [{ title: "slower", milliseconds: 30 }] });
    const tasks = ["a", "b"].map((folder) => ({ task: "test", folder, exitCode: 0 }));
    expect(summarize(root, tasks).slowest).to.deep.equal([
      { title: "b: slower", milliseconds: 30 },
      { title: "a: slow", milliseconds: 20 },
    ]);
  });
});
