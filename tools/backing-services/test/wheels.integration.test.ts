import { once } from "node:events";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { expect } from "chai";
import type { ProvisionContext } from "../src/cache.ts";
import { PYTHON_310_WHEELS, SECANTUSDB_WHEELS } from "../src/mongo-wheels.ts";
import { NATS_WHEEL } from "../src/nats.ts";
import { PYTHONS } from "../src/python.ts";
import { unzip } from "../src/unzip.ts";
import { installWheels, lockedWheels } from "../src/wheels.ts";
import type { Wheel, WheelTarget } from "../src/wheels.ts";
import { failure, removeTemporaryFolders, temporaryFolder } from "./support.ts";

interface Entry {
  name: string;
  content: string;
  mode?: number;
  stored?: boolean;
}

/** A zip archive, as specified in APPNOTE.TXT. */
function zip(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o644, stored = false } of entries) {
    const data = stored ? Buffer.from(content) : deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt8(3, 5);
    central.writeUInt16LE(stored ? 0 : 8, 10);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(content.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    files.push(local, Buffer.from(name), data);
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const targets = PYTHONS.flatMap((python) =>
  (
    [
      ["manylinux", "x86_64"],
      ["manylinux", "aarch64"],
      ["musllinux", "x86_64"],
      ["musllinux", "aarch64"],
      ["macosx", "arm64"],
    ] as const
  ).map(([system, arch]): WheelTarget => ({ python, system, arch })),
);

describe("wheels", () => {
  afterEach(removeTemporaryFolders);

  for (const target of targets)
    it(`are locked for ${target.python} on ${target.system} ${target.arch}`, async () => {
      const names = { ...NATS_WHEEL, ...SECANTUSDB_WHEELS, ...(target.python === "cp310" ? PYTHON_310_WHEELS : {}) };
      const wheels = await lockedWheels(Object.keys(names), target);
      expect(Object.fromEntries(wheels.map(({ name, version }) => [name, version]))).to.deep.equal(names);
    });

  it("are missing for other versions of Python", async () => {
    const work = lockedWheels(["numpy"], { python: "cp39", system: "manylinux", arch: "x86_64" });
    expect(await failure(work)).to.equal("numpy has no package for manylinux x86_64, cp39");
  });

  const archive = zip([{ name: "thing/data.txt", content: "unpacked" }]);
  const file = "thing-1.0-py3-none-any.whl";
  const wheel: Wheel = {
    name: "thing",
    version: "1.0",
    path: `packages/aa/bb/${file}`,
    bytes: archive.length,
    sha256: createHash("sha256").update(archive).digest("hex"),
  };

  describe("from a mirror", () => {
    let server: Server;
    let asked: string[];
    let page: { type: string; body: string };
    let context: ProvisionContext;

    beforeEach(async () => {
      asked = [];
      server = createServer(({ url = "" }, response) => {
        asked.push(url);
        if (url.endsWith(".whl")) return void response.end(archive);
        return void response.writeHead(200, { "content-type": page.type }).end(page.body);
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const env = { XDG_CACHE_HOME: await temporaryFolder(), PYPI_URL: `http://127.0.0.1:${port}/api/pypi/simple/` };
      context = { env, progress: () => undefined };
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    const pages = {
      HTML: {
        type: "text/html",
        body: `<a href="../../files/thing-0.9-py3-none-any.whl">0.9</a> <a data-x="1" href='../../files/${file}#sha256=0'>1.0</a>`,
      },
      JSON: {
        type: "application/vnd.pypi.simple.v1+json",
        body: JSON.stringify({ files: [{ filename: file, url: `../../files/${file}` }] }),
      },
    };
    for (const [form, content] of Object.entries(pages))
      it(`with relative links as ${form} are downloaded and unpacked`, async () => {
        page = content;
        const folder = await temporaryFolder();
        await installWheels([wheel], folder, context);
        expect(await readFile(join(folder, "thing", "data.txt"), "utf8")).to.equal("unpacked");
        expect(await readdir(folder)).to.deep.equal(["thing"]);
        expect(asked).to.deep.equal(["/api/pypi/simple/thing/", `/api/pypi/files/${file}`]);
      });

    it("that does not list the file are reported", async () => {
      page = { type: "text/html", body: "" };
      expect(await failure(installWheels([wheel], await temporaryFolder(), context))).to.include(
        `/api/pypi/simple/thing/ does not list ${file}`,
      );
    });
  });

  it("that cannot be downloaded are reported with the host, the reason and the setting for a mirror", async () => {
    const env = { XDG_CACHE_HOME: await temporaryFolder(), PYPI_URL: "http://me:secret@127.0.0.1:1/simple" };
    const message = await failure(installWheels([wheel], await temporaryFolder(), { env, progress: () => undefined }));
    expect(message)
      .to.include("thing 1.0 could not be downloaded. PYPI_URL can name a mirror")
      .and.include("http://127.0.0.1:1/simple/thing/: fetch failed")
      .and.not.include("secret");
  });
});

describe("zip archives", () => {
  afterEach(removeTemporaryFolders);

  const unpack = async (bytes: Buffer): Promise<string> => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "a.zip"), bytes);
    await unzip(join(folder, "a.zip"), join(folder, "out"));
    return join(folder, "out");
  };

  it("are unpacked with folders, both methods and executable programs", async () => {
    const long = "text ".repeat(1_000);
    const folder = await unpack(
      zip([
        { name: "a/", content: "", stored: true },
        { name: "a/b/long.txt", content: long },
        { name: "stored.txt", content: "as it is", stored: true },
        { name: "bin/run", content: "#!/bin/sh\n", mode: 0o755 },
      ]),
    );
    expect(await readFile(join(folder, "a/b/long.txt"), "utf8")).to.equal(long);
    expect(await readFile(join(folder, "stored.txt"), "utf8")).to.equal("as it is");
    expect((await stat(join(folder, "bin/run"))).mode & 0o111).to.equal(0o111);
    expect((await stat(join(folder, "stored.txt"))).mode & 0o111).to.equal(0);
  });

  it("with a path outside of the folder are rejected", async () => {
    for (const name of ["../out.txt", "/tmp/out.txt", "a/../../out.txt"])
      expect(await failure(unpack(zip([{ name, content: "x" }])))).to.include("outside of its folder");
  });

  it("that are not zip archives are rejected", async () => {
    expect(await failure(unpack(Buffer.from("<html>Not found</html>".repeat(10))))).to.include("not a zip archive");
  });
});
