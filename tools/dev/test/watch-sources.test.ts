import { expect } from "chai";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { serviceNames, type ServiceName } from "../src/service-process.ts";
import { foldersOf, watchSources } from "../src/watch-sources.ts";

describe("watchSources", () => {
  let root: string;
  let close: (() => void) | undefined;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "plat-watch-"));
    const dependencies: Record<string, string[]> = {
      "packages/kit": ["contracts"],
      "packages/contracts": [],
      "packages/interpreter": ["contracts"],
    };
    for (const service of serviceNames) dependencies[`services/${service}`] = ["kit"];
    dependencies["services/search"]?.push("interpreter");
    for (const [folder, names] of Object.entries(dependencies)) {
      await mkdir(join(root, folder, "src/domain"), { recursive: true });
      const manifest = {
        name: `@plat/${folder.split("/")[1]}`,
        dependencies: Object.fromEntries(names.map((name) => [`@plat/${name}`, "workspace:*"])),
      };
      await writeFile(join(root, folder, "package.json"), JSON.stringify(manifest));
    }
  });
  afterEach(async () => {
    close?.();
    await rm(root, { recursive: true, force: true });
  });

  it("foldersOf returns the folder of the service and of its direct and indirect dependencies", () => {
    const folders = (service: ServiceName): string[] =>
      foldersOf(root, service).map((folder) => relative(root, folder));
    expect(folders("keys")).to.have.members(["services/keys", "packages/kit", "packages/contracts"]);
    expect(folders("search")).to.include("packages/interpreter");
  });

  for (const [file, affected] of Object.entries({
    "services/keys/src/domain/key.ts": ["keys"],
    "packages/interpreter/src/index.ts": ["search"],
    "packages/contracts/src/index.ts": ["keys", "listings", "search", "gateway"],
  }))
    it(`reports ${affected.join(", ")} after a change of ${file}`, async () => {
      const reported = new Promise<[ServiceName[], string]>((resolve) => {
        close = watchSources(root, (services, changed) => resolve([services, changed]));
      });
      await writeFile(join(root, file), "export {};\n");
      expect(await reported).to.deep.equal([affected, file]);
    });
});
