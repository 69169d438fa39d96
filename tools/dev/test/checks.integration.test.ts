import { expect } from "chai";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { checkSubjects } from "../src/checks/commit-messages.ts";
import { checkFileNames } from "../src/checks/file-names.ts";
import { checkProse } from "../src/checks/prose.ts";
import { root } from "../src/paths.ts";

const run = promisify(execFile);

describe("prose check", () => {
  const found = (file: string, text: string): string[] =>
    checkProse(file, text).map(({ line, text: words }) => `${line}: ${words}`);

  it("reports private terms in Markdown, but not in code blocks, code spans or links", () => {
    const page = "# A page\n\nThe doorbell rings.\n\n```sh\ndoorbell\n```\n\n`doorbell` [x](doorbell.md)\n";
    expect(found("page.md", page)).to.deep.equal(["3: doorbell"]);
  });

  it("reports private terms in comments, strings, templates, test titles and JSX text", () => {
    const code = [
      "/** Waits with patience. */",
      'log.info("the bus is away");',
      "const x = `a verdict of ${y}`;",
      'it("is refused", () => undefined);',
    ].join("\n");
    expect(found("a.ts", code)).to.deep.equal(["1: patience", "2: the bus", "2: is away", "3: verdict", "4: refused"]);
    expect(found("a.tsx", "const page = <p>the dearest first</p>;")).to.deep.equal(["1: dearest"]);
  });

  it("finds a phrase that continues on the next line of a comment", () => {
    expect(found("a.ts", "/**\n * It gives a sign\n * of life.\n */\n")).to.deep.equal(["2: sign\n * of life"]);
  });

  it("accepts plain technical English, and words that contain a private term", () => {
    expect(found("a.md", "A heartbeat every 500 ms; requests per minute; a stringent rule; endear.")).to.deep.equal([]);
  });
});

describe("file name check", () => {
  it("reports names that name no subject, and names that are not kebab-case", () => {
    const files = [
      "services/keys/test/pure.test.ts",
      "packages/kit/src/rpcClient.ts",
      "packages/kit/src/rpc-client.ts",
    ];
    expect(checkFileNames(files)).to.deep.equal([
      "services/keys/test/pure.test.ts: 'pure' does not name a subject",
      "packages/kit/src/rpcClient.ts: use kebab-case",
    ]);
  });

  it("reports two sources of one service with the same name", () => {
    const files = ["services/keys/src/usage.ts", "services/keys/src/store/usage.ts", "services/search/src/usage.ts"];
    expect(checkFileNames(files)).to.deep.equal([
      "services/keys/src/usage.ts, services/keys/src/store/usage.ts: the same name",
    ]);
  });
});

describe("commit message check", () => {
  const check = (subject: string): string[] => checkSubjects([{ hash: "0123456789", subject }]);

  it("accepts an area and an imperative summary of at most 72 characters", () => {
    for (const subject of ["search: sort clusters by count", "keys/store: add an index", "Merge branch 'keys'"])
      expect(check(subject), subject).to.deep.equal([]);
  });

  it("reports long subjects, subjects without an area, and summaries that are not imperative", () => {
    for (const subject of [
      `keys: add ${"x".repeat(70)}`,
      "Add an index",
      "keys: an index is there",
      "keys: added an index",
    ])
      expect(check(subject), subject).to.have.length(1);
  });
});

describe("lint rules", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-lint-"));
    await cp(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** The rules that oxlint reports for one file at this place of the repository. */
  async function lint(file: string, code: string): Promise<string> {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), code);
    const oxlint = join(root, "node_modules/.bin/oxlint");
    const { stdout } = await run(oxlint, [file], { cwd: folder }).catch((error: { stdout: string }) => error);
    return stdout;
  }

  it("reject identifiers of the deny-list", async () => {
    expect(await lint("services/keys/src/jobs/a.ts", "export const doorbell = 1;\n")).to.include("id-denylist");
  });

  it("reject a driver outside store/ and elasticsearch/", async () => {
    const code = 'import mongoose from "mongoose";\nexport const x = mongoose;\n';
    expect(await lint("services/keys/src/handlers/a.ts", code)).to.include("no-restricted-imports");
    expect(await lint("services/keys/src/store/a.ts", code)).to.not.include("no-restricted-imports");
  });

  it("reject process.env outside config.ts", async () => {
    const code = 'export const home = process.env["HOME"];\n';
    expect(await lint("services/keys/src/handlers/b.ts", code)).to.include("no-process-env");
    expect(await lint("services/keys/src/config.ts", code)).to.not.include("no-process-env");
  });

  it("reject handlers and stores in domain code", async () => {
    const code = 'import { x } from "../store/x.ts";\nexport const y = x;\n';
    expect(await lint("services/keys/src/domain/a.ts", code)).to.include("no-restricted-imports");
  });

  it("reject files of more than 300 lines", async () => {
    expect(await lint("services/keys/src/handlers/c.ts", "export {};\n".repeat(301))).to.include("max-lines");
  });
});
