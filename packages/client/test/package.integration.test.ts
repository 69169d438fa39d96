import { expect } from "chai";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { packClient } from "../generate/pack.ts";

const run = promisify(execFile);

const consumer = `import { isPlatError, Plat, type Property } from "@plat/client";

const plat = new Plat({ baseUrl: "http://127.0.0.1:1", key: "svc_pk_x", retries: 0 });
export async function prices(city: string): Promise<(number | null)[]> {
  const { data } = await plat.search({ filters: { cities: [city] } });
  return data.map((hit) => hit.price);
}
export const titles = async (): Promise<string[]> => {
  const all: Property[] = [];
  for await (const property of plat.listPropertiesAll()) all.push(property);
  return all.map(({ title }) => title);
};
// @ts-expect-error a city is a string
export const wrong = () => plat.createProperty({ title: "x", propertyType: "y", propertyCategory: "z", address: { city: 1 } });
try {
  await plat.listKeys();
} catch (error) {
  console.log(isPlatError(error) ? error.code : (error as Error).name);
}
`;

describe("packed client", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-client-"));
    const archive = await packClient(join(folder, "packed"));
    const installed = join(folder, "node_modules/@plat/client");
    await mkdir(installed, { recursive: true });
    await run("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("type-checks and runs without any other package", async () => {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "use.ts"), consumer);
    const compilerOptions = { strict: true, module: "nodenext", target: "es2022", lib: ["es2023", "dom"], types: [] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    await run(process.execPath, [tsc, "-p", folder]).catch((error: { stdout: string }) => expect.fail(error.stdout));
    const { stdout } = await run(process.execPath, [join(folder, "use.js")]);
    expect(stdout.trim()).to.equal("ConnectionError");
  });

  it("declares the Node.js version and depends on no other package", async () => {
    const installed = join(folder, "node_modules/@plat/client");
    const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as Record<string, unknown>;
    expect(manifest["engines"]).to.deep.equal({ node: ">=18" });
    expect(manifest).to.not.have.any.keys("dependencies", "peerDependencies", "devDependencies");
    const { stdout } = await run("grep", ["-rhoE", `(from|import\\() *"[^"]+"`, join(installed, "dist")]);
    for (const line of stdout.trim().split("\n")) expect(line).to.match(/"\.\.?\//);
  });
});
