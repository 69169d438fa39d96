import { expect } from "chai";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ensureDashboard } from "../build/build.ts";

const firstLoadMax = 250 * 1024;

describe("bundle", () => {
  let folder: string;
  let html: string;
  before(async () => {
    folder = await ensureDashboard();
    html = await readFile(join(folder, "index.html"), "utf8");
  });

  it("initially loads at most 250 KB (gzip), without the map", async () => {
    const referenced = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path = ""]) => path);
    expect(referenced.some((path) => path.endsWith(".js"))).to.equal(true);
    let bytes = gzipSync(html).length;
    for (const path of referenced) bytes += gzipSync(await readFile(join(folder, path))).length;
    expect(bytes).to.be.below(firstLoadMax);
    const all = await readdir(join(folder, "assets"));
    const map = all.filter((name) => /map-view|maplibre/.test(name));
    expect(map.length).to.be.above(1);
    for (const name of map) expect(html).not.to.include(name);
  });

  it("has no inline script or style and no reference to another host", () => {
    expect(html).not.to.match(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
    expect(
      [...html.matchAll(/(?:src|href)="([^"]*)"/g)].filter(([, path = ""]) => !path.startsWith(".")),
    ).to.deep.equal([]);
  });

  it("is reused if the sources have not changed", async () => {
    let builds = 0;
    expect(await ensureDashboard(() => builds++)).to.equal(folder);
    expect(builds).to.equal(0);
  });
});
