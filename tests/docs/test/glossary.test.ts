import { expect } from "chai";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./page-list.ts";

const page = readFileSync(join(root, "docs/develop/glossary.md"), "utf8");
/** Cells of each row: term, name in code, meaning, location. */
const rows = [...page.matchAll(/^\| (?!term \||---)(.+) \|$/gm)].map(([, line = ""]) => line.split(" | "));

describe("docs/develop/glossary.md", () => {
  it("defines at least 40 terms, each with a name, a meaning and a location", () => {
    expect(rows.length).to.be.at.least(40);
    expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => cell.trim() === ""))).to.deep.equal([]);
  });

  it("defines each term once", () => {
    const terms = rows.map(([term = ""]) => term.toLowerCase());
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).to.deep.equal([]);
  });

  it("names only existing locations", () => {
    const locations = rows.flatMap(([, , , location = ""]) => [...location.matchAll(/`([^`]+)`/g)]);
    expect(locations.map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path)))).to.deep.equal([]);
  });
});
