import { expect } from "chai";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type Link, startLink } from "../src/proxy.ts";

/** The next data from a socket, or the error or close event that arrived instead. */
const lineOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once("data", (data: Buffer) => resolve(data.toString()));
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once("close", () => resolve("closed"));
  });

describe("startLink", () => {
  let server: Server;
  let link: Link;
  let sockets: Socket[];
  const open = (): Socket => {
    const socket = connect(Number(new URL(link.url).port), "127.0.0.1");
    sockets.push(socket);
    return socket;
  };
  const echo = (text: string, socket = open()): Promise<string> => {
    const line = lineOf(socket);
    socket.write(text);
    return line;
  };
  beforeEach(async () => {
    sockets = [];
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.pipe(socket);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    link = await startLink(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterEach(async () => {
    await link.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it("forwards everything while it is open, under a URL of the target's scheme", async () => {
    expect(link.url).to.match(/^redis:\/\/127\.0\.0\.1:\d+$/);
    expect(await echo("hello")).to.equal("hello");
  });

  it("cut: closes and rejects connections; after it is opened again, the URL is the same", async () => {
    const socket = open();
    expect(await echo("before", socket)).to.equal("before");
    const end = lineOf(socket);
    await link.set("cut");
    expect(await end).to.equal("closed");
    expect(await echo("during")).to.equal("ECONNREFUSED");
    await link.set("open");
    expect(await echo("after")).to.equal("after");
  });

  it("reset: resets existing and new connections", async () => {
    const socket = open();
    expect(await echo("before", socket)).to.equal("before");
    const end = lineOf(socket);
    await link.set("reset");
    expect(await end).to.equal("ECONNRESET");
    expect(await echo("during")).to.be.oneOf(["ECONNRESET", "EPIPE", "closed"]);
  });

  it("black hole: forwards nothing, and loses no data after it is opened again", async () => {
    const socket = open();
    expect(await echo("before", socket)).to.equal("before");
    await link.set("black hole");
    const late = echo("delayed", socket);
    const other = open();
    await once(other, "connect");
    other.write("also delayed");
    let arrived = false;
    void late.then(() => (arrived = true));
    // A round trip to the server itself gives both event loops time to deliver data.
    const direct = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(direct);
    expect(await echo("direct", direct)).to.equal("direct");
    expect(arrived).to.equal(false);
    const others = lineOf(other);
    await link.set("open");
    expect(await late).to.equal("delayed");
    expect(await others).to.equal("also delayed");
  });

  it("slow: delayed data arrives immediately and in order after the link is opened again", async () => {
    await link.set("slow");
    const socket = open();
    const first = lineOf(socket);
    socket.write("one ");
    await once(socket, "connect");
    socket.write("two");
    await link.set("open");
    let text = await first;
    while (!text.includes("two")) text += await lineOf(socket);
    expect(text).to.equal("one two");
  });
});
