import { expect } from "chai";
import { execFileSync } from "node:child_process";
import { appendFile, cp, glob, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root as project } from "../src/paths.ts";
import { planTasks } from "../src/turbo.ts";

describe("npm test -- --affected", () => {
  let root: string;
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const commit = (): void => {
    git("add", "--all");
    git("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "--message", "change");
  };

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "plat-affected-"));
    git("clone", "--quiet", "--shared", project, ".");
    // The configuration under test, also if it has not been committed.
    for await (const file of glob(["turbo.json", "{apps,packages,services,tests,tools}/*/{turbo,package}.json"], {
      cwd: project,
    }))
      await cp(join(project, file), join(root, file));
    await appendFile(join(root, "README.md"), "\n");
    commit();
  });
  after(() => rm(root, { recursive: true, force: true }));

  const affectedBy = async (file: string): Promise<string[]> => {
    const base = git("rev-parse", "HEAD");
    await appendFile(join(root, file), "\n");
    commit();
    process.env["TURBO_SCM_BASE"] = base;
    try {
      const planned = await planTasks({ root, tasks: ["test"], options: ["--affected"] });
      return planned.map(({ folder }) => folder).toSorted();
    } finally {
      delete process.env["TURBO_SCM_BASE"];
    }
  };

  it("selects the suite of a changed service, and the suites that start it", async () => {
    expect(await affectedBy("services/keys/src/app.ts"))
      .to.include.members(["services/keys", "services/gateway", "apps/dashboard", "packages/client", "tests/e2e"])
      .and.not.include.members(["packages/contracts", "packages/interpreter", "services/listings"]);
  });

  it("selects the suites of all packages that depend on a changed package", async () => {
    expect(await affectedBy("packages/kit/src/index.ts"))
      .to.include.members(["packages/kit", "services/keys", "services/listings", "services/search", "tests/e2e"])
      .and.not.include.members(["packages/interpreter", "packages/contracts"]);
  });

  it("selects only the suite whose tests changed", async () => {
    expect(await affectedBy("packages/importer/test/csv.integration.test.ts")).to.deep.equal(["packages/importer"]);
  });

  it("selects every suite if the test environment changed", async () => {
    const all = await planTasks({ root, tasks: ["test"], options: [] });
    expect(await affectedBy("tools/backing-services/src/start.ts")).to.have.length(all.length);
  });
});
