import { releasable } from "@plat/release";
import { expect } from "chai";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { freshEnv, readCompose } from "../src/compose.ts";
import { root } from "../src/image.ts";
import { actionlint, composeLoader, hadolint } from "../src/tools.ts";

describe("files that other programs read, as their own tools see them", function () {
  this.timeout(900_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-files-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("both Dockerfiles: hadolint finds nothing", async () => {
    for (const file of ["Dockerfile", "services/dashboard/image/Dockerfile"])
      expect(await hadolint([join(root, file)])).to.deep.equal({ ok: true, output: "" });
    const bad = join(folder, "Dockerfile");
    await writeFile(bad, "FROM node\nRUN cd /x && sudo true\n");
    expect((await hadolint([bad])).ok, "hadolint sees what is wrong").to.equal(false);
  });

  it("docker-compose.yml: Compose's own loader takes it, alone and with the engines on loopback", async () => {
    const env = freshEnv();
    const write = async (name: string, data: unknown): Promise<string> => {
      const file = join(folder, name);
      await writeFile(file, stringify(data));
      return file;
    };
    const main = await write("main.yml", readCompose("docker-compose.yml", env));
    const more = await write("more.yml", readCompose("deploy/compose/engines-on-loopback.yml", env));
    const loaded = await composeLoader([main]);
    expect(loaded.ok, loaded.output).to.equal(true);
    const both = await composeLoader([main, more]);
    expect(both.ok, both.output).to.equal(true);
    const wrong = await write("wrong.yml", { services: { a: { image: "a:1", dependson: ["b"] } } });
    expect((await composeLoader([wrong])).ok, "the loader sees what is wrong").to.equal(false);
  });

  it(".github/workflows: actionlint finds nothing; a tag of every service is released", async () => {
    expect(await actionlint(root)).to.deep.equal({ ok: true, output: "" });
    const release = parse(await readFile(join(root, ".github/workflows/release.yml"), "utf8")) as {
      on: { push: { tags: string[] } };
    };
    expect(release.on.push.tags).to.have.members(releasable.map((service) => `${service}/v*`));
  });
});
