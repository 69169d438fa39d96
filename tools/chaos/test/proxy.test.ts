import { expect } from "chai";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type Link, linkTo } from "../src/proxy.ts";

/** A line as soon as one arrives; what happened to the connection otherwise. */
const lineOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once("data", (data: Buffer) => resolve(data.toString()));
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once("close", () => resolve("closed"));
  });

describe("a link that can be disturbed", () => {
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
    link = await linkTo(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterEach(async () => {
    await link.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it("passes everything on while it is open, under the target's own kind of address", async () => {
    expect(link.url).to.match(/^redis:\/\/127\.0\.0\.1:\d+$/);
    expect(await echo("hello")).to.equal("hello");
  });

  it("cut, refuses and closes; open again, it has the same address", async () => {
    const socket = open();
    expect(await echo("before", socket)).to.equal("before");
    const end = lineOf(socket);
    await link.set("cut");
    expect(await end).to.equal("closed");
    expect(await echo("meanwhile")).to.equal("ECONNREFUSED");
    await link.set("open");
    expect(await echo("after")).to.equal("after");
  });

  it("resets what is there and what comes", async () => {
    const socket = open();
    expect(await echo("before", socket)).to.equal("before");
    const end = lineOf(socket);
    await link.set("reset");
    expect(await end).to.equal("ECONNRESET");
    expect(await echo("meanwhile")).to.be.oneOf(["ECONNRESET", "EPIPE", "closed"]);
  });

  it("a black hole lets nothing through, and loses nothing once it is open", async () => {
    const socket = open();
    expect(await echo("before", socket)).to.equal("before");
    await link.set("black hole");
    const late = echo("held", socket);
    const other = open();
    await once(other, "connect");
    other.write("also held");
    let came = false;
    void late.then(() => (came = true));
    // Another turn of both ends' event loops, by way of the server itself.
    const direct = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(direct);
    expect(await echo("direct", direct)).to.equal("direct");
    expect(came).to.equal(false);
    const others = lineOf(other);
    await link.set("open");
    expect(await late).to.equal("held");
    expect(await others).to.equal("also held");
  });

  it("what is slow arrives at once when the link is open again, in its order", async () => {
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
