import type { Lock } from "@plat/contracts/lock";
import { expect } from "chai";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { affectedSuites } from "../src/affected.ts";
import { brokenPromises, isNewer, publishing, release } from "../src/release.ts";
import { archiveOf, releasable, releasedFile } from "../src/released.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const lockFile = "packages/contracts/contracts.lock.json";

/** What a release looks at, outside any repository. */
function copyOfProject(): string {
  const project = mkdtempSync(join(tmpdir(), "plat-releasing-"));
  const parts = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "turbo.json", ".npmrc", ".gitignore"];
  const folders = ["packages", "services", "tools/release", "deploy/kubernetes"];
  for (const part of [...parts, ...folders])
    cpSync(join(root, part), join(project, part), {
      recursive: true,
      filter: (path) => !/\/(node_modules|\.turbo|dist)$/.test(path),
    });
  return project;
}

function commit(git: (...args: string[]) => string, message: string): void {
  git("init", "--quiet");
  git("config", "user.name", "Releaser");
  git("config", "user.email", "releaser@example.com");
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

describe("releasing one service on its own", () => {
  let project: string;
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: project, encoding: "utf8" }).trim();
  const read = (file: string): string => readFileSync(join(project, file), "utf8");
  const manifest = (service: string): { version: string } =>
    JSON.parse(read(`services/${service}/package.json`)) as { version: string };
  const refused = (name: string, version: string): Promise<unknown> =>
    release(project, name, version).catch((error: unknown) => error);

  before(() => {
    project = copyOfProject();
    commit(git, "first");
  });
  after(() => rmSync(project, { recursive: true }));

  it("gives it a version, a tag, the chart's tag and its archive, and leaves the other services alone", async () => {
    const versions = Object.fromEntries(releasable.map((name) => [name, manifest(name).version]));
    const before = Object.fromEntries(releasable.map((name) => [name, readFileSync(archiveOf(name, project))]));
    expect(await release(project, "listings", "99.2.0")).to.equal("listings/v99.2.0");
    expect(git("tag", "--list")).to.equal("listings/v99.2.0");
    expect(git("status", "--porcelain")).to.equal("");
    expect(manifest("listings").version).to.equal("99.2.0");
    expect(read("deploy/kubernetes/values.yaml")).to.match(/\n {2}listings:\n {4}tag: "99\.2\.0"/);
    const released = JSON.parse(await releasedFile("listings", "services/listings/package.json", project)) as object;
    expect(released).to.include({ version: "99.2.0" });
    for (const name of releasable) {
      const same = readFileSync(archiveOf(name, project)).equals(before[name] ?? Buffer.of());
      expect(same, name).to.equal(name !== "listings");
      if (name !== "listings") expect(manifest(name).version).to.equal(versions[name]);
    }
  });

  it("is published by a push of its own commit and tag: of more than three tags in a push GitHub would start nothing", () => {
    const remote = mkdtempSync(join(tmpdir(), "plat-remote-"));
    try {
      execFileSync("git", ["init", "--quiet", "--bare", remote]);
      git("remote", "add", "origin", remote);
      for (const other of ["keys/v99.0.0", "search/v99.0.0", "gateway/v99.0.0"]) git("tag", other);
      const [program = "", ...args] = publishing("listings/v99.2.0").split(" ");
      execFileSync(program, args, { cwd: project, stdio: "ignore" });
      const there = execFileSync("git", ["for-each-ref", "--format=%(refname:short) %(objectname)"], {
        cwd: remote,
        encoding: "utf8",
      });
      const branch = git("branch", "--show-current");
      expect(there.trim().split("\n").toSorted()).to.deep.equal(
        [
          `${branch} ${git("rev-parse", "HEAD")}`,
          `listings/v99.2.0 ${git("rev-parse", "refs/tags/listings/v99.2.0")}`,
        ].toSorted(),
      );
    } finally {
      git("tag", "--delete", "keys/v99.0.0", "search/v99.0.0", "gateway/v99.0.0");
      rmSync(remote, { recursive: true });
    }
  });

  it("refuses what is no service, no version, not newer, or not committed", async () => {
    expect(String(await refused("lisitngs", "100.0.0"))).to.include("There is no service 'lisitngs'");
    expect(String(await refused("listings", "v2"))).to.include("'v2' is no version");
    expect(String(await refused("listings", "99.2.0"))).to.include("does not come after");
    writeFileSync(join(project, "stray.txt"), "x");
    expect(String(await refused("listings", "100.0.0"))).to.include("not committed");
    rmSync(join(project, "stray.txt"));
    expect([isNewer("1.10.0", "1.9.3"), isNewer("1.0.0", "1.0.0"), isNewer("1.9.3", "1.10.0")]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it("refuses contracts that would let a running release down, even after the lock was brought up to date", async () => {
    expect(await brokenPromises(project)).to.deep.equal({});
    const lock = JSON.parse(read(lockFile)) as Lock;
    delete lock["listings.v1.get"];
    writeFileSync(join(project, lockFile), JSON.stringify(lock));
    commit(git, "break a promise");
    expect(String(await refused("search", "100.0.0"))).to.match(/gateway: listings\.v1\.get: endpoint was removed/);
    expect(git("tag", "--list")).to.equal("listings/v99.2.0");
  });
});

describe("what a change can affect", () => {
  let project: string;
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: project, encoding: "utf8" }).trim();

  before(() => {
    project = copyOfProject();
    commit(git, "first");
  });
  after(() => rmSync(project, { recursive: true }));

  it("is the changed package and those that import it, and no other service", () => {
    writeFileSync(join(project, "services/search/src/new.ts"), "export {};\n");
    commit(git, "change search");
    const search = affectedSuites(project, "HEAD~1");
    expect(search).to.include("services/search").and.not.include.members(["services/keys"]);
    expect(search).to.not.include("packages/contracts");
    writeFileSync(join(project, "packages/contracts/src/new.ts"), "export {};\n");
    commit(git, "change contracts");
    expect(affectedSuites(project, "HEAD~1")).to.include.members([
      "packages/contracts",
      "services/keys",
      "services/gateway",
    ]);
  });
});

describe("the archives of the last releases", () => {
  it("let nobody down with the contracts as they are", async () => {
    const told = "add a v2 beside these (before the first release of all: npm run release -- --baseline)";
    expect(await brokenPromises(root), told).to.deep.equal({});
  });
});
