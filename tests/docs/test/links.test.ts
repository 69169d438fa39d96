import { expect } from "chai";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pages, root } from "./page-list.ts";

const read = (page: string): string => readFileSync(join(root, page), "utf8");

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

describe("documentation pages", () => {
  it("link only to existing files, folders and headings", () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
        if (/^[a-z]+:/.test(link)) return [];
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? page : join(dirname(page), path);
        if (!existsSync(join(root, target))) return [`${page}: ${link}`];
        if (anchor === undefined) return [];
        const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
        return headings.includes(anchor) ? [] : [`${page}: ${link}`];
      }),
    );
    expect(broken).to.deep.equal([]);
  });

  it("name only existing npm commands and files", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const known = new Set([...Object.keys(scripts), "start", "test", "install"]);
    const wrong = pages.flatMap((page) => {
      // A file that a command writes may not exist yet.
      const text = read(page).replaceAll(/writes `[^`]+`/g, "");
      const commands = [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name = ""]) => name);
      const files = [
        ...text.matchAll(
          /`((?:apps|deploy|packages|services|tests|tools|docs)\/[\w./-]+\.(?:ts|mjs|js|yml|yaml|conf|sh|md|json))`/g,
        ),
      ];
      return [
        ...commands.filter((name) => !known.has(name)).map((name) => `${page}: npm run ${name}`),
        ...files
          .map(([, file = ""]) => file)
          .filter((file) => !existsSync(join(root, file)))
          .map((file) => `${page}: ${file}`),
      ];
    });
    expect(wrong).to.deep.equal([]);
  });
});
