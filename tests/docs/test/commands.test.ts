import { type Plat, sendRequest, row, startPlat, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pages, root } from "./page-list.ts";

const run = promisify(execFile);
/** Whether the tests of the README and of the guide execute the page's shell blocks, except those with npm commands. */
const isExecuted = (page: string): boolean => page === "README.md" || page.startsWith("docs/guide/");

/** Commands of a page that no other test executes, without those that the page excludes with `<!-- not run: reason -->`. */
function commandsOf(text: string, executed: boolean): string[] {
  const blocks = [...text.matchAll(/(?:^<!-- (not run: [^>]{5,}) -->\n\n)?^```(\w*)\n([\s\S]*?)^```/gm)];
  return blocks.flatMap(([, notRun, language = "", block = ""]) => {
    const isShell =
      language === "sh" || (language === "" && /^(npm|docker|helm|kubectl|git|curl|sh|node) /m.test(block));
    if (notRun !== undefined || !isShell || (executed && !/^npm /m.test(block))) return [];
    const lines = block.split("\n").map((line) => line.replace(/\s+#.*$/, "").trim());
    return lines.filter((line) => line !== "" && !line.startsWith("#"));
  });
}

/** Commands that are executed elsewhere, and the file that does it. */
const executedBy: Record<string, string> = {
  "npm start": "tools/dev/src/start.ts",
  "npm test": "tools/dev/src/test.ts",
  "npm run release -- listings 1.2.0": "tools/release/test/release.integration.test.ts",
};

describe("commands in the documentation other than requests", function () {
  this.timeout(slowSuiteTimeoutMs);

  let folder: string;
  let plat: Plat;
  let key: string;

  /** Executes a command line in a folder that contains the files named in the documentation. */
  const execute = async (line: string): Promise<string> => {
    const script = `npm() { command npm --prefix "$ROOT" "$@"; }\n${line.replaceAll(/svc_pk_(?:…|\.\.\.)/g, key)}`;
    const env = { ...process.env, ROOT: root, PLAT_URL: plat.url, PLAT_PROGRESS_DIR: join(folder, "progress") };
    return (await run("bash", ["-euc", script], { cwd: folder, env, timeout: 240_000 })).stdout;
  };
  /** Commands that this suite executes, with a check of their output. */
  const effects: Record<string, (out: string) => unknown> = {
    "npm run import -- listings.csv --map mapping.json --key svc_pk_...": (out) => expect(out).to.include("1 created"),
    "npm run import -- listings.csv --map mapping.json --key svc_pk_…": (out) => expect(out).to.include("1 updated"),
    "npm run --silent export -- --key svc_pk_… --out listings.csv": async () =>
      expect(await readFile(join(folder, "listings.csv"), "utf8"))
        .to.include("Mill")
        .and.include("externalId"),
    "sh deploy/compose/make-env.sh .env": async () => {
      const made = await readFile(join(folder, ".env"), "utf8");
      const compose = readFileSync(join(root, "docker-compose.yml"), "utf8");
      for (const [, name] of compose.matchAll(/\$\{(\w+):\?/g))
        expect(made).to.match(new RegExp(`^${name}=.{20}`, "m"));
    },
    'npm run interpret -- "3 bed house in Bristol, no pool"': (out) =>
      expect(out).to.include("House, in Bristol, 3 bedrooms, without swimming pool."),
    "npm run release -- --check": (out) =>
      expect(out).to.include("The contracts are compatible with every released service."),
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-commands-"));
    await symlink(join(root, "deploy"), join(folder, "deploy"));
    await writeFile(join(folder, "listings.csv"), "ref,name,cost\nm1,Mill,120000\n");
    const columns = { externalId: "ref", title: "name", price: { column: "cost", as: "number" } };
    const constants = { propertyType: "House", propertyCategory: "Residential", currency: "EUR" };
    await writeFile(join(folder, "mapping.json"), JSON.stringify({ columns, constants }));
    plat = await startPlat();
    const user = { email: "commands@example.com", password: "correct horse battery" };
    const signedUp = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: "Commands", ...user } });
    const token = String(row(signedUp)["token"]);
    key = String(row(await sendRequest(plat.url, "/api-keys", { token, body: { name: "commands" } }))["key"]);
  });
  after(async () => {
    await plat.stop();
    await rm(folder, { recursive: true });
  });

  it("are all executed here or by a named test, or are marked as not run with a reason", () => {
    const known = new Set([...Object.keys(executedBy), ...Object.keys(effects)]);
    const all = pages.flatMap((page) =>
      commandsOf(readFileSync(join(root, page), "utf8"), isExecuted(page)).map((line) => [page, line] as const),
    );
    expect(all.filter(([, line]) => !known.has(line))).to.deep.equal([]);
    const documented = new Set(all.map(([, line]) => line));
    expect(
      [...known].filter((line) => !documented.has(line)),
      "commands that no page contains",
    ).to.deep.equal([]);
    for (const file of Object.values(executedBy)) expect(existsSync(join(root, file)), file).to.equal(true);
  });

  it("commandsOf: finds commands in shell blocks and in blocks without a language", () => {
    expect(commandsOf("```sh\nnpm run nothing   # why\n```\n", true)).to.deep.equal(["npm run nothing"]);
    expect(commandsOf("```\ndocker build .\n```\n", false)).to.deep.equal(["docker build ."]);
    expect(commandsOf("<!-- not run: needs a cluster -->\n\n```sh\nhelm install\n```\n", false)).to.deep.equal([]);
  });

  for (const [line, check] of Object.entries(effects))
    it(`${line}: has the documented effect`, async () => {
      await check(await execute(line));
    });
});
