import type { Lock } from "@plat/contracts/lock";
import { expect } from "chai";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { breakingChanges, isNewer, pushCommand, recordBaseline, release } from "../src/release.ts";
import { readReleasedCommits, recordReleased, releasable, releasedFile } from "../src/released.ts";
import { commitAll, copyProject, root } from "./support.ts";

const lockFile = "packages/contracts/contracts.lock.json";

describe("release of one service", () => {
  let project: string;
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: project, encoding: "utf8" }).trim();
  const read = (file: string): string => readFileSync(join(project, file), "utf8");
  const manifest = (service: string): { version: string } =>
    JSON.parse(read(`services/${service}/package.json`)) as { version: string };
  const errorOf = (name: string, version: string): Promise<string> =>
    release(project, name, version).then(String, (error: unknown) => String(error));

  before(async () => {
    project = copyProject();
    const baseline = await recordBaseline(project);
    expect(await readReleasedCommits(project)).to.deep.equal(
      Object.fromEntries(releasable.map((name) => [name, baseline])),
    );
    commitAll(project, "record the baseline");
  });
  after(() => rmSync(project, { recursive: true }));

  it("sets version, tag, chart tag and released commit of the service, and changes nothing of the others", async () => {
    const versions = Object.fromEntries(releasable.map((name) => [name, manifest(name).version]));
    const before = await readReleasedCommits(project);
    expect(await release(project, "listings", "99.2.0")).to.equal("listings/v99.2.0");
    expect(git("tag", "--list")).to.equal("listings/v99.2.0");
    expect(git("status", "--porcelain")).to.equal("");
    expect(manifest("listings").version).to.equal("99.2.0");
    expect(read("deploy/kubernetes/values.yaml")).to.match(/\n {2}listings:\n {4}tag: "99\.2\.0"/);
    const released = JSON.parse(await releasedFile("listings", "services/listings/package.json", project)) as object;
    expect(released).to.include({ version: "99.2.0" });
    const tagged = git("rev-parse", "listings/v99.2.0^{commit}");
    expect(await readReleasedCommits(project)).to.deep.equal({ ...before, listings: tagged });
    for (const name of releasable) if (name !== "listings") expect(manifest(name).version).to.equal(versions[name]);
  });

  it("is pushed with its commits and only its own tag, because GitHub ignores pushes of more than three tags", () => {
    const remote = mkdtempSync(join(tmpdir(), "plat-remote-"));
    try {
      execFileSync("git", ["init", "--quiet", "--bare", remote]);
      git("remote", "add", "origin", remote);
      for (const other of ["keys/v99.0.0", "search/v99.0.0", "gateway/v99.0.0"]) git("tag", other);
      const [program = "", ...args] = pushCommand("listings/v99.2.0").split(" ");
      execFileSync(program, args, { cwd: project, stdio: "ignore" });
      const refs = execFileSync("git", ["for-each-ref", "--format=%(refname:short) %(objectname)"], {
        cwd: remote,
        encoding: "utf8",
      });
      const branch = git("branch", "--show-current");
      expect(refs.trim().split("\n").toSorted()).to.deep.equal(
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

  it("rejects an unknown service, an invalid version, a version that is not newer, and uncommitted changes", async () => {
    expect(await errorOf("lisitngs", "100.0.0")).to.include("There is no service 'lisitngs'");
    expect(await errorOf("listings", "v2")).to.include("'v2' is not a version");
    expect(await errorOf("listings", "99.2.0")).to.include("99.2.0 is not newer");
    writeFileSync(join(project, "stray.txt"), "x");
    expect(await errorOf("listings", "100.0.0")).to.include("not committed");
    rmSync(join(project, "stray.txt"));
    expect([isNewer("1.10.0", "1.9.3"), isNewer("1.0.0", "1.0.0"), isNewer("1.9.3", "1.10.0")]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it("rejects contract changes that break a released service, even if the lock file was updated", async () => {
    expect(await breakingChanges(project)).to.deep.equal({});
    const lock = JSON.parse(read(lockFile)) as Lock;
    delete lock["listings.v1.get"];
    writeFileSync(join(project, lockFile), JSON.stringify(lock));
    commitAll(project, "remove an endpoint");
    expect(await errorOf("search", "100.0.0")).to.match(/gateway: listings\.v1\.get: endpoint was removed/);
    expect(git("tag", "--list")).to.equal("listings/v99.2.0");
  });

  it("explains how to get a released commit that the repository does not contain", async () => {
    await recordReleased(project, ["keys"], "0123456789".repeat(4));
    const error = await releasedFile("keys", lockFile, project).catch(String);
    expect(error).to.include("last release of keys").and.to.include("git fetch --unshallow");
  });
});

describe("contracts", () => {
  it("are compatible with the last release of every service", async () => {
    const hint = "add a v2 of the subject (before the first release: npm run release -- --baseline)";
    expect(await breakingChanges(root), hint).to.deep.equal({});
  });
});
