import { expect } from "chai";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { affectedSuites } from "../src/affected.ts";
import { commitAll, copyProject } from "./support.ts";

describe("affectedSuites", () => {
  let project: string;

  before(() => {
    project = copyProject();
  });
  after(() => rmSync(project, { recursive: true }));

  it("returns the suites of the changed package and of the packages that depend on it", () => {
    writeFileSync(join(project, "services/search/src/new.ts"), "export {};\n");
    commitAll(project, "change search");
    const search = affectedSuites(project, "HEAD~1");
    expect(search).to.include("services/search").and.not.include.members(["services/keys"]);
    expect(search).to.not.include("packages/contracts");
    writeFileSync(join(project, "packages/contracts/src/new.ts"), "export {};\n");
    commitAll(project, "change contracts");
    expect(affectedSuites(project, "HEAD~1")).to.include.members([
      "packages/contracts",
      "services/keys",
      "services/gateway",
    ]);
  });
});
