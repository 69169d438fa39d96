import { releasable } from "@plat/release";
import { expect } from "chai";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse, stringify } from "yaml";
import { freshEnv, readCompose } from "../src/compose.ts";
import { root } from "../src/image.ts";
import { actionlint, composeLoader, hadolint } from "../src/tools.ts";

describe("configuration files, checked by their own tools", function () {
  this.timeout(900_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-files-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("both Dockerfiles: hadolint finds nothing", async () => {
    for (const file of ["Dockerfile", "apps/dashboard/image/Dockerfile"])
      expect(await hadolint([join(root, file)])).to.deep.equal({ ok: true, output: "" });
    const bad = join(folder, "Dockerfile");
    await writeFile(bad, "FROM node\nRUN cd /x && sudo true\n");
    expect((await hadolint([bad])).ok, "hadolint sees what is wrong").to.equal(false);
  });

  it("docker-compose.yml: Compose's loader accepts it, also with loopback.yml", async () => {
    const env = freshEnv();
    const write = async (name: string, data: unknown): Promise<string> => {
      const file = join(folder, name);
      await writeFile(file, stringify(data));
      return file;
    };
    const main = await write("main.yml", readCompose("docker-compose.yml", env));
    const more = await write("more.yml", readCompose("deploy/compose/loopback.yml", env));
    const loaded = await composeLoader([main]);
    expect(loaded.ok, loaded.output).to.equal(true);
    const both = await composeLoader([main, more]);
    expect(both.ok, both.output).to.equal(true);
    const wrong = await write("wrong.yml", { services: { a: { image: "a:1", dependson: ["b"] } } });
    expect((await composeLoader([wrong])).ok, "the loader sees what is wrong").to.equal(false);
  });

  it(".github/workflows: actionlint finds nothing; the tags of every service trigger a release", async () => {
    expect(await actionlint(root)).to.deep.equal({ ok: true, output: "" });
    const release = parse(await readFile(join(root, ".github/workflows/release.yml"), "utf8")) as {
      on: { push: { tags: string[] }; workflow_dispatch: null };
      env: Record<string, string>;
      jobs: {
        name: { steps: { id?: string; run?: string }[] };
        publish: { steps: { id?: string; run?: string; env?: Record<string, string>; with?: object }[] };
      };
    };
    expect(release.on.push.tags).to.have.members(releasable.map((service) => `${service}/v*`));
    expect(release.on, "a tag that started nothing can be run by hand").to.have.property("workflow_dispatch");
    // A branch is rejected, and so is a tag with another version than the service's.
    const tag = release.jobs.name.steps.find(({ id }) => id === "tag")?.run ?? "exit 0";
    const named = (name: string, kind: string): Promise<string> =>
      promisify(execFile)("bash", ["-euc", tag], {
        cwd: root,
        env: { ...process.env, TAG: name, KIND: kind, GITHUB_OUTPUT: join(folder, "named") },
      }).then(
        () => readFile(join(folder, "named"), "utf8"),
        (error: { stdout: string }) => `rejected: ${error.stdout}`,
      );
    const { version } = JSON.parse(await readFile(join(root, "services/keys/package.json"), "utf8")) as {
      version: string;
    };
    expect(await named(`keys/v${version}`, "tag")).to.equal(`service=keys\nversion=${version}\n`);
    expect(await named("main", "branch")).to.include("rejected: ::error::main is a branch");
    expect(await named(`keys/v9${version}`, "tag")).to.include("rejected");
    const { steps } = release.jobs.publish;
    // Only the head names the registry, and image names are valid.
    expect(release.env).to.have.keys("REGISTRY", "IMAGES");
    expect(JSON.stringify(release.jobs)).to.not.include("ghcr.io");
    const naming = steps.find(({ id }) => id === "image");
    const output = join(folder, "output");
    await promisify(execFile)("sh", ["-euc", naming?.run ?? "exit 1"], {
      env: { PATH: process.env["PATH"], NAME: "ghcr.io/Some-Owner/Plat/keys", GITHUB_OUTPUT: output },
    });
    expect(await readFile(output, "utf8")).to.equal("name=ghcr.io/some-owner/plat/keys\n");
    const build = steps.find(({ id }) => id === "build")?.with;
    expect(build).to.include({
      platforms: "linux/amd64,linux/arm64",
      tags: "${{ steps.image.outputs.name }}:${{ needs.name.outputs.version }}",
    });
  });

  it("nightly.yml runs chaos and fuzz tests", async () => {
    const nightly = parse(await readFile(join(root, ".github/workflows/nightly.yml"), "utf8")) as {
      on: { schedule: { cron: string }[] };
      jobs: Record<string, { steps: { run?: string }[] }>;
    };
    expect(nightly.on.schedule.map(({ cron }) => cron).join()).to.match(/^\d+ \d+ \* \* \*$/);
    const runs = Object.values(nightly.jobs).flatMap(({ steps }) => steps.map(({ run = "" }) => run));
    for (const command of ["npm run chaos", "npm run fuzz"])
      expect(
        runs.some((each) => each.startsWith(command)),
        command,
      ).to.equal(true);
  });
});
