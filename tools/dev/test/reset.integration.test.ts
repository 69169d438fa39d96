import { expect } from "chai";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../src/paths.ts";

const run = promisify(execFile);

describe("npm run reset", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-reset-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const put = async (...paths: string[]): Promise<void> => {
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), "");
    }
  };
  const reset = async (dataDir: string): Promise<string> =>
    (
      await run(process.execPath, [join(root, "tools/dev/src/reset.ts")], {
        env: { ...process.env, PLAT_DATA_DIR: dataDir },
      })
    ).stdout;
  const kept = [
    "backing-services/mongo/store/a",
    "backing-services/redis/appendonly",
    "backing-services/redis.pid",
    "backing-services/logs/redis.log",
  ];
  const own = [...kept, "logs/keys.log", "logs/setup gateway.log", "static/demo/0.svg", "run.json"];

  it("removes the data of npm start and the empty folder", async () => {
    await put(...own);
    expect(await reset(folder)).to.equal(
      `Removed the data of npm start from ${folder}. The next start creates it again.\n`,
    );
    expect(existsSync(folder)).to.equal(false);
  });

  it("keeps other files in the data folder, and names the folder", async () => {
    const others = ["letter.txt", "logs/mine.log", "static/site/index.html", "backing-services/steam/plans", ".ssh/id"];
    await put(...own, ...others);
    expect(await reset(folder))
      .to.include(folder)
      .and.include("not touched");
    const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(left.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).toSorted()).to.deep.equal(
      others.toSorted(),
    );
  });

  it("changes nothing if there is no data of npm start", async () => {
    await put("letter.txt", "run.json");
    expect(await reset(folder)).to.equal(`There is no data of npm start in ${folder}.\n`);
    expect((await readdir(folder)).toSorted()).to.deep.equal(["letter.txt", "run.json"]);
  });
});
