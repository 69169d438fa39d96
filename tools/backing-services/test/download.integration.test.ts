import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import type { ProvisionContext } from "../src/cache.ts";
import { downloadAll } from "../src/download.ts";
import type { Download } from "../src/download.ts";
import { failure, removeTemporaryFolders, temporaryFolder, until } from "./support.ts";

const content = Buffer.alloc(100_000, "0123456789abcdef");
const half = content.length / 2;
const sha256 = createHash("sha256").update(content).digest("hex");

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const whole: Handler = (_request, response) => void response.end(content);
/** As a static file server does. */
const ranged: Handler = ({ headers }, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1]);
  response.writeHead(206, { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` });
  response.end(content.subarray(from));
};
/** Sends half of the content, and then nothing. */
const stalled: Handler = (_request, response) => {
  response.writeHead(200, { "content-length": content.length });
  response.write(content.subarray(0, half));
};
describe("downloads", () => {
  let server: Server;
  let handlers: Handler[];
  let ranges: (string | undefined)[];
  let folder: string;
  let cache: string;
  let item: Download;
  let context: ProvisionContext;
  let statuses: string[];

  beforeEach(async () => {
    handlers = [];
    ranges = [];
    statuses = [];
    server = createServer((request, response) => {
      ranges.push(request.headers.range);
      (handlers.shift() ?? whole)(request, response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    [folder, cache] = await Promise.all([temporaryFolder(), temporaryFolder()]);
    const url = `http://127.0.0.1:${port}/a.jar`;
    item = { url, file: join(folder, "lib", "a.jar"), bytes: content.length, sha256 };
    context = { env: { XDG_CACHE_HOME: cache }, progress: () => undefined, status: (text) => statuses.push(text) };
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await removeTemporaryFolders();
  });

  const downloads = (): string => join(cache, "plat", "downloads");
  const partSize = async (): Promise<number> =>
    (await stat(join(downloads(), `${sha256}.part`)).catch(() => undefined))?.size ?? 0;
  /** Sends half of the content, and closes the connection once it is stored. */
  const cut: Handler = (request, response) => {
    stalled(request, response);
    void until("half is stored", async () => (await partSize()) === half).then(() => response.destroy());
  };
  const expectComplete = async (): Promise<void> => {
    expect((await readFile(item.file)).equals(content)).to.equal(true);
    expect(await readdir(downloads())).to.deep.equal([]);
  };

  it("a connection that is cut is resumed with Range", async () => {
    handlers = [cut, ranged];
    await downloadAll([item], context);
    expect(ranges).to.deep.equal([undefined, `bytes=${half}-`]);
    await expectComplete();
    expect(statuses.at(-1)).to.equal("downloading 0.1 of 0.1 MB");
  });

  it("a download that another process left is resumed", async () => {
    await mkdir(downloads(), { recursive: true });
    await writeFile(join(downloads(), `${sha256}.part`), content.subarray(0, 10));
    handlers = [ranged];
    await downloadAll([item], context);
    expect(ranges).to.deep.equal(["bytes=10-"]);
    await expectComplete();
  });

  it("a download starts again if the server ignores Range", async () => {
    handlers = [cut, whole];
    await downloadAll([item], context);
    expect(ranges).to.have.length(2);
    await expectComplete();
  });

  it("a download without new data is aborted and resumed", async () => {
    handlers = [stalled, ranged];
    await downloadAll([item], context, { stallMs: 200 });
    expect(ranges[1]).to.equal(`bytes=${half}-`);
    await expectComplete();
  });

  it("content with another checksum is discarded, and the download starts again", async () => {
    handlers = [(_request, response) => void response.end(Buffer.alloc(content.length))];
    await downloadAll([item], context);
    expect(ranges).to.deep.equal([undefined, undefined]);
    await expectComplete();
  });

  it("three responses with another checksum are a failure that leaves nothing behind", async () => {
    const wrong: Handler = (_request, response) => void response.end("not a jar");
    handlers = [wrong, wrong, wrong];
    expect(await failure(downloadAll([item], context)))
      .to.include("SHA-256")
      .and.include("/a.jar");
    expect(await readdir(folder)).to.deep.equal([]);
    expect(await readdir(downloads())).to.deep.equal([]);
  });

  it("a file that does not exist is reported after one attempt", async () => {
    handlers = [(_request, response) => void response.writeHead(404).end()];
    expect(await failure(downloadAll([item], context))).to.include("/a.jar: responded with 404");
    expect(ranges).to.have.length(1);
  });

  it("credentials in a mirror's URL are sent, but not shown", async () => {
    let sent: string | undefined;
    handlers = [
      ({ headers }, response) => {
        sent = headers.authorization;
        response.writeHead(403).end();
      },
    ];
    const url = item.url.replace("//", "//me:s%40cret@");
    expect(await failure(downloadAll([{ ...item, url }], context))).to.not.include("cret");
    expect(sent).to.equal(`Basic ${Buffer.from("me:s@cret").toString("base64")}`);
  });
});
